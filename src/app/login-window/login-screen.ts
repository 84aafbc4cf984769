/** The login window's screen. */
import { msg } from '@lit/localize'
import { html, render, type TemplateResult } from 'lit'

import type { WalletError } from '../../shared/errors.js'
import { type Look, PLAIN } from '../appearance/look.js'
import '../screens/base/shell.js'
import '../screens/sign-in/sign-in.js'
import '../screens/base/status.js'

interface Shown {
  look?: Look
  /** Without content and without an error, the screen shows progress. */
  content?: TemplateResult
  error?: WalletError
  isDone?: boolean
}

export function screen({ look = PLAIN, content, error, isDone }: Shown): void {
  const rest = isDone ? done : progress
  render(
    html`<we-shell .look=${look}>${content ?? (error ? failure(error) : rest())}</we-shell>`,
    document.body,
  )
}

const done = () => html`<we-status is-done heading=${msg('You can close this window')}></we-status>`

const progress = () => html`<we-status heading=${msg('Signing you in…')}></we-status>`

const failure = (error: WalletError) => html`
  <we-status is-error heading=${msg('You cannot sign in here')} text=${whatToDo(error)}
    code=${error.detail ? `${error.code}: ${error.detail}` : error.code}></we-status>
`

function whatToDo({ code }: WalletError): string {
  switch (code) {
    case 'UNKNOWN_CLIENT':
      return msg(
        'No application is registered under the id that this site gave. Tell the site’s owner.',
      )
    case 'ORIGIN_NOT_ALLOWED':
      return msg('This site may not log in for the application it names. Tell the site’s owner.')
    case 'REDIRECT_NOT_ALLOWED':
      return msg(
        'The page to come back to is not registered for this application. Tell the site’s owner.',
      )
    case 'STATE_MISMATCH':
      return msg('The page that asked is gone. Go back to the site and sign in again.')
    case 'SERVICE_UNAVAILABLE':
      return msg('The sign-in service does not answer. Check your connection and try again.')
    default:
      return msg('The site’s request cannot be read. Go back to the site and sign in again.')
  }
}
