/** What screens are made of. */
import { html } from 'lit'

import '../../src/ui/copy-button.js'
import '../../src/ui/identicon.js'
import '../../src/ui/qr-code.js'
import { loginOptions } from '../../src/app/sign-in/login-options.js'
import * as icons from '../../src/ui/icons.js'
import '../../src/app/screens/base/brand-mark.js'
import '../../src/app/screens/approve/transactions/allowance.js'
import '../../src/app/screens/sign-in/login-mark.js'
import { PLAIN } from '../../src/app/appearance/look.js'
import './piece.js'
import { ACCOUNT, CONTRACT, EVERY_LOGIN, EXTRAS, OTHER } from './data.js'
import { appearance } from './stand-in.js'
import type { Area } from './state.js'

export const pieces: Area = {
  name: 'Pieces',
  isPieces: true,
  states: [
    {
      name: 'buttons',
      draw: () =>
        html`<we-piece .content=${html`
        <button type="button" class="button primary">Primary</button>
        <button type="button" class="button">Plain</button>
        <button type="button" class="button outline">Outline</button>
        <button type="button" class="button primary" aria-disabled="true">Not now</button>
        <button type="button" class="quiet">${icons.plus()}Quiet</button>
        <button type="button" class="icon-button" aria-label="Back">${icons.back()}</button>
      `}></we-piece>`,
    },
    {
      name: 'texts',
      draw: () =>
        html`<we-piece .content=${html`
        <h1>A heading that says what this is about</h1>
        <h2>A heading of a part</h2>
        <p>A sentence to be read, with <a href="https://example.test">a link</a>.</p>
        <p class="muted">A sentence that explains.</p>
        <p class="small muted">A sentence that may be passed over.</p>
        <p class="mono">${ACCOUNT}</p>
      `}></we-piece>`,
    },
    {
      name: 'notices',
      draw: () =>
        html`<we-piece .content=${html`
        <p class="notice">${icons.info()}<span>Something to know.</span></p>
        <p class="notice success">${icons.check()}<span>Something is done.</span></p>
        <p class="notice warning">${icons.warning()}<span>Something to look at, with <a href="https://example.test">a link</a>.</span></p>
        <p class="notice danger">${icons.info()}<span>Something is wrong.</span></p>
        <div class="spinner"></div>
      `}></we-piece>`,
    },
    {
      name: 'an allowance that the person changed',
      draw: () =>
        html`<we-piece .content=${html`
        <we-allowance symbol="USDX" decimals="6" .asked=${250_000_000n} isEdited></we-allowance>
      `}></we-piece>`,
    },
    {
      name: 'fields',
      draw: () =>
        html`<we-piece .content=${html`
        <form>
          <label>Name<input value="Sample Person" /></label>
          <label>Empty<input placeholder="0x…" /></label>
          <label>Wrong<input aria-invalid="true" value="nobody" /></label>
        </form>
      `}></we-piece>`,
    },
    {
      name: 'icons',
      draw: () =>
        html`<we-piece .content=${Object.values(icons).map((icon) => icon())}></we-piece>`,
    },
    {
      name: 'marks of logins',
      draw: () =>
        html`<we-piece .content=${loginOptions(EVERY_LOGIN, {}).map(
          (option) =>
            html`<we-login-mark .option=${option} .scheme=${appearance.look.scheme}></we-login-mark>`,
        )}></we-piece>`,
    },
    {
      name: 'identicons',
      draw: () =>
        html`<we-piece .content=${[ACCOUNT, OTHER, CONTRACT].map(
          (address) => html`<we-identicon address=${address}></we-identicon>`,
        )}></we-piece>`,
    },
    {
      name: 'copy buttons',
      draw: () =>
        html`<we-piece .content=${html`
        <we-copy text=${ACCOUNT} label="Copy address"></we-copy>
        <we-copy full text=${ACCOUNT} label="Copy address"></we-copy>
        <we-copy full text=${ACCOUNT} label="Copy address" .outcome=${'copied'}></we-copy>
      `}></we-piece>`,
    },
    { name: 'QR code', draw: () => html`<we-qr text=${ACCOUNT} label="Your address"></we-qr>` },
    { name: 'the wallet’s mark', draw: () => html`<we-brand .look=${PLAIN}></we-brand>` },
    {
      name: 'billboard',
      draw: () => html`<we-billboard .billboard=${EXTRAS.billboard} locale="en"></we-billboard>`,
    },
  ],
}
