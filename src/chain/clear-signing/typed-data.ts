/** What typed data means: the type is found by EIP-712's `encodeType`, the meaning by a descriptor. */
import type { ShownTypedData } from '../requests/typed-data.js'
import { encodeType } from '../values/struct-types.js'
import { type ClearText, type Descriptor, type Hex, isDeployed } from './descriptor.js'
import { applyFormat } from './format.js'

/**
 * Puts typed data into words, by the first descriptor that fits.
 *
 * @param from - The signer.
 * @returns `undefined` for typed data without a descriptor.
 */
export function clarifyTypedData(
  data: ShownTypedData,
  from: Hex | undefined,
  descriptors: readonly Descriptor[],
): ClearText | undefined {
  const { types, primaryType, message, domain } = data
  if (!types || !primaryType) return undefined
  const said = saidOf(domain)
  const type = encodeType(types, primaryType)
  const container = { ...placeOf(data), from }
  for (const descriptor of descriptors) {
    const { eip712 } = descriptor.context
    if (!eip712 || !isDeployed(eip712.deployments, container)) continue
    if (!isOf(eip712.domain, said)) continue
    for (const [key, format] of Object.entries(descriptor.display.formats)) {
      if (normal(key) !== type) continue
      const clear = applyFormat(format, { data: message, container, descriptor })
      if (clear) return clear
    }
  }
  return undefined
}

/** The contract that checks the signature, and its chain: by these descriptors are found. */
export function placeOf({ domain }: ShownTypedData): {
  chainId: number
  to: Hex | undefined
} {
  const said = saidOf(domain)
  const contract = domain.find(({ name }) => name === 'verifyingContract')
  const to = contract?.type === 'address' ? (contract.value as Hex) : undefined
  // Polygon's meta-transactions have the chain in the salt.
  return { chainId: Number(said.get('chainId') ?? said.get('salt') ?? 0), to }
}

const saidOf = (domain: ShownTypedData['domain']) =>
  new Map(domain.map((node) => [node.name, node.value]))

/** Whether the domain has all values that the descriptor asks for. */
const isOf = (
  wanted: Record<string, string> = {},
  said: ReadonlyMap<string, string | undefined>,
): boolean =>
  Object.entries(wanted).every(([name, value]) => {
    const text = said.get(name)
    return name === 'verifyingContract'
      ? text?.toLowerCase() === value.toLowerCase()
      : text === value
  })

/** People write blanks after commas. */
const normal = (type: string): string => type.replace(/\s+/g, ' ').replace(/\s*([(),])\s*/g, '$1')
