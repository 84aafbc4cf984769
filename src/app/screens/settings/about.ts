import { localized, msg } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { up } from '../../../ui/icons.js'
import { webUrl } from '../../appearance/look.js'
import { buildName } from '../../support/config.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { choices } from '../base/choices.js'
import { Screen } from '../base/screen.js'

/** The licence of this software, by its SPDX name (package.json). */
const LICENCE = 'MIT'

/** The wallet's version, its operator, and the terms. */
@localized()
@customElement('we-about')
export class About extends Screen {
  static override styles = [Screen.styles, choices]

  @property({ attribute: false }) app!: WalletApp

  protected override render() {
    const { app } = this
    const { terms, privacy, source } = app.content.config.links ?? {}
    return html`
      ${this.header(msg('About'), () => app.show('settings'))}
      <main>
        <dl class="rows">
          <div class="row"><dt>${msg('Wallet')}</dt><dd><bdi>${location.host}</bdi></dd></div>
          <div class="row"><dt>${msg('Version')}</dt><dd><bdi dir="ltr">${buildName() || '–'}</bdi></dd></div>
          <div class="row"><dt>${msg('Licence')}</dt><dd><bdi>${LICENCE}</bdi></dd></div>
        </dl>
        ${
          terms || privacy || source
            ? html`<div class="rows">
                ${link(msg('Terms'), terms)}${link(msg('Privacy'), privacy)}${link(msg('Source code'), source)}
              </div>`
            : nothing
        }
      </main>
    `
  }
}

function link(text: string, url: string | undefined): TemplateResult | typeof nothing {
  const href = webUrl(url)
  if (!href) return nothing
  return html`<a class="choice" href=${href} target="_blank" rel="noopener noreferrer"><span>${text}</span>${up()}</a>`
}
