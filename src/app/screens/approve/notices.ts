/** Notices above the answer, with their weight. */
import { html, nothing, type TemplateResult } from 'lit'

import { info, warning } from '../../../ui/icons.js'
import type { ShownRisk } from '../explanation/summary.js'

/** `refused`: cannot be approved. `danger`: approving needs a second confirmation. `info`: no risk. */
export interface Notice {
  level: 'refused' | 'danger' | 'warning' | 'info'
  text: string
  /** The danger in a few words. */
  brief?: string
}

/** A line of the request. `kind`: how its value is set. */
export interface Row {
  label: string
  value: string
  kind?: 'address' | 'strong'
  /** Beneath it, smaller. */
  sub?: string
}

/** A question's texts. */
export interface Words {
  title: string
  rows: Row[]
  notices: Notice[]
}

export const isRefused = (notices: readonly Notice[]): boolean =>
  notices.some(({ level }) => level === 'refused')

export const dangersOf = (notices: readonly Notice[]): Notice[] =>
  notices.filter(({ level }) => level === 'danger')

/** Dangers that need a second confirmation, each with its address. */
export const dangersAmong = (risks: readonly ShownRisk[]): Notice[] =>
  risks.flatMap(({ severity, text, brief = '', index = '', address = '', other = '' }) =>
    severity === 'danger'
      ? [{ level: 'danger', text: `${text} ${index} ${address} ${other}`, brief }]
      : [],
  )

export const noticesOf = (notices: readonly Notice[]): TemplateResult =>
  html`${notices.map(({ level, text }) =>
    level === 'refused' || level === 'danger'
      ? html`<p class="notice danger" role="alert">${warning()}<span>${text}</span></p>`
      : html`<p class="notice ${level}">${level === 'info' ? info() : warning()}<span>${text}</span></p>`,
  )}`

export const rowsOf = (rows: readonly Row[]): TemplateResult | typeof nothing =>
  rows.length
    ? html`<dl class="rows">${rows.map(
        ({ label, value, kind, sub }) => html`
          <div class="row">
            <dt>${label}</dt>
            <dd>
              <bdi class=${kind ?? ''} dir=${kind === 'address' ? 'ltr' : 'auto'}>${value}</bdi>
              ${sub ? html`<span class="sub"><bdi>${sub}</bdi></span>` : nothing}
            </dd>
          </div>
        `,
      )}</dl>`
    : nothing
