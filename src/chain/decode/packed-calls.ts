/** Calls that a function takes as bytes: Safe's `multiSend`, and `execute` of ERC-7579 and ERC-7821. */
import * as AbiParameters from 'ox/AbiParameters'

import type { ClearCall } from '../clear-signing/calldata.js'
import type { Hex } from '../clear-signing/descriptor.js'

/** Hex digits before a call's data in `multiSend`: operation, recipient, value, length. */
const HEAD = 2 * (1 + 20 + 32 + 32)
/** The same in the single call of ERC-7579: recipient, value. */
const SINGLE_HEAD = 2 * (20 + 32)
const BATCH = AbiParameters.from('(address to, uint256 value, bytes data)[] calls')
const BATCHES = AbiParameters.from('bytes[] batches')
/** Selector in the mode of ERC-7821's list of batches. */
const LIST_OF_BATCHES = '78210002'
/** The zero address, which stands for the account in ERC-7821. */
const SELF = /^0x0{40}$/

export interface PackedCall {
  to: Hex
  value: bigint
  data: Hex
}

/**
 * Reads the calls in a function's bytes. `undefined` for functions that pack none.
 *
 * @param to - The called contract.
 * @returns Empty if the bytes cannot be read.
 */
export function packedIn({ name, signature, args }: ClearCall, to: Hex): PackedCall[] | undefined {
  if (name === 'multiSend') return readMultiSend(args[0]!.value as Hex)
  if (!/^execute\w*\(bytes32,bytes\)$/.test(signature)) return undefined
  const [mode, packed] = args.map(({ value }) => value as Hex) as [Hex, Hex]
  try {
    // A payment to the zero address is kept: accounts of ERC-7579 burn it.
    return readExecution(mode, packed).map((one) =>
      SELF.test(one.to) && one.data !== '0x' ? { ...one, to } : one,
    )
  } catch {
    return []
  }
}

function readMultiSend(packed: Hex): PackedCall[] {
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

/** @param mode - Its first byte: 0 for one call, 1 for a list. The others borrow code, or only read. */
function readExecution(mode: Hex, packed: Hex): PackedCall[] {
  const kind = mode.slice(2, 4)
  if (kind === '00' && packed.length >= 2 + SINGLE_HEAD) {
    const digits = packed.slice(2)
    return [
      {
        to: `0x${digits.slice(0, 40)}`,
        value: BigInt(`0x${digits.slice(40, SINGLE_HEAD)}`),
        data: `0x${digits.slice(SINGLE_HEAD)}`,
      },
    ]
  }
  if (kind !== '01') return []
  if (mode.slice(14, 22) !== LIST_OF_BATCHES) return callsIn(packed)
  const [batches] = AbiParameters.decode(BATCHES, packed)
  // Batches that share their bytes would grow without end.
  if (batches.reduce((sum, { length }) => sum + length, 0) > packed.length) return []
  return batches.flatMap(callsIn)
}

const callsIn = (batch: Hex): PackedCall[] => [...AbiParameters.decode(BATCH, batch)[0]]
