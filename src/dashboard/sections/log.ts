import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'

import { AuditAnswer, type AuditEntry, ErrorsAnswer } from '../../protocol/dashboard.js'
import { get } from '../api.js'
import { Section } from '../parts/section.js'

const HOURS = { '1': 'hour', '24': '24 hours', '168': '7 days' } as const
const WORDS = [
  ['verifier', 'Verifier'],
  ['application', 'Application'],
  ['outcome', 'Code'],
] as const
const TIMES = [
  ['from', 'From'],
  ['to', 'To'],
] as const

/** The audit log: counts of failures, and its entries. */
@customElement('we-log')
export class Log extends Section {
  static override styles = [
    Section.styles,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 12px;
      }

      label {
        display: flex;
        flex: 1 1 9rem;
        flex-direction: column;
        gap: 4px;
        font-weight: var(--strong);
      }

      label.hours {
        flex: none;
        max-inline-size: 14rem;
      }

    `,
  ]

  @state() private errors: ErrorsAnswer | undefined
  @state() private found: AuditAnswer | undefined
  /** The search that is shown, so that further pages use it. */
  #query = new URLSearchParams()
  /** Of which the failures are counted. */
  #hours: keyof typeof HOURS = '24'

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.session.hasAudit) void this.#start()
  }

  protected override render() {
    return html`
      <div class="column">
        <h1 tabindex="-1">Log</h1>
        ${this.failed()}
        ${
          this.session.hasAudit
            ? html`${this.#counts()}${this.#search()}${this.#entries()}`
            : html`<p class="notice">Start the dashboard with --audit to see the audit log.</p>`
        }
      </div>
    `
  }

  #counts(): TemplateResult {
    const codes = this.errors?.codes ?? []
    return html`
      <section class="card column" aria-labelledby="errors">
        <h2 id="errors">Failures</h2>
        <label class="hours">Of the last
          <select name="hours" @change=${this.#count}>
            ${Object.entries(HOURS).map(([hours, text]) => html`<option value=${hours} ?selected=${hours === '24'}>${text}</option>`)}
          </select></label>
        ${
          codes.length
            ? html`<dl>${codes.map(
                ({ code, count, last }) =>
                  html`<dt class="mono" dir="ltr">${code}</dt><dd>${count}, last ${inWords(last)}</dd>`,
              )}</dl>`
            : html`<p class="muted">There are none.</p>`
        }
        ${this.errors ? html`<p class="small muted">Counted since ${inWords(this.errors.since)}.</p>` : nothing}
      </section>
    `
  }

  #search(): TemplateResult {
    return html`
      <section class="card column" aria-labelledby="search">
        <h2 id="search">Search</h2>
        <form @submit=${this.#submit}>
          ${TIMES.map(([name, label]) => html`<label>${label}<input type="datetime-local" name=${name} /></label>`)}
          ${WORDS.map(([name, label]) => html`<label>${label}<input name=${name} spellcheck="false" autocomplete="off" /></label>`)}
          <button class="button primary" aria-disabled=${this.isBusy}>Search</button>
        </form>
      </section>
    `
  }

  #entries(): TemplateResult | typeof nothing {
    const { found } = this
    if (!found) return nothing
    return html`
      <ul class="column">${found.entries.map((entry) => card(entry))}</ul>
      ${found.entries.length ? nothing : html`<p class="muted">${nothingIn(found)}</p>`}
      ${
        found.next
          ? html`<p><button type="button" class="button outline" aria-disabled=${this.isBusy} @click=${this.#older}>Older entries</button></p>`
          : nothing
      }
    `
  }

  #start(): Promise<void> {
    return this.attempt(async () => {
      this.errors = await get('errors?hours=24', ErrorsAnswer)
      this.found = await get('audit', AuditAnswer)
    })
  }

  async #count(event: Event): Promise<void> {
    const select = event.target as HTMLSelectElement
    const hours = select.value as keyof typeof HOURS
    await this.attempt(async () => {
      this.errors = await get(`errors?hours=${hours}`, ErrorsAnswer)
      this.#hours = hours
      this.say(`${this.errors.codes.length} different failures.`)
    })
    // If it failed, or was not asked for, the old counts are still shown.
    select.value = this.#hours
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault()
    const data = new FormData(event.target as HTMLFormElement)
    const query = new URLSearchParams()
    for (const [name] of WORDS) query.set(name, String(data.get(name)).trim())
    for (const [name] of TIMES) {
      const time = String(data.get(name))
      query.set(name, time && new Date(time).toISOString())
    }
    for (const [name, value] of [...query]) if (!value) query.delete(name)
    void this.attempt(async () => {
      this.found = await get(`audit?${query}`, AuditAnswer)
      this.#query = query
      const { next, entries } = this.found
      const { length } = entries
      this.say(
        length ? `${counted(length)}${next ? ', and older ones' : ''}.` : nothingIn(this.found),
      )
    })
  }

  #older(): void {
    void this.attempt(async () => {
      const { entries, next } = this.found!
      this.#query.set('before', next!)
      const older = await get(`audit?${this.#query}`, AuditAnswer)
      this.found = { ...older, entries: [...entries, ...older.entries] }
      this.say(`${counted(older.entries.length)} more.`)
    })
  }
}

/** The search ends early in a long log. */
const nothingIn = ({ next }: AuditAnswer): string =>
  next ? 'Nothing was found so far.' : 'Nothing was found.'

function card({
  time,
  event,
  outcome,
  verifier,
  application,
  who,
  by,
  fields,
}: AuditEntry): TemplateResult {
  const rows = Object.entries({
    Verifier: verifier,
    Application: application,
    Person: who,
    By: by,
    Fields: fields?.join(', '),
  }).filter(([, value]) => value)
  return html`
    <li class="card">
      <dl>
        <dt>${inWords(time)}</dt><dd>${event}: ${outcome}</dd>
        ${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
      </dl>
    </li>
  `
}

const counted = (entries: number): string => (entries === 1 ? '1 entry' : `${entries} entries`)
const inWords = (time: string): string =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })
