/** The latest transactions, and a link to all. */
import { msg } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import { idOf } from '../../activity/record.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { sentRow } from '../activity/sent-row.js'

/** Rows: more are a list to be read, and have a screen. */
const SHOWN = 3

export function recent(app: WalletApp): TemplateResult {
  // Nothing until the code for it is there.
  const all = app.activity?.all
  const rows = all
    ?.slice(0, SHOWN)
    .map((sent) => html`<li>${sentRow(app, sent, () => app.show('activity', idOf(sent)))}</li>`)
  return html`
    <section aria-labelledby="activity">
      <div class="title">
        <h2 id="activity">${msg('Activity')}</h2>
        ${
          rows?.length
            ? html`<button type="button" class="quiet" id="all" aria-labelledby="all activity"
                @click=${() => app.show('activity')}>${msg('See all')}</button>`
            : nothing
        }
      </div>
      ${
        rows?.length
          ? html`<ul class="sent">${rows}</ul>`
          : html`<p class="empty">${all ? msg('What you send from here appears here, with what became of it.') : msg('One moment…')}</p>`
      }
    </section>
  `
}
