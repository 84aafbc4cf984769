/** Notices on home: the last transaction's state, or a problem. */
import { msg } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import { check, info } from '../../../ui/icons.js'
import { hashOf } from '../../activity/record.js'
import type { Balance } from '../../wallet/assets/balance.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { explorerLink } from '../activity/explorer.js'
import { explanation, moodOf } from '../activity/sent-words.js'
import { silence } from '../assets/silence.js'

/** @param balance - As it was asked for last. */
export function news(
  app: WalletApp,
  balance: Pick<Balance, 'isStale' | 'last'>,
): TemplateResult | typeof nothing {
  const sent = app.core.activity?.news
  const status = sent?.status
  const link = sent ? explorerLink(app.chains.find(sent.chainId), hashOf(sent)) : nothing
  if (status === 'pending') {
    return notice(
      '',
      html`<span class="spinner"></span>`,
      html`${msg('Your transaction is on its way. The balance changes when it is done.')} ${link}`,
    )
  }
  if (balance.isStale) return silence(balance, app.appearance.locale)
  if (status === 'done') {
    return notice('success', check(), html`${msg('Your transaction is done.')} ${link}`)
  }
  if (status === 'failed') {
    return notice(
      'danger',
      info(),
      html`${msg('Your transaction failed on the network. Only the fee was spent.')} ${link}`,
    )
  }
  if (sent && status) {
    const text = html`${explanation(sent, false)} ${link}`
    return notice(moodOf(sent) === 'bad' ? 'danger' : '', info(), text)
  }
  if (app.life.isForgetful) {
    return notice(
      '',
      info(),
      msg(
        'This browser keeps nothing for this site: you will have to sign in again after a reload.',
      ),
    )
  }
  return nothing
}

const notice = (kind: string, mark: TemplateResult, text: unknown): TemplateResult =>
  html`<p class="notice ${kind}">${mark}<span>${text}</span></p>`
