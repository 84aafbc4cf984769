/** Pieces that several screens show. */
import { msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import { lookAlikes, visible } from '../../chain/text.js'
import type { WalletError } from '../../shared/errors.js'
import type { LoginUserInfo } from '../../shared/options.js'
import { globe, info, warning } from '../../ui/icons.js'
import type { Guard } from '../guard.js'
import { type LoginOption, WEBAUTHN } from '../login-options.js'

/** Words that a warning names; the text itself is beside it. */
const SHOWN_WORDS = 5

/** How a site is called: its host, with the scheme where that is not `https`. */
export function siteName(origin: string): string {
  const { protocol, host, hostname } = new URL(origin)
  const isUsual =
    protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isUsual ? host : origin
}

/** Who asks: the verified origin. */
export const asker = (site: string): TemplateResult =>
  html`<span class="asker">${globe()}<span>${siteName(site)}</span></span>`

/** How the person is called: what the identity provider says may be anybody's choice. */
export const personName = (person: LoginUserInfo | undefined): string =>
  visible(person?.email || person?.name || '')

/** How a way to sign in is called. */
export const loginName = (logins: readonly LoginOption[], verifier: string): string =>
  verifier === WEBAUTHN
    ? msg('Passkey')
    : (logins.find((login) => login.verifier === verifier)?.name ?? visible(verifier))

/** An address with its middle left out. Show the whole one where it is decided upon. */
export const shortAddress = (address: string): string =>
  `${address.slice(0, 6)}…${address.slice(-4)}`

/** An address in groups of four, so that it can be compared. */
export const groupedAddress = (address: string): string =>
  address.replace(/^0x|.{4}/g, '$& ').trim()

/** The same within a sentence: isolated, or a sentence from right to left would change its order. */
export const addressInText = (address: string): string => `\u2066${groupedAddress(address)}\u2069`

/** Several things in a row, as the language shown lists them. */
export const listed = (items: readonly string[]): string =>
  new Intl.ListFormat(document.documentElement.lang || undefined, { type: 'unit' }).format(items)

export const danger = (text: unknown): TemplateResult =>
  html`<p class="notice danger" role="alert">${info()}<span>${text}</span></p>`

/** Why nothing can be approved here; nothing while it is about to be possible. */
export function reason(guard: Guard, isElsewhere = false): TemplateResult {
  const text = isElsewhere
    ? msg('Your browser cannot tell whether the page covers the wallet. Approve this in a window.')
    : guard.isLate
      ? msg(
          'Approving is possible when the whole wallet can be seen. Something on the page covers or changes it.',
        )
      : ''
  // There from the beginning, so that it is read out when it fills.
  return html`<div class="reason" role="status">${
    text ? html`<p class="notice warning">${warning()}<span>${text}</span></p>` : nothing
  }</div>`
}

/** Says which words of somebody else's text have letters that pass for others. */
export function lookAlikeWarning(...texts: string[]): TemplateResult | typeof nothing {
  const found = [...new Set(texts.flatMap(lookAlikes))].slice(0, SHOWN_WORDS)
  if (!found.length) return nothing
  return html`<p class="notice warning">${warning()}<span>${msg(
    'Letters here come from several alphabets and can pass for others:',
  )} ${found.map((word, at) => html`${at ? ', ' : ''}<mark><bdi>${visible(word)}</bdi></mark>`)}</span></p>`
}

/** What went wrong with a login, and what to do next. */
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
