/** What the calls say that they give away, against what leaves: a contract may do more than its function's name says. */
import type { ClearValue, Hex } from '../clear-signing/descriptor.js'
import { type DecodedCall, flatten } from '../decode/decode.js'
import { knownContract } from '../parties/known-contracts.js'
import type { BalanceChange } from '../simulate/simulation.js'
import { isEqual } from '../values/addresses.js'

/** A hundredth more may leave than a transfer says: tokens that pay interest round, and some take a fee. */
const ROUNDED = 100n

/** Whether the calls say that so much of this leaves. */
export function isSaid(change: BalanceChange, calls: readonly DecodedCall[]): boolean {
  const account = calls[0]!.call.from
  const all = calls.flatMap(flatten)
  // Others' calls do not say what leaves the account, except those of the contract that makes calls for everyone.
  const own = all.filter(({ call: { from, chainId } }) => {
    return isEqual(from, account) || knownContract(chainId, from) !== undefined
  })
  const given = own.flatMap(givenBy)
  if (change.kind === 'coin') {
    // Without a value, coins can leave only as a token that is the chain's coin as well.
    if (all.every(({ call }) => !call.value)) return true
    const paid = own.filter(({ kind }) => kind === 'payment')
    return -change.change <= paid.reduce((sum, { call }) => sum + call.value, 0n)
  }
  const isNft = change.kind === 'nft'
  const place = isNft ? change.collection : change.token
  const same = given.filter(({ contract }) => isEqual(contract, place))
  const said = same.reduce((sum, { amount = 0n }) => sum + amount, 0n)
  return isNft ? same.length > 0 : -change.change <= said + said / ROUNDED
}

function givenBy({ known }: DecodedCall): { contract: Hex; amount?: bigint }[] {
  if (known?.clear.kind !== 'transfer') return []
  return known.clear.fields.flatMap(({ value }) => assetIn(value))
}

function assetIn(value: ClearValue): { contract: Hex; amount?: bigint }[] {
  if (value.kind === 'token' && value.token)
    return [{ contract: value.token, amount: value.amount }]
  return value.kind === 'nft' && value.collection ? [{ contract: value.collection }] : []
}

/** Whether a transfer takes coins with it, of which its words say nothing. */
export const takesCoins = ({ call, known }: DecodedCall): boolean =>
  call.value > 0n && known?.clear.kind === 'transfer'
