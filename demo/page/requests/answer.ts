import { isWalletErrorCode, WalletError } from '../../../src/shared/errors.js'
import { make } from '../dom.js'

/** What came back, as the page sees it. Text only: nodes and wallets say what they like. */
export function answer(result: unknown, seconds: number): HTMLElement[] {
  return [
    make('p', { className: 'outcome good' }, `Answered in ${seconds.toFixed(1)} s`),
    make('pre', {}, make('code', {}, pretty(result))),
  ]
}

/** An error in all its parts: the number of the standard, our own code with its explanation, the words. */
export function refusal(error: unknown): HTMLElement[] {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
  const { walletError } = (data ?? {}) as { walletError?: unknown }
  const head = make('p', { className: 'outcome bad' }, `Error ${code ?? ''}`)
  const parts: HTMLElement[] = [head]
  if (isWalletErrorCode(walletError)) {
    const { docsUrl } = new WalletError(walletError)
    head.append(' · ', make('code', {}, walletError), ` · ${docsUrl}`)
  }
  parts.push(make('p', { className: 'message' }, String(message ?? error)))
  if (code === 4100 && walletError === 'NOT_LOGGED_IN') {
    parts.push(make('p', { className: 'hint' }, 'Nobody is signed in: send “Connect” first.'))
  }
  if (data !== undefined && !walletError) {
    parts.push(make('pre', {}, pretty(data)))
  }
  return parts
}

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? 'undefined'
