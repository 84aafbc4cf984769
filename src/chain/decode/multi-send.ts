import type { Hex } from '../clear-signing/descriptor.js'

/** Hex digits before a call's data: operation, recipient, value, length. */
const HEAD = 2 * (1 + 20 + 32 + 32)

/** Reads the calls that Safe's `multiSend` packs end to end. Empty if the bytes are cut off. */
export function readMultiSend(packed: Hex): { to: Hex; value: bigint; data: Hex }[] {
  const calls = []
  let rest = packed.slice(2)
  while (rest) {
    const size = rest.length >= HEAD ? BigInt(`0x${rest.slice(HEAD - 64, HEAD)}`) : -1n
    const end = BigInt(HEAD) + 2n * size
    if (size < 0n || end > BigInt(rest.length)) return []
    calls.push({
      to: `0x${rest.slice(2, 42)}` as Hex,
      value: BigInt(`0x${rest.slice(42, 106)}`),
      data: `0x${rest.slice(HEAD, Number(end))}` as Hex,
    })
    rest = rest.slice(Number(end))
  }
  return calls
}
