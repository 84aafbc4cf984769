/** Short texts for a transaction's state. */
import { msg } from '@lit/localize'

import { latestOf, type Sent } from '../../activity/record.js'

export type Mood = 'waiting' | 'good' | 'bad' | 'plain'

export function statusWords(sent: Sent): string {
  switch (sent.status) {
    case 'pending':
      if (latestOf(sent).kind === 'cancel') return msg('Being cancelled')
      return latestOf(sent).kind === 'faster' ? msg('Being sped up') : msg('On its way')
    case 'done':
      return msg('Done')
    case 'failed':
      return msg('Failed')
    case 'cancelled':
      return msg('Cancelled')
    case 'replaced':
      return msg('Replaced')
    case 'refused':
      return msg('Not sent')
  }
}

export const moodOf = ({ status }: Sent): Mood => MOODS[status]

const MOODS: Record<Sent['status'], Mood> = {
  pending: 'waiting',
  done: 'good',
  failed: 'bad',
  cancelled: 'plain',
  replaced: 'plain',
  refused: 'bad',
}

/**
 * Says how the transaction went, whether the money is safe, and the next step.
 *
 * @param isBehind - An earlier one of the account has to come first.
 */
export function explanation(sent: Sent, isBehind: boolean): string {
  switch (sent.status) {
    case 'pending':
      if (isBehind) {
        return msg(
          'An earlier transaction of yours has to be done first. Open that one to speed it up.',
        )
      }
      if (!sent.isKnown) {
        return msg(
          'It is signed and kept here, but the network has not confirmed that it has it. It is sent again by itself, never a second time. You do not have to do anything.',
        )
      }
      return msg('Waiting until the fee is high enough for the network. You can close the wallet.')
    case 'done':
      return msg('The network has carried it out.')
    case 'failed':
      return msg('The network tried it and it failed. Only the fee was spent.')
    case 'cancelled':
    case 'replaced':
      return outcomeText(sent.status)
    case 'refused':
      return isSkipped(sent)
        ? msg(
            'The network refused a transaction that belongs before it, so this one was not sent. Nothing was spent.',
          )
        : msg('The network refused it. Nothing was spent. You can try again.')
  }
}

/** The node refused an earlier call of its batch: this one was not sent, so nothing refused it. */
const isSkipped = ({ batch, refusal }: Sent): boolean => !!batch && refusal === undefined

/** A different transaction has its nonce: the person's own cancellation, or one from elsewhere. */
export const outcomeText = (status: 'cancelled' | 'replaced'): string =>
  status === 'cancelled'
    ? msg('It was cancelled before the network took it. Only a fee was spent.')
    : msg(
        'A different transaction of this account, sent from another wallet or device, replaced this one.',
      )
