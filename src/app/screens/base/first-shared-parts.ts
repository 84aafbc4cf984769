/** Pieces that the first screen may need; shared-parts.ts has the rest, and loads later. */
import { msg, str } from '@lit/localize'
import { html, type TemplateResult } from 'lit'

import type { WalletError } from '../../../shared/errors.js'
import { info } from '../../../ui/first-icons.js'

/** How a site is called: its host, with the scheme where that is not `https`. */
export function siteName(origin: string): string {
  const { protocol, host, hostname } = new URL(origin)
  const isUsual =
    protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isUsual ? host : origin
}

export const danger = (text: unknown): TemplateResult =>
  html`<p class="notice danger" role="alert">${info()}<span>${text}</span></p>`

/** Why the last login ended. What the person did themselves is no alarm. */
export const loginEnd = (error: WalletError): TemplateResult =>
  error.code === 'POPUP_CLOSED' || error.detail === 'access_denied'
    ? html`<p class="notice" role="alert">${info()}<span>${loginErrorText(error)}</span></p>`
    : danger(loginErrorText(error))

/** Text for a failed login, with what to do next. */
export function loginErrorText({ code, detail }: WalletError): string {
  switch (code) {
    case 'POPUP_CLOSED':
      return msg('You closed the window before you were signed in. Try again when you are ready.')
    case 'NODES_UNAVAILABLE':
      return msg('Too few of the key nodes answer right now. Wait a moment and try again.')
    case 'SERVICE_UNAVAILABLE':
      return msg('The sign-in service does not answer. Check your connection and try again.')
    case 'LOGIN_FAILED':
      return detail === 'access_denied'
        ? msg('You did not allow the sign-in. Choose how to sign in to try again.')
        : msg('The sign-in was refused. Try again, or choose another way.')
    case 'PASSKEY_UNAVAILABLE':
      return msg('A passkey cannot be used here. Sign in another way.')
    case 'STATE_MISMATCH':
      return msg('The answer belongs to another sign-in. Please start again.')
    case 'TOKEN_EXPIRED':
    case 'TOKEN_NOT_YET_VALID':
      return msg('The sign-in took too long, or this device’s clock is wrong. Please try again.')
    default:
      return msg(str`The sign-in did not work (${code}). Please try again.`)
  }
}
