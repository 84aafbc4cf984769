import type { Activity } from '../../activity/activity.js'
import type { CallBatches } from '../../activity/call-batches.js'
import type { ApprovalQueue } from '../../approval/approval-queue.js'
import type { Accounts } from '../../session/accounts.js'
import type { SessionManager } from '../../session/session-manager.js'
import type { SignerContract } from '../../signer/contract.js'
import type { SiteStore } from '../../sites/site-store.js'
import type { Chains } from '../../stores/chains.js'
import type { Subscriptions } from '../subscriptions.js'

/** Requests to the signer that need no key. */
type Keyless = 'checksum' | 'recover'
/** Signer work that uses the account's key. */
type Signing =
  | 'signMessage'
  | 'signTypedData'
  | 'signTypedDataV1'
  | 'signTransaction'
  | 'encryptionPublicKey'
  | 'decrypt'
  | 'idToken'

/** The parts of the wallet that answer a page's request. */
export interface RpcContext {
  /** Verified origin of the page; null for the wallet's own. */
  readonly site: string | null
  readonly chains: Chains
  readonly requests: ApprovalQueue
  /** Loaded with the code that answers requests: the account's transactions, the page's batches and subscriptions. */
  readonly core: {
    readonly activity: Activity | undefined
    readonly batches: CallBatches
    readonly subscriptions: Subscriptions
  }
  /** The person's accounts, including those hidden from the page. */
  readonly own: Pick<Accounts, 'all' | 'first' | 'chosen' | 'given' | 'named'>
  readonly life: Pick<SessionManager, 'connect' | 'current' | 'disconnect'>
  /** Storage for this site. */
  readonly store: SiteStore
  /**
   * Signs the person in and connects the site, if either is missing.
   *
   * @param isAnew - Also asks a person with several accounts again which of them the page may see.
   * @throws {WalletError} `USER_REJECTED`
   */
  enable(isAnew?: boolean): Promise<void>
  /** Asks the signer, once the session is unlocked. @param account - Signs. */
  sign<M extends Signing>(
    method: M,
    params: SignerContract[M]['params'],
    account: `0x${string}`,
  ): Promise<SignerContract[M]['result']>
  /** Asks the signer for work that needs no session. */
  compute<M extends Keyless>(
    method: M,
    params: SignerContract[M]['params'],
  ): Promise<SignerContract[M]['result']>
  /** Shows the person the status of calls that this site sent. @param id - Of the calls. */
  show(place: 'calls', id: string): void
  /** Tells the person, who is looking at the page again, how their approval ended. */
  note(text: string): void
}
