import { localized, msg, str } from '@lit/localize'
import { css, html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import '../../../ui/copy-button.js'
import { windows } from '../../../ui/icons.js'
import { Screen } from '../base/screen.js'

/** Says that the provider refuses the browser within an app, and how to get to a real one. */
@localized()
@customElement('we-open-elsewhere')
export class OpenElsewhere extends Screen {
  static override styles = [
    Screen.styles,
    css`
      main {
        justify-content: center;
      }

      .link {
        padding: 12px 14px;
        border-radius: var(--radius);
        background: var(--sunken);
        user-select: all;
      }
    `,
  ]

  /** Name of the identity provider. */
  @property() provider = ''
  /** Name of the app whose built-in browser this is; `''` if unknown. */
  @property() app = ''
  /** URL of the page that the person came from. */
  @property() link = ''
  /** The detection of in-app browsers can be wrong. */
  @property({ attribute: false }) onTry?: () => void
  /** Goes back to the other logins; absent without such. */
  @property({ attribute: false }) onCancel?: () => void

  protected override render() {
    const { provider, app, link, onCancel } = this
    return html`
      <main>
        <span class="mark">${windows()}</span>
        <h1 tabindex="-1">${msg('Open this page in your browser')}</h1>
        <p>${
          app
            ? msg(str`${provider} does not allow signing in inside ${app}.`)
            : msg(str`${provider} does not allow signing in inside a different app.`)
        } ${msg('Copy the link, open it in your browser, and sign in there.')}</p>
        <p class="mono link" dir="ltr">${link}</p>
        <we-copy full text=${link} label=${msg('Copy the link')}></we-copy>
      </main>
      <footer>
        ${onCancel ? html`<button type="button" class="button" @click=${onCancel}>${msg('Cancel')}</button>` : nothing}
        <button type="button" class="button" @click=${() => this.onTry?.()}>${msg('Try it here')}</button>
      </footer>
    `
  }
}
