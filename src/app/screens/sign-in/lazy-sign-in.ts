/** Rare sign-in screens, loaded when needed. */
import { html, type TemplateResult } from 'lit'
import type { LoginFlow } from '../../sign-in/login-flow.js'
import type { LoginStatus } from '../../sign-in/login-status.js'
import './popup-blocked.js'

export type LazyStatus = Extract<LoginStatus, { name: 'blocked' | 'phrase' | 'email' }>

/** @param redraw - Called when the screen has loaded. */
export function lazySignIn(
  flow: LoginFlow,
  status: LazyStatus,
  redraw: () => void,
): TemplateResult {
  const waiting = (loading: Promise<unknown>) => {
    // A chunk that does not load is reported where the sign-in begins.
    loading.then(redraw, (cause) => void flow.run(() => Promise.reject(cause)))
    return html`<we-status></we-status>`
  }
  const onCancel = () => flow.cancel()
  switch (status.name) {
    case 'blocked':
      return html`<we-popup-blocked .option=${status.option} .onContinue=${() => flow.retry()}
        .onLeave=${status.canLeave ? () => flow.leave() : undefined} .onCancel=${onCancel}></we-popup-blocked>`
    case 'phrase':
      if (!customElements.get('we-recovery-entry')) {
        return waiting(import('./recovery-entry.js'))
      }
      return html`<we-recovery-entry .onSecret=${status.onSecret} .onCancel=${onCancel}></we-recovery-entry>`
    case 'email':
      if (!customElements.get('we-email-login')) return waiting(import('./email-login.js'))
      return html`<we-email-login .login=${status.login}></we-email-login>`
  }
}
