/** The icons of logins. */
import { html, nothing, svg, type TemplateResult } from 'lit'

import { type Path, providerMark } from '../shared/marks/provider-marks.js'
import { key, mail } from './first-icons.js'

/**
 * The logo for a login's type; else the first letter of its name.
 *
 * @param more - Further logos; undefined while they load.
 */
export function providerIcon(
  typeOfLogin: string,
  name: string,
  more: Record<string, Path> | undefined,
): TemplateResult | typeof nothing {
  if (typeOfLogin === 'passwordless' || typeOfLogin === 'email-password') return mail()
  if (typeOfLogin === 'jwt') return key()
  const mark = providerMark(typeOfLogin, more)
  if (!mark && !more) return nothing
  if (!mark) {
    return html`<svg viewBox="0 0 24 24" aria-hidden="true">
      ${svg`<circle cx="12" cy="12" r="11" fill="none" stroke="currentColor" stroke-width="1.8" />
        <text x="12" y="16.5" text-anchor="middle" font-size="12" font-weight="700" fill="currentColor">${name.slice(0, 1)}</text>`}
    </svg>`
  }
  return html`<svg viewBox="-1 -1 26 26" aria-hidden="true">
    ${mark.map(({ d, color }) => svg`<path d=${d} fill=${color ?? 'currentColor'} />`)}
  </svg>`
}
