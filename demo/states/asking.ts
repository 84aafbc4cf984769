/** A question as a site asks it, on the screen that it has. */
import type { TemplateResult } from 'lit'
import type { Question, QuestionKind, Questions } from '../../src/app/approval/questions.js'
import { type Asked, confirmation } from '../../src/app/screens/questions.js'
import { readAddress } from '../../src/chain/reads/address-facts.js'
import { prepareTransaction } from '../../src/chain/reads/prepare.js'
import { prepareCalls } from '../../src/chain/reads/prepare-calls.js'
import type { Place } from '../../src/chain/requests/transaction.js'
import '../../src/app/screens/rest.js'
import { ACCOUNT, SITE } from './data.js'
import { looks, nodeOf } from './stand-in.js'

export interface Asking extends Partial<Asked> {
  /** What the node answers, by method. */
  node?: Record<string, unknown>
  /** Where the transaction stands among those of its account. */
  place?: Place
}

export function asking<K extends Exclude<QuestionKind, 'signIn'>>(
  kind: K,
  subject: Questions[K]['subject'],
  { node, place, ...own }: Asking = {},
): TemplateResult {
  const asked: Asked = {
    site: SITE,
    address: ACCOUNT,
    locale: looks.look.locale,
    people: { known: [] },
    nodeOf: () => nodeOf(node),
    prepare: async (request, { chainId }) => ({
      ...(await prepareTransaction(nodeOf(node), request, chainId)),
      place,
    }),
    prepareCalls: (requests, { chainId }) => prepareCalls(nodeOf(node), requests, chainId),
    lookUp: (address) => readAddress(nodeOf(node), address),
    ...own,
  }
  const question = { id: 0, kind, subject, approve: () => {}, reject: () => {} }
  return confirmation(asked, question as unknown as Exclude<Question, { kind: 'signIn' }>)
}
