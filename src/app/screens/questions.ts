import { html, nothing, type TemplateResult } from 'lit'

import type { Chain } from '../../chain/networks.js'
import type { PreparedTransaction, TransactionRequest } from '../../chain/transaction.js'
import type { Question } from '../requests.js'

/** What the screens that ask need to know, in the frame and in a window of their own. */
export interface Asked {
  /** Verified origin of who asks. */
  readonly site: string | null
  readonly address?: string | undefined
  readonly chain: Chain
  /** BCP 47. */
  readonly locale: string
  prepare(request: TransactionRequest): Promise<PreparedTransaction>
}

/** The screen that asks. Signing in is no question with two answers: it has a screen of its own. */
export function confirmation(
  asked: Asked,
  question: Exclude<Question, { kind: 'signIn' }>,
): TemplateResult | typeof nothing {
  const { address = '', site } = asked
  const { reject } = question
  switch (question.kind) {
    case 'connect':
      return html`<we-connect .site=${site} .address=${address} .onReject=${reject}
        .onApprove=${() => question.approve(null)}></we-connect>`
    case 'message':
      return html`<we-sign-message .site=${site} .address=${address} .onReject=${reject}
        .message=${question.subject.message} .onApprove=${() => question.approve(null)}></we-sign-message>`
    case 'typedData':
      return html`<we-sign-typed-data .site=${site} .address=${address} .onReject=${reject}
        .data=${question.subject} .onApprove=${() => question.approve(null)}></we-sign-typed-data>`
    case 'transaction': {
      const { request, isOwn } = question.subject
      return html`<we-send-transaction .site=${isOwn ? null : site} .address=${address} .onReject=${reject}
        .request=${request} .chain=${asked.chain} .locale=${asked.locale}
        .prepare=${() => asked.prepare(request)} .onApprove=${question.approve}></we-send-transaction>`
    }
    default:
      return nothing
  }
}
