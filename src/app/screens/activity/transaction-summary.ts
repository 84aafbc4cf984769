/** A transaction in few words, with its call explained once the decoder is loaded. */
import { msg } from '@lit/localize'
import type { Asset } from '../../../chain/reads/asset.js'
import { isEqual } from '../../../chain/values/addresses.js'
import type { Sent } from '../../activity/record.js'
import { listedTokens } from '../../operator-files/token-lists.js'
import { assetsOf } from '../../stores/assets.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { clearWord } from '../explanation/words.js'

type Kind = 'contract' | 'payment' | 'token' | 'approval' | 'call'

export interface TransactionSummary {
  kind: Kind
  words: string
  /** The token sent, with the amount in its smallest unit. */
  moved?: { token: string; amount: bigint }
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

/** Tokens of the operator's lists, by chain. */
const listed = new Map<number, readonly Asset[]>()
let decode: typeof import('../../../chain/decode/decode.js').decodeCall | undefined

/** ABIs and descriptors load as a separate chunk. If that fails, the summary says less. */
export async function loadSummaries(): Promise<void> {
  try {
    decode ??= (await import('../../../chain/decode/decode.js')).decodeCall
  } catch {
    // The next screen that needs the decoder tries again.
  }
}

/** The names of tokens come with the operator's lists. */
export async function loadTokens(chainId: number): Promise<void> {
  if (!listed.has(chainId)) listed.set(chainId, await listedTokens(chainId))
}

export function summaryOf({ account, chainId, to, value, data }: Sent): TransactionSummary {
  if (!to) return { kind: 'contract', words: msg('Deploy a contract') }
  if (data === '0x') return { kind: 'payment', words: msg('Payment') }
  const known = decode?.({ chainId, from: account, to, value, data }).known
  if (!known) return { kind: 'call', words: msg('Contract call') }
  const kind = KINDS[known.name] ?? 'call'
  const [amount] = known.clear.fields.flatMap(({ value }) =>
    value.kind === 'token' && value.token ? [{ token: value.token, amount: value.amount }] : [],
  )
  return {
    ...{ kind, words: clearWord(known.clear.intent) },
    ...(kind === 'token' && amount && { moved: amount }),
  }
}

/** Whether it is one of the person's tokens or collectibles, or in the operator's lists. */
export const isKnownToken = (
  app: Pick<WalletApp, 'own'>,
  { account, chainId }: Sent,
  address: string,
): boolean =>
  [...assetsOf(app).of({ account, chainId }), ...(listed.get(chainId) ?? [])].some((one) =>
    isEqual(one.address, address),
  )

/** Symbol and decimals from the person's tokens or the operator's lists; a contract's own word does not count. */
export function tokenOf(
  app: Pick<WalletApp, 'own'>,
  { account, chainId }: Sent,
  address: string,
): Pick<Asset, 'symbol' | 'decimals'> | undefined {
  const known = [...assetsOf(app).of({ account, chainId }), ...(listed.get(chainId) ?? [])]
  return known.find((one) => one.type === 'ERC20' && isEqual(one.address, address))
}
