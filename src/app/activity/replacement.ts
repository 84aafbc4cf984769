/** A transaction that replaces a pending one. */
import type { Fees, TransactionRequest } from '../../chain/requests/transaction.js'
import type { Replacement } from '../approval/approval-requests.js'
import { latestOf, type Sent } from './record.js'

/** Nodes want a tenth more for the same place (geth's `txpool.pricebump`); some want an eighth. */
const BUMP = [9n, 8n] as const

/**
 * The same transaction, or an empty one to cancel it, at a higher fee.
 *
 * @param market - Current network fees.
 */
export function replacementOf(sent: Sent, change: Replacement, market: Fees): TransactionRequest {
  const { account, to, value, data, gas, nonce, accessList } = sent
  const fees = replacementFees(latestOf(sent).fees, market)
  const place = { from: account, nonce, fees }
  // Its gas is estimated: doing nothing costs more where the account acts by a contract's code (EIP-7702).
  if (change === 'cancel') return { ...place, to: account, value: 0n, data: '0x' }
  return { ...place, ...(to && { to }), value, data, gas, ...(accessList && { accessList }) }
}

/** The least raise that nodes accept, or current network fees if higher. The fee type stays. */
function replacementFees(old: Fees, market: Fees): Fees {
  const tipOf = (fees: Fees) =>
    fees.type === 'eip1559' ? fees.maxPriorityFeePerGas : fees.gasPrice
  if (old.type !== 'eip1559') {
    return { type: old.type, gasPrice: larger(bumped(old.gasPrice), priceOf(market)) }
  }
  const maxFeePerGas = larger(bumped(old.maxFeePerGas), priceOf(market))
  const tip = larger(bumped(old.maxPriorityFeePerGas), tipOf(market))
  return {
    type: 'eip1559',
    maxFeePerGas,
    maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas,
  }
}

const priceOf = (fees: Fees): bigint =>
  fees.type === 'eip1559' ? fees.maxFeePerGas : fees.gasPrice

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Rounded up, and more in any case: a fee of 0 is not replaced by itself. */
function bumped(value: bigint): bigint {
  const [more, than] = BUMP
  return (value * more) / than + 1n
}
