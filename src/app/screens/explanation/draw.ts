/** Draws an explanation: balance changes first, then risks, then calls. */
import { msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { groupedAddress } from '../../../chain/values/addresses.js'
import { warning } from '../../../ui/icons.js'
import type { ShownRisk, Summary } from './summary.js'
import type { Shown, ShownCall } from './values.js'

export const riskStyles = css`
  .risks {
    display: flex;
    flex-direction: column;
    gap: 8px;
  }

  .risks > div > span {
    display: flex;
    flex-direction: column;
    gap: 4px;
    min-inline-size: 0;
  }
`

export const explanationStyles = css`
  ${riskStyles}
  .changes {
    display: flex;
    flex-direction: column;
    gap: 6px;
  }

  .change {
    font-size: var(--type-heading);
    font-weight: 650;
    letter-spacing: -0.015em;
    line-height: 1.2;
  }

  .change.grant {
    font-size: var(--type-body);
    line-height: 1.35;
  }

  .change.gain {
    color: var(--success);
  }

  .change .note,
  .change .address {
    display: block;
    color: var(--muted);
    font-weight: 400;
    letter-spacing: 0;
  }

  .change .note {
    font-size: var(--type-note);
  }

  .pending {
    inline-size: 60%;
    block-size: 24px;
    border-radius: 8px;
    background: var(--hover);
  }

  .calls {
    display: flex;
    flex-direction: column;
    gap: 12px;
    list-style: none;
  }

  .calls > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }

  .calls .calls {
    margin-inline-start: 4px;
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--line);
  }

  .call-title {
    color: var(--text);
    font-size: var(--type-body);
    font-weight: 600;
  }

  .call-title.unreviewed {
    color: var(--muted);
    font-weight: 400;
  }

  .row .address {
    color: var(--muted);
  }

  .recipients summary {
    min-block-size: 44px;
    padding-block: 11px;
    cursor: pointer;
  }

  .recipients ol {
    padding-inline-start: 32px;
  }

  .recipients .address {
    display: block;
    color: var(--muted);
  }
`

/** The balance changes. Leaves out addresses that the call itself already shows. */
export function drawChanges(
  summary: Summary | undefined,
  isPending: boolean,
): TemplateResult | typeof nothing {
  const { changes, outcome } = summary ?? {}
  if (!changes && !outcome && !isPending) return nothing
  const named = new Set(summary?.calls.flatMap(addressesIn))
  const isFailing = !!outcome && !changes
  return html`
    <section class="changes" aria-live="polite">
      <h2>${msg('What changes for you')}</h2>
      ${(changes ?? []).map(
        ({ isGain, text, note, address, isGrant }) => html`
          <p class="change ${isGrant ? 'grant' : isGain ? 'gain' : 'loss'}"><bdi>${text}</bdi>
            ${note ? html`<span class="note">${note}</span>` : nothing}
            ${
              address && !named.has(address.toLowerCase())
                ? html`<span class="address" dir="ltr">${groupedAddress(address)}</span>`
                : nothing
            }</p>
        `,
      )}
      ${outcome ? html`<p class=${isFailing ? '' : 'muted'}>${outcome}</p>` : nothing}
      ${
        isPending && !outcome && !changes
          ? html`<div class="pending"></div><p class="visually-hidden">${msg('Working out what this changes…')}</p>`
          : nothing
      }
    </section>
  `
}

const addressesIn = ({ lines, inner, recipients = [] }: ShownCall): string[] => [
  ...[...lines, ...recipients].flatMap(({ address }) => address?.toLowerCase() ?? []),
  ...inner.flatMap(addressesIn),
]

export function drawRisks(risks: readonly ShownRisk[]): TemplateResult | typeof nothing {
  if (!risks.length) return nothing
  return html`<div class="risks">${risks.map(drawRisk)}</div>`
}

/** A note has no box: boxes are for warnings. */
const drawRisk = ({ severity, text, address, other }: ShownRisk): TemplateResult => html`
  <div class=${severity === 'note' ? 'muted' : `notice ${severity}`} role=${severity === 'danger' ? 'alert' : 'note'}>
    ${severity === 'note' ? nothing : warning()}
    <span>
      <span>${text}</span>
      ${address ? html`<span class="address" dir="ltr">${groupedAddress(address)}</span>` : nothing}
      ${
        other
          ? html`<span>${msg('The one that you know:')}</span>
              <span class="address" dir="ltr">${groupedAddress(other)}</span>`
          : nothing
      }
    </span>
  </div>
`

/** @param isTitled - Whether the call's own title is shown, and not only above all. */
export function drawCall(call: ShownCall, isTitled: boolean): TemplateResult {
  const { title, described } = call
  const quiet = described && !described.isReviewed ? 'unreviewed' : ''
  return html`
    ${isTitled ? html`<h2 class="call-title ${quiet}"><bdi>${title}</bdi></h2>` : nothing}
    ${described ? html`<p class="muted">${described.note}</p>` : nothing}
    <dl class="rows">
      ${call.lines.map(
        ({ label, text, address }) => html`
          <div class="row">
            <dt><bdi>${label}</bdi></dt>
            <dd>
              <bdi>${text}</bdi>
              ${address ? html`<span class="address" dir="ltr">${groupedAddress(address)}</span>` : nothing}
            </dd>
          </div>
        `,
      )}
    </dl>
    ${call.recipients ? drawRecipients(call.recipients) : nothing}
    ${
      call.inner.length
        ? html`<ol class="calls">${call.inner.map((inner) => html`<li>${drawCall(inner, true)}</li>`)}</ol>`
        : nothing
    }
  `
}

/** The recipients, folded away: the line above has their number and the total. */
const drawRecipients = (recipients: readonly Shown[]): TemplateResult => html`
  <details class="recipients">
    <summary>${msg(str`All ${recipients.length} recipients`)}</summary>
    <ol>${recipients.map(
      ({ text, address }) => html`<li><bdi>${text}</bdi>
        ${address ? html`<span class="address" dir="ltr">${groupedAddress(address)}</span>` : nothing}</li>`,
    )}</ol>
  </details>
`
