import { localized, msg } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { info, lock, warning } from '../../../ui/icons.js'
import type { Sync, SyncState } from '../../sync/sync.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { Screen } from '../base/screen.js'

/** What comes along to the person's other devices, how that is going, and its end. */
@localized()
@customElement('we-other-devices')
export class OtherDevices extends Screen {
  @property({ attribute: false }) app!: WalletApp
  @property({ attribute: false }) sync!: Pick<Sync, 'state' | 'begin' | 'forget'>
  @state() private isBusy = false
  @state() private hasFailed = false

  protected override render() {
    const { app, sync } = this
    const { state } = sync
    return html`
      ${this.header(msg('Your other devices'), () => app.show('settings'))}
      <main>
        <p>${msg('Names, contacts, added tokens and settings are saved, so that you find them on every site and device where you sign in.')}</p>
        <p class="notice">${lock()}<span>${msg('They are encrypted with your key. Only you can read them.')}</span></p>
        ${notice(state)}
        ${this.hasFailed ? html`<p class="notice warning" role="alert">${warning()}<span>${msg('That did not work. Try again in a moment.')}</span></p>` : nothing}
      </main>
      ${this.#actions(state)}
    `
  }

  #actions(state: SyncState): TemplateResult | typeof nothing {
    if (state === 'next-sign-in' || state === 'none') return nothing
    return html`<footer>${
      state === 'off'
        ? html`<button type="button" class="button primary" @click=${this.#begin}>${msg('Save again')}</button>`
        : html`<button type="button" class="button" aria-disabled=${this.isBusy} @click=${this.#forget}>${msg('Delete what is saved')}</button>`
    }</footer>`
  }

  #forget = async (): Promise<void> => {
    if (this.isBusy) return
    this.isBusy = true
    this.hasFailed = await this.sync.forget().then(
      () => false,
      () => true,
    )
    this.isBusy = false
  }

  #begin = (): void => {
    this.sync.begin()
    this.requestUpdate()
  }
}

function notice(state: SyncState): TemplateResult {
  const texts: Record<SyncState, string> = {
    none: '',
    saved: msg('Everything is saved.'),
    waiting: msg('Not everything is saved yet. The wallet keeps trying.'),
    'next-sign-in': msg(
      'Nothing is saved yet. That happens the next time you sign in with a provider or by e-mail.',
    ),
    full: msg('There is too much to save. Remove tokens or contacts that you do not need.'),
    off: msg(
      'Deleted. This browser saves nothing any more. What is on this device stays here, and other devices may save what they have.',
    ),
  }
  const isWarning = state === 'full' || state === 'next-sign-in'
  return html`<p class="notice ${isWarning ? 'warning' : ''}" role="status">${isWarning ? warning() : info()}<span>${texts[state]}</span></p>`
}

declare global {
  interface HTMLElementTagNameMap {
    'we-other-devices': OtherDevices
  }
}
