/** What a call means: its function by the selector, its arguments by the ABI, its meaning by a descriptor. */
import * as AbiFunction from 'ox/AbiFunction'
import { getSignature } from 'ox/AbiItem'

import {
  type ClearText,
  type DataNode,
  type Descriptor,
  type Format,
  type Hex,
  isDeployed,
  type Standard,
} from './descriptor.js'
import { CALLS } from './descriptors/calls.js'
import { applyFormat } from './format.js'

export interface Call {
  chainId: number
  from: Hex
  /** Absent: makes a contract. */
  to?: Hex | undefined
  /** Wei. */
  value: bigint
  data: Hex
  /** Gas limit of the transaction; absent: the node's default. */
  gas?: bigint | undefined
}

export interface ClearCall {
  /** The signature without parameter names, from which the selector is made. */
  signature: string
  name: string
  args: DataNode[]
  clear: ClearText
}

interface Entry {
  descriptor: Descriptor
  format: Format
  abi: AbiFunction.AbiFunction
}
type Parameter = { name?: string; type: string; components?: readonly Parameter[] }

const tables = new WeakMap<readonly Descriptor[], Map<string, Entry[]>>()

/**
 * Puts a call into words, by the first descriptor that fits.
 *
 * @param standard - What the contract says that it is, where it was asked.
 * @returns `undefined` for a function that no descriptor knows, and for arguments that are not the function's.
 */
export function decodeCalldata(
  call: Call,
  standard?: Standard,
  descriptors: readonly Descriptor[] = CALLS,
): ClearCall | undefined {
  const { to, data } = call
  const isOf = ({ descriptor }: Entry) => (descriptor.context.$id ?? standard) === standard
  const found = tableOf(descriptors).get(data.slice(0, 10).toLowerCase()) ?? []
  // The standard that a contract reports decides which descriptors come first. It excludes none, since a contract can
  // report anything.
  const entries = standard ? [...found.filter(isOf), ...found.filter((one) => !isOf(one))] : found
  for (const { descriptor, format, abi } of entries) {
    if (!to || !isDeployed(descriptor.context.contract?.deployments, call)) continue
    const args = readArgs(abi, data)
    const clear = args && applyFormat(format, { data: args, container: call, descriptor })
    if (clear) return { signature: getSignature(abi), name: abi.name, args, clear }
  }
  return undefined
}

/** Whether our descriptors have a function with this selector, even if the arguments do not decode. */
export const isKnownFunction = (data: Hex): boolean =>
  tableOf(CALLS).has(data.slice(0, 10).toLowerCase())

/** Parsing all signatures takes some milliseconds: done once, when it is first asked. */
function tableOf(descriptors: readonly Descriptor[]): Map<string, Entry[]> {
  const known = tables.get(descriptors)
  if (known) return known
  const table = new Map<string, Entry[]>()
  for (const descriptor of descriptors) {
    if (descriptor.context.eip712) continue
    for (const [key, format] of Object.entries(descriptor.display.formats)) {
      const abi = parse(key)
      const selector = AbiFunction.getSelector(abi)
      table.set(selector, [...(table.get(selector) ?? []), { descriptor, format, abi }])
    }
  }
  tables.set(descriptors, table)
  return table
}

const parse = (signature: string) =>
  AbiFunction.from<readonly string[]>([`function ${signature}`]) as AbiFunction.AbiFunction

function readArgs(abi: AbiFunction.AbiFunction, data: Hex): DataNode[] | undefined {
  if (!abi.inputs.length) return []
  try {
    const decoded = AbiFunction.decodeData(abi, data) as readonly unknown[] | undefined
    return decoded && abi.inputs.map((input, at) => toNode(input as Parameter, decoded[at], at))
  } catch {
    return undefined
  }
}

function toNode({ name, type, components = [] }: Parameter, value: unknown, at: number): DataNode {
  const named = { name: name || String(at), type }
  const list = /^(.*)\[\d*\]$/.exec(type)
  if (list) {
    const item = { type: list[1]!, components }
    const children = (value as unknown[]).map((one, index) => {
      return { ...toNode(item, one, index), name: String(index + 1) }
    })
    return { ...named, children }
  }
  if (type === 'tuple') {
    const fields = value as Record<string, unknown>
    const children = components.map((one, index) => toNode(one, fields[one.name ?? index], index))
    return { ...named, children }
  }
  return { ...named, value: String(value) }
}
