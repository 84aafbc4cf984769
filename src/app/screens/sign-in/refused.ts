import './open-elsewhere.js'
import { html, type TemplateResult } from 'lit'
import type { LoginOption } from '../../sign-in/login-options.js'
import type { WalletApp } from '../../wallet/wallet-app.js'

export interface Refused {
  option: LoginOption
  /** The app that shows this page. */
  by: string
}

/** A screen for a provider that refuses logins in this browser or app. */
export const refusedScreen = (
  { flow, site }: WalletApp,
  { option, by }: Refused,
  onCancel: () => void,
): TemplateResult =>
  html`<we-open-elsewhere provider=${option.name} app=${by} link=${site ?? location.origin}
    .onTry=${() => flow.start(option)} .onCancel=${onCancel}></we-open-elsewhere>`
