/** Resolves ERC-7730 paths in data. */
import type { DataNode, Descriptor, Hex } from './descriptor.js'

/** The transaction or the domain around the data. */
interface Container {
  chainId: number
  /** The signer. */
  from?: Hex | undefined
  /** The called contract, or the contract that verifies the signature. */
  to?: Hex | undefined
  /** Wei. */
  value?: bigint | undefined
}

export interface Roots {
  /** Where paths without a prefix start. */
  data: readonly DataNode[]
  /** Where `#.` starts, if that is not `data`. */
  whole?: readonly DataNode[]
  container: Container
  descriptor: Descriptor
}

/**
 * All values that a path finds: a single one, or with `[]` each item of a list.
 *
 * @returns Empty if the data has nothing at that path.
 */
export function find(path: string, roots: Roots): DataNode[] {
  if (path.startsWith('@.')) return [...inContainer(path.slice(2), roots.container)]
  if (path.startsWith('$.')) return [...inDescriptor(path.slice(2), roots.descriptor)]
  const steps = path.replace(/^#\.?/, '').split('.').filter(Boolean)
  const data = path.startsWith('#') ? (roots.whole ?? roots.data) : roots.data
  let found: DataNode[] = [{ name: '', type: 'tuple', children: [...data] }]
  for (const step of steps) found = found.flatMap((node) => next(node, step))
  return found
}

function next({ type, value, children }: DataNode, step: string): DataNode[] {
  const index = /^\[(-?\d+)?\]$/.exec(step)
  if (index) {
    if (index[1] === undefined) return children ?? []
    const child = children?.at(Number(index[1]))
    return child ? [child] : []
  }
  const slice = /^\[(-?\d+)?:(-?\d+)?\]$/.exec(step)
  if (slice) return sliced(type, value, slice[1], slice[2])
  const child = children?.find(({ name }) => name === step)
  return child ? [child] : []
}

/** A slice of bytes: 20 bytes are read as an address, up to 32 as a number. */
function sliced(type: string, value = '', from?: string, to?: string): DataNode[] {
  if (!/^bytes\d*$|^uint256$|^address$/.test(type)) return []
  const hex = value.startsWith('0x') ? value.slice(2) : BigInt(value).toString(16).padStart(64, '0')
  const at = (text: string | undefined, or: number) => {
    const bytes = text === undefined ? or : Number(text)
    return 2 * (bytes < 0 ? hex.length / 2 + bytes : bytes)
  }
  const part = hex.slice(at(from, 0), at(to, hex.length / 2))
  if (!part) return []
  const size = part.length / 2
  const ofSize = size > 32 ? 'bytes' : `bytes${size}`
  return [{ name: '', type: size === 20 ? 'address' : ofSize, value: `0x${part}` }]
}

function* inContainer(name: string, container: Container): Iterable<DataNode> {
  const value = Object.hasOwn(container, name) && container[name as keyof Container]
  if (value === undefined || value === false) return
  const type = name === 'from' || name === 'to' ? 'address' : 'uint256'
  yield { name, type, value: String(value) }
}

function* inDescriptor(path: string, { metadata = {} }: Descriptor): Iterable<DataNode> {
  const value = /^metadata\.constants\.(\w+)$/.exec(path)
  const name = value?.[1] ?? ''
  const { constants = {} } = metadata
  if (!Object.hasOwn(constants, name)) return
  const constant = constants[name]!
  const type = /^0x[0-9a-f]{40}$/i.test(constant) ? 'address' : 'string'
  yield { name: path, type, value: constant }
}
