/** Notices for a transaction that replaces an earlier one, or is asked again. */
import { msg } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'
import type { NoncePosition } from '../../../../chain/requests/transaction.js'
import { info, warning } from '../../../../ui/icons.js'
import type { Replacement, RetryReason } from '../../../approval/approval-requests.js'
import { caution } from '../../base/shared-parts.js'

export const changeTitle = (change: Replacement): string =>
  change === 'cancel' ? msg('Cancel your transaction?') : msg('Speed up your transaction?')

export function changeNotice(change: Replacement | undefined): TemplateResult | typeof nothing {
  if (!change) return nothing
  const text =
    change === 'cancel'
      ? msg(
          'This replaces the waiting transaction with an empty one at a higher fee. The network carries out only one of the two. You pay the fee of that one.',
        )
      : msg('This sends the same transaction again with a higher fee. You pay once.')
  return html`<p class="notice">${info()}<span>${text}</span></p>`
}

export function againNotice(again: RetryReason | undefined): TemplateResult | typeof nothing {
  if (!again) return nothing
  const text =
    again === 'silent'
      ? msg(
          'The network did not answer when you approved this. Nothing was signed and nothing was sent. Approve it again once the network answers.',
        )
      : again === 'taken'
        ? msg(
            'You sent a different transaction in the meantime. This one has not been sent yet. Check that you still want it.',
          )
        : msg(
            'The network has become more expensive in the meantime. Nothing was sent yet. Check the new fee.',
          )
  return caution(text)
}

/** Whether it waits for an earlier transaction, or replaces it. */
export function placeNotice(place: NoncePosition | undefined): TemplateResult | typeof nothing {
  switch (place) {
    case undefined:
      return nothing
    case 'behind':
      return html`<p class="notice">${info()}<span>${msg(
        'An earlier transaction of yours is still pending. This one comes after it.',
      )}</span></p>`
    case 'beyond':
      return html`<p class="notice warning">${warning()}<span>${msg(
        'The site set a nonce that is higher than your next one. This waits until the transactions in between are sent.',
      )}</span></p>`
    case 'taken':
      return html`<p class="notice warning">${warning()}<span>${msg(
        'The site chose a nonce that one of your transactions has already. If that one is still pending, this one replaces it. If it is confirmed, the network refuses this one.',
      )}</span></p>`
  }
}
