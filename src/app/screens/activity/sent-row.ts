/** A sent transaction, as a row that opens it. */
import { css, html, nothing, type TemplateResult } from 'lit'
import { until } from 'lit/directives/until.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import { visible } from '../../../chain/values/text.js'
import { formatAmount } from '../../../chain/values/units.js'
import { check, plus, up, windows } from '../../../ui/icons.js'
import { type Sent, timeOf } from '../../activity/record.js'
import { knownAddressesOf, recipientOf } from '../../wallet/known-addresses.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { networkName, tickerOf } from '../base/network.js'
import { timeText } from '../base/shared-parts.js'
import { moodOf, statusWords } from './sent-words.js'
import {
  isKnownToken,
  loadSummaries,
  loadTokens,
  summaryOf,
  type TransactionSummary,
  tokenOf,
} from './transaction-summary.js'

/** Use as `ul.sent`. Its rows need the styles of `choices` as well. */
export const sentRows = css`
  ul.sent {
    flex: none;
    margin: 0;
    padding: 0;
    border: 1px solid transparent;
    border-radius: var(--radius);
    background: var(--sunken);
    list-style: none;
  }

  ul.sent li + li {
    border-block-start: 1px solid var(--line);
  }

  ul.sent li:first-child .choice {
    border-start-start-radius: var(--radius);
    border-start-end-radius: var(--radius);
  }

  ul.sent li:last-child .choice {
    border-end-start-radius: var(--radius);
    border-end-end-radius: var(--radius);
  }

  ul.sent li:not(:first-child, :last-child) .choice {
    border-radius: 0;
  }

  /* It opens nothing. */
  ul.sent div.choice:hover {
    background: none;
  }

  ul.sent .kind {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
    border-radius: 50%;
    background: var(--raised);
    color: var(--muted);
  }

  ul.sent .kind svg {
    inline-size: 18px;
    block-size: 18px;
  }

  ul.sent .kind .spinner {
    inline-size: 18px;
    block-size: 18px;
    border-width: 2px;
  }

  ul.sent .about {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
  }

  ul.sent .sub.good {
    color: var(--success);
  }

  ul.sent .sub.bad {
    color: var(--danger);
  }

  ul.sent .sub.waiting {
    color: var(--brand-text);
    font-weight: var(--strong);
  }
`

const ICONS = { payment: up, token: up, approval: check, call: windows, contract: plus }

/** @param timeWords - When; by default day and time. */
export function sentRow(
  app: WalletApp,
  sent: Sent,
  onOpen: () => void,
  timeWords = timeText(timeOf(sent), app.appearance.locale),
): TemplateResult {
  const { locale } = app.appearance
  const chain = app.chains.find(sent.chainId)
  const isElsewhere = sent.chainId !== app.chains.current.chainId
  const mood = moodOf(sent)
  const icon = (deed: TransactionSummary) => ICONS[deed.kind]()
  return html`
    <button type="button" class="choice" @click=${onOpen}>
      <span class="kind" aria-hidden="true">${
        mood === 'waiting' ? html`<span class="spinner"></span>` : deedText(sent, icon)
      }</span>
      <span>
        ${deedText(sent, ({ words }) => words)}
        <span class="sub about">
          ${until(
            loadTokens(sent.chainId).then(() => party(app, sent)),
            party(app, sent),
          )}
          ${isElsewhere ? html`<bdi>${chain ? networkName(chain) : sent.chainId}</bdi>` : nothing}
          <span>${timeWords}</span>
        </span>
      </span>
      <span class="amount">
        ${
          sent.value
            ? html`<bdi>${formatAmount(sent.value, locale)} ${chain ? tickerOf(chain) : ''}</bdi>`
            : tokenAmount(app, sent)
        }
        <span class="sub ${mood}">${statusWords(sent)}</span>
      </span>
    </button>
  `
}

/**
 * The recipient, by the name in the address book; else the called contract. For a token transfer, only if the token is
 * known.
 */
function party(app: WalletApp, sent: Sent): TemplateResult | typeof nothing {
  const isToken = !sent.value && !!sent.to && isKnownToken(app, sent, sent.to)
  const address = isToken ? recipientOf(sent) : sent.to
  if (!address) return nothing
  const name = knownAddressesOf(app).names?.[address.toLowerCase()]
  return name
    ? html`<bdi>${visible(name)}</bdi>`
    : html`<bdi class="mono" dir="ltr">${shortAddress(address)}</bdi>`
}

/** The amount of the token sent; nothing for a token that the wallet does not know. */
function tokenAmount(app: WalletApp, sent: Sent) {
  const now = () => {
    const { moved } = summaryOf(sent)
    const token = moved && tokenOf(app, sent, moved.token)
    if (!token) return nothing
    const amount = formatAmount(moved.amount, app.appearance.locale, undefined, token.decimals)
    return html`<bdi>${amount} ${visible(token.symbol)}</bdi>`
  }
  return until(Promise.all([loadSummaries(), loadTokens(sent.chainId)]).then(now), now())
}

/** What the transaction does; in more detail once the decoder has loaded. */
const deedText = (sent: Sent, part: (deed: TransactionSummary) => unknown) =>
  until(
    loadSummaries().then(() => part(summaryOf(sent))),
    part(summaryOf(sent)),
  )
