/** Reminds new users to save the recovery phrase. */
import { msg } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import { key } from '../../../ui/icons.js'
import { isBackupDue, postponeBackup } from '../../session/backup.js'
import { offersPasskey } from '../../sign-in/login-options.js'
import type { WalletApp } from '../../wallet/wallet-app.js'

/**
 * Empty once the phrase is saved. The page may hide the card (`skipKeyOnboarding`). @param redraw - Called when the
 * person hides it.
 */
export function backupCard(app: WalletApp, redraw: () => void): TemplateResult | typeof nothing {
  const address = app.own.first
  if (!address || app.params.skipKeyOnboarding || !isBackupDue(address)) return nothing
  const later = () => {
    postponeBackup(address)
    redraw()
  }
  // The passkey window shows its own errors.
  const addPasskey = () => void app.addPasskey().catch(() => {})
  return html`
    <section class="backup" aria-labelledby="backup">
      <span class="mark">${key()}</span>
      <h2 id="backup">${msg('Save your recovery phrase')}</h2>
      <p class="muted">${msg('24 words that bring your account back if you ever lose your login.')}</p>
      <div class="choices">
        <button type="button" class="quiet now" @click=${() => app.show('phrase')}>${msg('Save it now')}</button>
        ${
          offersPasskey(app.params)
            ? html`<button type="button" class="quiet" @click=${addPasskey}>${msg('Add a passkey')}</button>`
            : nothing
        }
        <button type="button" class="quiet" @click=${later}>${msg('Not now')}</button>
      </div>
    </section>
  `
}
