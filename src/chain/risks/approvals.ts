/** The amounts that a call approves and sends, by the roles of its fields in descriptors. */

import type { ClearText, ClearValue, Hex } from '../clear-signing/descriptor.js'
import { isEndless } from '../values/allowances.js'
import { word } from '../values/words.js'

/** Functions with an allowance that a person can lower before approving, and the index of its argument. */
const EDITABLE: Record<string, number> = {
  'approve(address,uint256)': 1,
  'increaseAllowance(address,uint256)': 1,
  'increaseApproval(address,uint256)': 1,
  'approveAndCall(address,uint256)': 1,
  'approveAndCall(address,uint256,bytes)': 1,
  'approve(address,address,uint160,uint48)': 2,
}
export interface Approval {
  spender: Hex
  /** Absent: not said, as in an empty permit. */
  token: Hex | undefined
  amount: bigint
  isUnlimited: boolean
}

export function approvalsIn({ fields }: ClearText): Approval[] {
  const spender = fields.find(({ role }) => role === 'spender')?.value
  if (spender?.kind !== 'address') return []
  return fields.flatMap(({ role, value }) =>
    value.kind === 'token' && role === 'allowance'
      ? [{ spender: spender.address, ...ofToken(value) }]
      : [],
  )
}

const ofToken = ({ token, amount, isUnlimited }: Extract<ClearValue, { kind: 'token' }>) => ({
  token,
  amount,
  isUnlimited: isUnlimited || isEndless(amount),
})

/** Index of the argument with the allowance; `undefined` if it cannot be edited. */
export const editableArgument = (signature: string): number | undefined => EDITABLE[signature]

/** Replaces the allowance in a call. @param argument - From `editableArgument`. */
export function withAllowance(data: Hex, argument: number, amount: bigint): Hex {
  const at = 10 + 64 * argument
  return `0x${data.slice(2, at)}${word(amount)}${data.slice(at + 64)}`
}
