/** What was sent and how it stands, in few words. */
import { msg } from '@lit/localize'

import { latestOf, type Sent } from '../activity/record.js'

/** First four bytes of the calls that tokens have in common (ERC-20, ERC-721, ERC-1155). */
const TRANSFERS = ['0xa9059cbb', '0x23b872dd', '0x42842e0e', '0xb88d4fde', '0xf242432a']
const APPROVALS = ['0x095ea7b3', '0xa22cb465']

export type Mood = 'waiting' | 'good' | 'bad' | 'plain'

export type Kind = 'contract' | 'payment' | 'token' | 'approval' | 'call'

export function kindOf({ to, data }: Sent): Kind {
  const selector = data.slice(0, 10)
  if (!to) return 'contract'
  if (data === '0x') return 'payment'
  if (TRANSFERS.includes(selector)) return 'token'
  return APPROVALS.includes(selector) ? 'approval' : 'call'
}

export function whatWords(sent: Sent): string {
  switch (kindOf(sent)) {
    case 'contract':
      return msg('Create a contract')
    case 'payment':
      return msg('Payment')
    case 'token':
      return msg('Token transfer')
    case 'approval':
      return msg('Token approval')
    case 'call':
      return msg('Contract call')
  }
}

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
 * What happened, what is safe, what to do next.
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
      return msg(
        'The network has it and will take it when its fee is high enough. You can close the wallet.',
      )
    case 'done':
      return msg('The network has carried it out.')
    case 'failed':
      return msg('The network tried it and it failed. Only the fee was spent.')
    case 'cancelled':
      return msg('It was cancelled before the network took it. Only a fee was spent.')
    case 'replaced':
      return msg(
        'Another transaction of this account took its place, sent from another wallet or device. This one was not carried out.',
      )
    case 'refused':
      return msg('The network did not take it. Nothing was spent. You can try again.')
  }
}
