/** A call with all the calls that are in it. */
import { type Call, type ClearCall, clarifyCall } from '../clear-signing/calldata.js'
import type { Hex, Standard } from '../clear-signing/descriptor.js'
import { readMultiSend } from './multi-send.js'

/** Calls in calls in calls: deeper nobody reads, and a page can nest as it likes. */
const MAX_DEPTH = 4
/** Of a whole request. */
const MAX_CALLS = 60

export interface DecodedCall {
  call: Call
  /** `payment`: no data. `create`: makes a contract. */
  kind: 'payment' | 'create' | 'call'
  /** Four bytes that name the function. */
  selector?: Hex
  /** What it means; absent for a function that nobody told us of. */
  known?: ClearCall
  /** The calls that it carries. */
  inner: DecodedCall[]
  /** It carries more than are here. */
  isCut?: boolean
}

/** What contracts said of themselves; lower-case addresses. */
export type Standards = ReadonlyMap<string, Standard>

/** Reads a call and what is in it. */
export function decodeCall(call: Call, standards: Standards = new Map()): DecodedCall {
  let left = MAX_CALLS
  const decode = (one: Call, depth: number): DecodedCall => {
    left--
    const { to, data } = one
    if (!to) return { call: one, kind: 'create', inner: [] }
    if (data === '0x') return { call: one, kind: 'payment', inner: [] }
    const known = clarifyCall(one, standards.get(to.toLowerCase()))
    const selector = data.length >= 10 ? (data.slice(0, 10) as Hex) : undefined
    const carried = known ? carriedBy(one, known) : []
    const inner = depth < MAX_DEPTH ? carried.slice(0, Math.max(left, 0)) : []
    return {
      call: one,
      kind: 'call',
      ...(selector && { selector }),
      ...(known && { known }),
      inner: inner.map((next) => decode(next, depth + 1)),
      ...(inner.length < carried.length && { isCut: true }),
    }
  }
  return decode(call, 0)
}

/** A call and all in it, in the order in which they happen. */
export const flatten = (decoded: DecodedCall): DecodedCall[] => [
  decoded,
  ...decoded.inner.flatMap(flatten),
]

/** Who makes them is who carries them; a contract that calls itself lets its caller do so. */
function carriedBy({ chainId, from, to }: Call, { name, args, clear }: ClearCall): Call[] {
  const values = clear.fields.map(({ value }) => value)
  const calls = values.filter((value) => value.kind === 'call')
  const packed = name === 'multiSend' ? readMultiSend(args[0]?.value as Hex) : []
  return [...calls, ...packed].map((one) => ({
    chainId,
    from: one.to.toLowerCase() === to?.toLowerCase() ? from : to!,
    to: one.to,
    value: one.value,
    data: one.data,
  }))
}
