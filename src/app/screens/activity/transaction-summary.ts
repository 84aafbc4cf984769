/** A transaction in few words, with its call explained once the decoder is loaded. */
import { msg } from '@lit/localize'

import type { Sent } from '../../activity/record.js'
import { clearWord } from '../explanation/words.js'

type Kind = 'contract' | 'payment' | 'token' | 'approval' | 'call'

export interface TransactionSummary {
  kind: Kind
  words: string
}

/** Functions that tokens have in common (ERC-20, ERC-721, ERC-1155), and what they are to a person. */
const KINDS: Record<string, Kind> = {
  transfer: 'token',
  transferFrom: 'token',
  safeTransferFrom: 'token',
  safeBatchTransferFrom: 'token',
  approve: 'approval',
  increaseAllowance: 'approval',
  decreaseAllowance: 'approval',
  setApprovalForAll: 'approval',
  permit: 'approval',
}

let decode: typeof import('../../../chain/decode/decode.js').decodeCall | undefined

/** ABIs and descriptors load as a separate chunk. If that fails, the summary says less. */
export async function loadSummaries(): Promise<void> {
  try {
    decode ??= (await import('../../../chain/decode/decode.js')).decodeCall
  } catch {
    // It is tried again with the next screen that wants it.
  }
}

export function summaryOf({ account, chainId, to, value, data }: Sent): TransactionSummary {
  if (!to) return { kind: 'contract', words: msg('Deploy a contract') }
  if (data === '0x') return { kind: 'payment', words: msg('Payment') }
  const known = decode?.({ chainId, from: account, to, value, data }).known
  if (!known) return { kind: 'call', words: msg('Contract call') }
  return { kind: KINDS[known.name] ?? 'call', words: clearWord(known.clear.intent) }
}
