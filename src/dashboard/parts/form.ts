import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { controls } from '../../ui/controls.js'
import { layout } from './styles.js'

/** `lines`: a text with one entry per line. */
export interface Field {
  kind: 'text' | 'lines' | 'choice' | 'flag'
  name: string
  label: string
  hint?: string
  isNeeded?: boolean
  /** Value and text of each choice. */
  options?: readonly (readonly [value: string, text: string])[]
  /** Is seldom needed: folded away. */
  isRare?: boolean
}

export type Values = Record<string, string | string[] | boolean>
/** `origins.1`: in the second line of `origins`. */
export interface Fault {
  field: string
  fault: string
}

/** A form made of a list of fields. Each fault stands at its field, and the first one has the focus. */
@customElement('we-form')
export class Form extends LitElement {
  static override styles = [
    controls,
    layout,
    css`
      form,
      .field {
        display: flex;
        flex-direction: column;
        gap: 16px;
      }

      .field {
        gap: 6px;
      }

      label,
      summary {
        font-weight: var(--strong);
      }

      textarea {
        resize: vertical;
      }

      .flag {
        display: flex;
        gap: 10px;
        align-items: center;
        min-block-size: 44px;
      }

      input[type='checkbox'] {
        inline-size: 20px;
        block-size: 20px;
        flex: none;
      }

      [aria-invalid='true'] {
        border-color: var(--danger) !important;
      }

      .fault {
        color: var(--danger);
        font-size: var(--type-note);
      }

      details[open] > summary {
        margin-block-end: 16px;
      }
    `,
  ]

  @property({ attribute: false }) fields: readonly Field[] = []
  /** Initial values. */
  @property({ attribute: false }) values: Values = {}
  @property({ attribute: false }) faults: readonly Fault[] = []
  /** Words of the button. */
  @property() action = 'Save'
  /** A request is running, so the button is disabled. */
  @property({ type: Boolean }) busy = false
  #sent: Values | undefined

  protected override firstUpdated(): void {
    this.#control(this.fields[0]!.name)?.focus()
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('faults') || !this.faults.length) return
    const first = this.fields.find(({ name }) => this.#faultsOf(name).length)
    if (!first) return
    const control = this.#control(first.name)
    const details = control?.closest('details')
    if (details) details.open = true
    control?.focus()
  }

  protected override render() {
    const rare = this.fields.filter(({ isRare }) => isRare)
    return html`
      <form novalidate @submit=${this.#send}>
        ${this.fields.filter(({ isRare }) => !isRare).map((field) => this.#field(field))}
        ${
          rare.length
            ? html`<details><summary>More</summary>
                <div class="column">${rare.map((field) => this.#field(field))}</div></details>`
            : nothing
        }
        <div class="line">
          <button class="button primary" aria-disabled=${this.busy}>${this.action}</button>
          <button type="button" class="button outline" @click=${this.#cancel}>Cancel</button>
        </div>
      </form>
    `
  }

  #field(field: Field): TemplateResult {
    const { kind, name, label, hint } = field
    const faults = this.#faultsOf(name)
    const described = [hint && `${name}-hint`, faults.length && `${name}-fault`]
    const control = this.#input(field, described.filter(Boolean).join(' '), faults.length > 0)
    return html`
      <div class="field">
        ${
          kind === 'flag'
            ? html`<label class="flag">${control}<span>${label}</span></label>`
            : html`<label for=${name}>${label}</label>${control}`
        }
        ${hint ? html`<p class="small muted" id="${name}-hint">${hint}</p>` : nothing}
        ${
          faults.length
            ? html`<p class="fault" id="${name}-fault">${faults.map((text) => html`<span>${text} </span>`)}</p>`
            : nothing
        }
      </div>
    `
  }

  #input(field: Field, describedBy: string, isWrong: boolean): TemplateResult {
    const { kind, name, isNeeded = false, options = [] } = field
    const value = this.#valueOf(name)
    const described = describedBy || nothing
    if (kind === 'flag') {
      return html`<input type="checkbox" id=${name} name=${name} .checked=${(this.#sent ?? this.values)[name] === true}
        aria-invalid=${isWrong} aria-describedby=${described} />`
    }
    if (kind === 'choice') {
      return html`<select id=${name} name=${name} aria-invalid=${isWrong} aria-describedby=${described}>
        ${options.map(([one, text]) => html`<option value=${one} ?selected=${one === value}>${text}</option>`)}
      </select>`
    }
    if (kind === 'lines') {
      const lines = [value ?? []].flat().join('\n')
      return html`<textarea id=${name} name=${name} rows="3" spellcheck="false" autocomplete="off" .value=${lines}
        ?required=${isNeeded} aria-invalid=${isWrong} aria-describedby=${described}></textarea>`
    }
    return html`<input id=${name} name=${name} spellcheck="false" autocomplete="off" .value=${String(value ?? '')}
      ?required=${isNeeded} aria-invalid=${isWrong} aria-describedby=${described} />`
  }

  #faultsOf(name: string): string[] {
    const { isNeeded } = this.fields.find((field) => field.name === name)!
    const isWrong = this.faults.some(({ field }) => field === name)
    if (isNeeded && isWrong && !this.#valueOf(name)?.length) return ['Fill this in.']
    return this.faults.flatMap(({ field, fault }) => {
      const [own, at] = field.split('.')
      if (own !== name) return []
      const line = at && /^\d+$/.test(at) ? `Line ${Number(at) + 1}: ` : ''
      return `${line}${fault}`
    })
  }

  /** After a fault, the form keeps what was typed. */
  #valueOf(name: string): Exclude<Values[string], boolean> | undefined {
    const value = (this.#sent ?? this.values)[name]
    return typeof value === 'boolean' ? undefined : value
  }

  #control(name: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(`[name="${name}"]`)
  }

  #send(event: SubmitEvent): void {
    event.preventDefault()
    if (this.busy) return
    const data = new FormData(event.target as HTMLFormElement)
    const values = this.fields.map(({ kind, name }): [string, Values[string]] => {
      const text = String(data.get(name) ?? '').trim()
      if (kind === 'flag') return [name, data.has(name)]
      const lines = text.split('\n').map((one) => one.trim())
      return [name, kind === 'lines' ? lines.filter(Boolean) : text]
    })
    this.#sent = Object.fromEntries(values)
    this.dispatchEvent(new CustomEvent('send', { detail: this.#sent }))
  }

  #cancel(): void {
    this.dispatchEvent(new CustomEvent('cancel'))
  }
}
