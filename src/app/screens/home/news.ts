/** Notices on home: the last transaction's state, or a problem. */
import { msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import { check, info, warning } from '../../../ui/icons.js'
import { hashOf } from '../../activity/record.js'
import type { Balance } from '../../wallet/assets/balance.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { explorerLink } from '../activity/explorer.js'
import { timeText } from '../activity/sent-row.js'
import { explanation, moodOf } from '../activity/sent-words.js'

/** @param balance - As it was asked for last. */
export function news(
  app: WalletApp,
  { isStale, last }: Pick<Balance, 'isStale' | 'last'>,
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
  if (isStale) {
    return notice(
      'warning',
      warning(),
      silenceText(last && timeText(last.readAt, app.appearance.locale)),
    )
  }
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

/** @param time - When the shown amounts were read; undefined if none are shown. */
function silenceText(time: string | undefined): string {
  if (!navigator.onLine) {
    return time
      ? msg(str`You are offline. Amounts are as of ${time}.`)
      : msg('You are offline. The wallet goes on once you are online again.')
  }
  return time
    ? msg(str`The network does not answer. Amounts are as of ${time}.`)
    : msg('The network does not answer. The wallet keeps trying.')
}
