/** Pieces used by several screens. */
import { msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import { brief } from '../../../chain/values/brief.js'
import { lookAlikes } from '../../../chain/values/mixed-scripts.js'
import { visible } from '../../../chain/values/text.js'
import { WalletError } from '../../../shared/errors.js'
import { globe, warning } from '../../../ui/icons.js'
import type { Guard, Obstacle } from '../../approval/approval-guard.js'
import { type LoginOption, WEBAUTHN } from '../../sign-in/login-options.js'
import { siteName } from './first-shared-parts.js'

export { danger, loginErrorText, siteName } from './first-shared-parts.js'

/** Most words that a warning lists; the whole text stands next to it. */
const SHOWN_WORDS = 5

/** Something that the wallet could not find out, or that is better known before. */
export const caution = (text: unknown): TemplateResult =>
  html`<p class="notice warning" role="alert">${warning()}<span>${text}</span></p>`

/** The verified origin of the site. */
export const asker = (site: string): TemplateResult =>
  html`<span class="asker">${globe()}<span>${siteName(site)}</span></span>`

/** How a way to sign in is called. A recovery phrase has no verifier. */
export function loginName(logins: readonly LoginOption[], verifier: string): string {
  if (!verifier) return msg('Recovery phrase')
  if (verifier === WEBAUTHN) return msg('Passkey')
  return logins.find((login) => login.verifier === verifier)?.name ?? visible(verifier)
}

/** An e-mail address, for example, that a narrow screen breaks before `@` and dots, and not within a word. */
export const breakable = (name: string): (string | TemplateResult)[] =>
  name.split(/(?=[@.])/).map((part, at) => (at ? html`<wbr>${part}` : part))

/** Why a transaction of the person's own was not sent; empty if they said no. */
export const refusalText = (error: unknown): string =>
  WalletError.is(error, 'USER_REJECTED')
    ? ''
    : msg(str`The network refused the transaction: ${brief((error as Error).message)}`)

/** A date with its year. @param locale - BCP 47. */
export const longDate = (time: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(time)

/** Several things in a row, as the language lists them. @param locale - BCP 47; by default the language shown. */
export const listed = (
  items: readonly string[],
  locale: string | undefined = document.documentElement.lang || undefined,
): string => new Intl.ListFormat(locale, { type: 'unit' }).format(items)

/**
 * Why nothing can be approved here. Empty while that may still become possible without the person.
 *
 * @param saysAgain - Also says that a press did not count, where the button does not.
 */
export function reason(guard: Guard, saysAgain = false): TemplateResult {
  const text = obstacleText(guard.obstacle)
  const again =
    saysAgain && guard.isIgnored ? html`<p class="notice">${msg('Press once more.')}</p>` : nothing
  // Present from the start, so that screen readers announce the text when it appears.
  return html`<div class="reason" role="status">${
    text ? html`<p class="notice warning">${warning()}<span>${text}</span></p>` : again
  }</div>`
}

function obstacleText(obstacle: Obstacle | undefined): string {
  switch (obstacle) {
    case 'covered':
      return msg(
        'Approving is possible when the whole wallet can be seen. Something on the page covers or changes it.',
      )
    case 'small':
      return msg('The wallet is shown too small here to be read. Make it larger, or use a window.')
    case undefined:
      return ''
  }
}

/** Warns of words from a site or contract with look-alike letters. */
export function lookAlikeWarning(...texts: string[]): TemplateResult | typeof nothing {
  const found = [...new Set(texts.flatMap(lookAlikes))].slice(0, SHOWN_WORDS)
  if (!found.length) return nothing
  return html`<p class="notice warning">${warning()}<span>${msg(
    'Letters here come from several alphabets and can pass for others:',
  )} ${found.map((word, at) => html`${at ? ', ' : ''}<mark><bdi>${visible(word)}</bdi></mark>`)}</span></p>`
}

/** Day and time, with the year only if it is not this year. */
export function timeText(time: number, locale: string): string {
  const isThisYear = new Date(time).getFullYear() === new Date().getFullYear()
  return new Intl.DateTimeFormat(locale, {
    ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...(!isThisYear && { year: 'numeric' }),
  }).format(time)
}
