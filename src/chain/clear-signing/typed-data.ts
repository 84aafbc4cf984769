/** What typed data means. */
import type { ShownTypedData } from '../typed-data.js'
import type { ClearText, DataNode, Deployment, Descriptor, Hex } from './descriptor.js'
import { TYPED_DATA } from './descriptors/typed-data.js'
import { applyFormat } from './format.js'

/**
 * Puts typed data into words, by the first descriptor that fits.
 *
 * @param data - As `parseTypedData` read it.
 * @param chainId - The chain in use, for data that names none.
 */
export function clarifyTypedData(
  { primaryType = '', domain, message }: ShownTypedData,
  chainId: number,
  descriptors: readonly Descriptor[] = TYPED_DATA,
): ClearText | undefined {
  const about = Object.fromEntries(domain.map(({ name, value }) => [name, value]))
  const to = about.verifyingContract as Hex | undefined
  const container = { chainId: Number(about.chainId ?? chainId), to }
  const key = encodeType(primaryType, message)
  for (const descriptor of descriptors) {
    const { eip712 } = descriptor.context
    const format = descriptor.display.formats[key]
    if (!eip712 || !format) continue
    const isDomain = Object.entries(eip712.domain ?? {}).every(([name, one]) => about[name] === one)
    if (!isDomain || !isDeployed(eip712.deployments, container)) continue
    const text = applyFormat(format, { data: message, container, descriptor })
    if (text) return text
  }
  return undefined
}

/** Whether a descriptor is for this contract. */
export const isDeployed = (
  deployments: Deployment[] | undefined,
  { chainId, to }: { chainId: number; to?: Hex | undefined },
): boolean =>
  !deployments ||
  deployments.some(
    (one) => one.chainId === chainId && one.address.toLowerCase() === to?.toLowerCase(),
  )

/** `encodeType` of EIP-712, as far as the data shows it: an empty list does not tell what would be in it. */
export function encodeType(primaryType: string, nodes: readonly DataNode[]): string {
  const structs = new Map<string, string>()
  const collect = ({ type, children }: DataNode): void => {
    if (!children) return
    const item = type.replace(/\[\d*\]$/, '')
    if (item !== type) for (const child of children) collect({ ...child, type: item })
    else {
      structs.set(type, write(type, children))
      for (const child of children) collect(child)
    }
  }
  for (const node of nodes) collect(node)
  structs.delete(primaryType)
  const inOrder = [...structs].sort(([one], [other]) => (one < other ? -1 : 1))
  return write(primaryType, nodes) + inOrder.map(([, text]) => text).join('')
}

const write = (type: string, nodes: readonly DataNode[]): string =>
  `${type}(${nodes.map((node) => `${node.type} ${node.name}`).join(',')})`
