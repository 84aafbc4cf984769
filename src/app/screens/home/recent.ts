/** The latest transactions and received coins, with a link to all. */
import { msg } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import { idOf, timeOf } from '../../activity/record.js'
import { ownerOf } from '../../wallet/assets/balance.js'
import { coinsReceived } from '../../wallet/assets/coins-received.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { coinsRow } from '../activity/arrival-row.js'
import { sentRow } from '../activity/sent-row.js'

/** Rows shown here; the activity screen has the whole list. */
const SHOWN = 3

export function recent(app: WalletApp): TemplateResult {
  // Undefined until the code has loaded.
  const all = app.core.activity?.all
  const sent = all?.map((one) => ({
    time: timeOf(one),
    row: () => sentRow(app, one, () => app.show('activity', idOf(one))),
  }))
  const came = coinsReceived(app.store, ownerOf(app)).map((one) => ({
    time: one.time,
    row: () => coinsRow(app, one),
  }))
  const rows =
    sent &&
    [...sent, ...came]
      .sort((one, other) => other.time - one.time)
      .slice(0, SHOWN)
      .map(({ row }) => html`<li>${row()}</li>`)
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
