import { localized, msg } from '@lit/localize'
import { css, html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import type { AppConfig } from '../../../protocol/service.js'
import { anyLocalValue } from '../../appearance/locale/languages.js'
import { webUrl } from '../../appearance/look.js'
import { embedded } from '../base/embedded.js'
import { Screen } from '../base/screen.js'

/** The operator's announcement, in the person's language. */
@localized()
@customElement('we-billboard')
export class Billboard extends Screen {
  static override styles = [
    Screen.styles,
    embedded,
    css`
      .notice {
        flex-direction: column;
        gap: 4px;
      }

      h2 {
        color: inherit;
        font-size: var(--type-body);
      }
    `,
  ]

  @property({ attribute: false }) billboard: AppConfig['billboard']
  /** BCP 47 */
  @property() locale = 'en'

  protected override render() {
    const { title = {}, text = {}, url } = this.billboard ?? {}
    const link = webUrl(url)
    return html`
      <section class="notice" dir="auto">
        <h2>${anyLocalValue(title, this.locale)}</h2>
        <p>${anyLocalValue(text, this.locale)}</p>
        ${link ? html`<p><a href=${link} target="_blank" rel="noopener noreferrer">${msg('Learn more')}</a></p>` : nothing}
      </section>
    `
  }
}
