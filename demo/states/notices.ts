/** Notices in the middle of an otherwise empty screen. */
import { html } from 'lit'

import { loginOptions } from '../../src/app/sign-in/login-options.js'
import '../../src/app/screens/lazy-screens.js'
import { CONFIG } from './data.js'
import type { Area } from './state.js'

const [google] = loginOptions(CONFIG.verifiers, {})

export const notices: Area = {
  name: 'Notices',
  states: [
    { name: 'one moment', draw: () => html`<we-status></we-status>` },
    {
      name: 'done',
      draw: () => html`<we-status is-done heading="You can close this window"></we-status>`,
    },
    {
      name: 'an error',
      draw: () => html`<we-status is-error heading="You cannot sign in here"
        text="This site may not log in for the application it names. Tell the site’s owner."
        code="ORIGIN_NOT_ALLOWED: https://a-site-with-a-long-name-that-nobody-registered.example.test"></we-status>`,
    },
    {
      name: 'the browser blocked the window',
      draw: () => html`<we-popup-blocked .option=${google}></we-popup-blocked>`,
    },
    {
      name: 'the browser blocked the window twice',
      draw: () => html`<we-popup-blocked .onLeave=${() => {}}></we-popup-blocked>`,
    },
    ...(['expired', 'elsewhere', 'replaced'] as const).map((why) => ({
      name: `the session ended in the middle of a question (${why})`,
      draw: () => html`<we-ended why=${why}></we-ended>`,
    })),
    {
      name: 'the question wants a window',
      draw: () => html`<we-approval-window></we-approval-window>`,
    },
    {
      name: 'the question is in a window',
      draw: () => html`<we-approval-window status="waiting"></we-approval-window>`,
    },
    {
      name: 'no window opened for the question',
      draw: () => html`<we-approval-window status="failed"></we-approval-window>`,
    },
  ],
}
