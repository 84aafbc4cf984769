/** A call with all the calls that are in it. */
import { type Call, type ClearCall, decodeCalldata } from '../clear-signing/calldata.js'
import type { Descriptor, Hex, Standard } from '../clear-signing/descriptor.js'
import { listedIn } from './listed-calls.js'
import { type PackedCall, packedIn } from './packed-calls.js'

/** Nesting depth that is decoded: people would not read more, and a page can nest without limit. */
const MAX_DEPTH = 4
/** Calls decoded in one request, over all levels. */
const MAX_CALLS = 600
/** Inner calls that third-party descriptors may add. Counted apart, so that they cannot crowd out our own. */
const MAX_DESCRIBED = 20
/** Calls that may still be decoded. */
interface Budget {
  left: number
}

export interface DecodedCall {
  call: Call
  /** `payment`: a call without data. `create`: creates a contract. */
  kind: 'payment' | 'create' | 'call'
  /** Four bytes that name the function. */
  selector?: Hex
  /** The decoded call; absent for functions without a descriptor of ours. */
  known?: ClearCall
  /**
   * The call as a third-party descriptor explains it, for functions without one of ours. Unchecked, so the risk rules
   * ignore it.
   */
  described?: ClearCall
  /** The calls that it carries. */
  inner: DecodedCall[]
  /** Some of its inner calls were left out. */
  isCut?: boolean
}

/** Token standards that contracts report about themselves, by lower-case address. */
export type Standards = ReadonlyMap<string, Standard>

/** Third-party descriptors, by lower-case address of the contract. */
export type Descriptions = ReadonlyMap<string, readonly Descriptor[]>

/** Decodes a call and the calls inside it. */
export function decodeCall(
  call: Call,
  standards: Standards = new Map(),
  descriptions: Descriptions = new Map(),
): DecodedCall {
  const ours: Budget = { left: MAX_CALLS }
  const theirs: Budget = { left: MAX_DESCRIBED }
  const decode = (one: Call, depth: number, budget: Budget): DecodedCall => {
    budget.left--
    const { to, data } = one
    if (!to) return { call: one, kind: 'create', inner: [] }
    if (data === '0x') return { call: one, kind: 'payment', inner: [] }
    const known = decodeCalldata(one, standards.get(to.toLowerCase()))
    const selector = data.length >= 10 ? (data.slice(0, 10) as Hex) : undefined
    const others = known ? undefined : descriptions.get(to.toLowerCase())
    const described = others && describedBy(others, one)
    const said = known ?? described
    const listed = said && listedIn(said)
    const packed = listed ?? (said && packedIn(said, to))
    const carried = said ? carriedBy(one, said, packed) : []
    // Kept whole, such calls would take gigabytes. Payments of a list are about as long as their part of it.
    if (!listed && isFolded(one, carried)) {
      return { call: one, kind: 'call', ...(selector && { selector }), inner: [], isCut: true }
    }
    const next = known ? budget : theirs
    const inner = depth < MAX_DEPTH ? carried.slice(0, Math.max(next.left, 0)) : []
    const isBroken = known && packed?.length === 0
    return {
      call: one,
      kind: 'call',
      ...(selector && { selector }),
      ...(known && { known }),
      ...(described && { described }),
      inner: inner.map((one) => decode(one, depth + 1, next)),
      ...((isBroken || inner.length < carried.length) && { isCut: true }),
    }
  }
  return decode(call, 0, ours)
}

/** Calls that are longer than what carries them share their bytes: a short request could hold endlessly many. */
const isFolded = ({ data }: Call, carried: readonly Call[]): boolean =>
  carried.reduce((sum, one) => sum + one.data.length, 0) > data.length

/** Third-party descriptors may fail on calls that their authors did not try. */
function describedBy(descriptors: readonly Descriptor[], call: Call): ClearCall | undefined {
  try {
    return decodeCalldata(call, undefined, descriptors)
  } catch {
    return undefined
  }
}

/** A call and all in it, in the order in which they happen. */
export const flatten = (decoded: DecodedCall): DecodedCall[] => [
  decoded,
  ...decoded.inner.flatMap(flatten),
]

/**
 * The inner calls. Their sender is the outer contract; but the outer sender if a contract calls itself, or if a Safe
 * runs borrowed code.
 */
function carriedBy(
  { chainId, from, to }: Call,
  { name, clear }: ClearCall,
  packed: readonly PackedCall[] = [],
): Call[] {
  const values = clear.fields.map(({ value }) => value)
  const calls = values.filter((value) => value.kind === 'call')
  const isBorrowed = name === 'multiSend'
  return [...calls, ...packed].map((one) => ({
    chainId,
    from: isBorrowed || one.to.toLowerCase() === to?.toLowerCase() ? from : to!,
    to: one.to,
    value: one.value,
    data: one.data,
  }))
}
