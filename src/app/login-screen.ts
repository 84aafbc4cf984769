/** What the login window shows. */
import { msg } from '@lit/localize'
import { html, render, type TemplateResult } from 'lit'

import type { WalletError } from '../shared/errors.js'
import type { WhiteLabel } from './white-label.js'
import './screens/shell.js'
import './screens/sign-in.js'
import './screens/status.js'

interface Shown {
  whiteLabel?: WhiteLabel | undefined
  /** Without it and without an error: that something is under way. */
  content?: TemplateResult
  error?: WalletError
}

export function screen({ whiteLabel, content, error }: Shown): void {
  render(
    html`<we-shell .whiteLabel=${whiteLabel}>${content ?? (error ? failure(error) : progress())}</we-shell>`,
    document.body,
  )
}

const progress = () => html`<we-status heading=${msg('Signing you in…')}></we-status>`

const failure = (error: WalletError) => html`
  <we-status is-error heading=${msg('You cannot sign in here')} code=${error.code} text=${error.message}></we-status>
`
