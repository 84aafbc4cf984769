/** A question as a site asks it, on the screen that it has. */
import type { TemplateResult } from 'lit'
import type {
  ApprovalKind,
  ApprovalRequest,
  Approvals,
} from '../../src/app/approval/approval-requests.js'
import { type Asked, confirmation } from '../../src/app/screens/approval-screen.js'
import { prepareCalls } from '../../src/chain/costs/prepare-calls.js'
import { prepareTransaction } from '../../src/chain/costs/prepare-transaction.js'
import { readAddress } from '../../src/chain/reads/address-facts.js'
import type { NoncePosition } from '../../src/chain/requests/transaction.js'
import '../../src/app/screens/lazy-screens.js'
import { ACCOUNT, SITE } from './data.js'
import { appearance, nodeOf } from './stand-in.js'

export interface Asking extends Partial<Asked> {
  /** What the node answers, by method. */
  node?: Record<string, unknown>
  /** Where the transaction stands among those of its account. */
  place?: NoncePosition
  lookUp?: Asked['core']['lookUp']
}

export function asking<K extends Exclude<ApprovalKind, 'signIn'>>(
  kind: K,
  subject: Approvals[K]['subject'],
  { node, place, lookUp = (address) => readAddress(nodeOf(node), address), ...own }: Asking = {},
): TemplateResult {
  const asked: Asked = {
    site: SITE,
    appearance,
    people: { known: [] },
    chains: { nodeOf: () => nodeOf(node) },
    core: {
      prepare: async (request, { chainId }) => ({
        ...(await prepareTransaction(nodeOf(node), request, chainId)),
        place,
      }),
      prepareCalls: (requests, { chainId }) => prepareCalls(nodeOf(node), requests, chainId),
      lookUp,
    },
    ...own,
  }
  const question = { id: 0, kind, subject, account: ACCOUNT, approve: () => {}, reject: () => {} }
  return confirmation(asked, question as unknown as Exclude<ApprovalRequest, { kind: 'signIn' }>)
}
