import type { Chain } from '../../chain/networks.js'
import type { Rpc } from '../../chain/rpc.js'
import type { Requests } from '../requests.js'
import type { SignerContract } from '../signer/contract.js'

/** What answering a page's request takes. */
export interface RpcContext {
  readonly chain: Chain
  readonly node: Rpc
  readonly requests: Requests
  /** What the page may see. */
  readonly accounts: readonly `0x${string}`[]
  /** The page's account. @throws {WalletError} `NOT_LOGGED_IN`, `UNAUTHORIZED`. */
  account(): `0x${string}`
  /** Signs in and connects, as far as that is still to be done. @throws {WalletError} `USER_REJECTED`. */
  enable(): Promise<void>
  /** Asks the signer, once the session is unlocked. */
  sign<M extends 'signMessage' | 'signTypedData' | 'signTransaction' | 'checksum'>(
    method: M,
    params: SignerContract[M]['params'],
  ): Promise<SignerContract[M]['result']>
  /** A transaction was sent: balances change. */
  sent(hash: `0x${string}`): void
}
