/**
 * Messages between the frame and its approval window, over a port between two documents of the wallet's origin and the
 * same build. Values are structured clones, so big integers and bytes survive. Keys never cross: the window only
 * returns the answer.
 */

import type { PreparedCalls } from '../../chain/costs/prepare-calls.js'
import type { Chain } from '../../chain/networks/networks.js'
import type { KnownAddresses } from '../../chain/parties/parties.js'
import type { AddressFacts } from '../../chain/reads/address-facts.js'
import type { PreparedTransaction, TransactionRequest } from '../../chain/requests/transaction.js'
import type { LookParams } from '../appearance/look.js'
import type { ApprovalRequest } from '../approval/approval-requests.js'
import type { SiteFacts } from '../sites/site-facts.js'
import type { AccountChoice } from '../wallet/site-accounts.js'

/** A question without its answers' functions. */
export interface PendingApproval {
  /** Tells questions apart. */
  id: number
  kind: ApprovalRequest['kind']
  subject: ApprovalRequest['subject']
  /** Verified origin of who asks; null for the person's own doing. */
  site: string | null
  address: string
  /** BCP 47. */
  locale: string
  /** How many questions wait, this one among them. */
  waiting: number
  people: KnownAddresses
  facts: SiteFacts
  /** Only for a question to connect: the accounts to choose from. */
  choice?: AccountChoice
  look: LookParams
}

/** Requests from the window to the frame. */
export type ApprovalWindowContract = {
  /** The next question, once there is one; null if there will be none. */
  next: { params: null; result: PendingApproval | null }
  prepare: { params: { request: TransactionRequest; chain: Chain }; result: PreparedTransaction }
  prepareCalls: { params: { requests: TransactionRequest[]; chain: Chain }; result: PreparedCalls }
  lookUp: { params: { address: string; chain: Chain }; result: AddressFacts }
  /** A node's answer, for the explanation of the question. */
  node: { params: { chain: Chain; method: string; params: unknown }; result: unknown }
  /** The person's answer. `answer` has the further data that an approval of this kind needs. */
  settle: { params: { id: number; isApproved: boolean; answer?: unknown }; result: null }
}
