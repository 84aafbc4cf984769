/** Whether the chain has moved on since the person was shown what they approved. */
import type { Transaction, TransactionRequest } from '../../chain/requests/transaction.js'
import { isQuantity } from '../../chain/rpc/quantity.js'
import type { Rpc } from '../../chain/rpc/rpc.js'
import { WalletError } from '../../shared/errors.js'
import type { RetryReason } from '../approval/approval-requests.js'

/**
 * Compares the network with what the person saw: whether the nonces are still free and the fees still enough. Fees that
 * the page or the person chose are not judged.
 *
 * @param nonces - The next free nonces.
 * @returns Why the transaction cannot be signed as it was shown; undefined if it can.
 */
export async function objectionTo(
  node: Rpc,
  nonces: Promise<bigint[]>,
  asked: readonly TransactionRequest[],
  shown: readonly Transaction[],
): Promise<RetryReason | undefined> {
  try {
    const latest = node.request('eth_getBlockByNumber', ['latest', false])
    const [free, block] = await Promise.all([nonces, latest])
    const { nonce, fees: askedFees } = asked[0]!
    if (nonce === undefined && shown.some((one, at) => one.nonce !== free[at])) return 'taken'
    const base = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
    const isDearer = shown.some(
      ({ fees }) => fees.type === 'eip1559' && isQuantity(base) && BigInt(base) > fees.maxFeePerGas,
    )
    return isDearer && !askedFees ? 'dearer' : undefined
  } catch (error) {
    if (WalletError.is(error, 'CHAIN_DISCONNECTED')) return 'silent'
    throw error
  }
}
