import { html, nothing, type TemplateResult } from 'lit'
import { state } from 'lit/decorators.js'
import { keyed } from 'lit/directives/keyed.js'

import { RegistryAnswer } from '../../protocol/dashboard.js'
import { get, type Write, write } from '../api.js'
import type { Fault, Field, Values } from './form.js'
import './form.js'
import { Section } from './section.js'

interface Shown {
  fields: readonly Field[]
  values: Values
  faults: readonly Fault[]
  /** Words of the button. */
  action: string
}

/** A section that shows the registry, and changes the version that it shows. */
export abstract class RegistrySection<Entry> extends Section {
  /** The entry in the form, or `new`; undefined if no form is open. */
  @state() protected edited: Entry | 'new' | undefined
  @state() protected registry: RegistryAnswer | undefined
  /** The change that waits for the person's confirmation. */
  @state() private waiting: { write: Write; done: string } | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    void this.load()
  }

  protected load(): Promise<void> {
    return this.attempt(async () => {
      this.registry = await get('registry', RegistryAnswer)
    })
  }

  /** @param done - Said when it is done. */
  protected async save(wanted: Write, done: string, isAccepted = false): Promise<void> {
    if (this.isBusy) return
    let saved = ''
    await this.attempt(async () => {
      this.waiting = { write: wanted, done }
      const { notes, needsSignal } = await write(wanted, this.registry!.version, isAccepted)
      this.waiting = undefined
      this.close()
      const signal = needsSignal
        ? ['Send SIGHUP to the services: without it they go on as before.']
        : []
      saved = [done, ...signal, ...notes.map((note) => `Note: ${note}.`)].join(' ')
    })
    if (saved) {
      // It is saved, even if this fails.
      await this.load()
      this.say(saved)
      await this.focusHeading()
    } else if (this.failure?.reason === 'moved-addresses') await this.#focusQuestion()
  }

  /** Title and the way to a new entry. */
  protected heading(title: string, add: string): TemplateResult {
    return html`
      <div class="line">
        <h1 tabindex="-1">${title}</h1>
        ${
          this.edited || !this.registry
            ? nothing
            : html`<button type="button" class="button outline" @click=${() => this.edit('new')}>${add}</button>`
        }
      </div>
      ${this.failed()}${this.question()}
    `
  }

  protected form(title: string, shown: Shown): TemplateResult {
    const names = new Set(shown.fields.map(({ name }) => name))
    const others = shown.faults.filter(({ field }) => !names.has(field.split('.')[0]!))
    return html`
      <div class="card column">
        <h2>${title}</h2>
        ${others.map(faultText)}
        ${keyed(
          this.edited,
          html`<we-form .fields=${shown.fields} .values=${shown.values}
            .faults=${shown.faults} .busy=${this.isBusy} .action=${shown.action}
            @send=${(event: CustomEvent<Values>) => this.send(event.detail)}
            @cancel=${this.cancel}></we-form>`,
        )}
      </div>
    `
  }

  /** Also shows faults of a change that had no form, such as a removal. */
  protected override failed(): TemplateResult | typeof nothing {
    const { reason, fields = [] } = this.failure ?? {}
    if (reason !== 'fields' || this.edited) return super.failed()
    return html`${fields.map(faultText)}`
  }

  /** The entry in the form, if it exists already. */
  protected get existing(): Entry | undefined {
    return this.edited === 'new' ? undefined : this.edited
  }

  protected abstract send(values: Values): void

  protected edit(edited: Entry | 'new'): void {
    this.close()
    this.edited = edited
  }

  protected async cancel(): Promise<void> {
    this.close()
    await this.focusHeading()
  }

  /** Closes the form. */
  protected close(): void {
    this.edited = undefined
    this.failure = undefined
  }

  /**
   * Says whose addresses would change, and offers to go on; or offers to reload after a change by a different person.
   */
  private question(): TemplateResult | typeof nothing {
    const { failure, waiting } = this
    if (failure?.reason === 'version-changed') {
      return html`<p class="line"><button type="button" class="button outline" @click=${this.#reload}>Load the registry again</button></p>`
    }
    if (!waiting || failure?.reason !== 'moved-addresses') return nothing
    return html`
      <div class="card column" role="group" aria-labelledby="question">
        <h2 id="question" tabindex="-1">This moves people's addresses</h2>
        <p>They get other wallets, or cannot sign in any more. Taking the change back does not undo what they do meanwhile.</p>
        <ul class="column">${(failure.moves ?? []).map(
          ({ sentence, people }) =>
            html`<li>${sentence}${people === undefined ? '.' : `: ${people} in the audit log.`}</li>`,
        )}</ul>
        <div class="line">
          <button type="button" class="button primary" @click=${this.#accept}>Move them</button>
          <button type="button" class="button outline" @click=${this.#keep}>Keep it as it is</button>
        </div>
      </div>
    `
  }

  #accept(): void {
    const { write: wanted, done } = this.waiting!
    void this.save(wanted, done, true)
  }

  async #keep(): Promise<void> {
    this.waiting = undefined
    this.failure = undefined
    this.close()
    this.say('Nothing was changed.')
    await this.focusHeading()
  }

  async #reload(): Promise<void> {
    this.close()
    await this.load()
    await this.focusHeading()
  }

  async #focusQuestion(): Promise<void> {
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('#question')?.focus()
  }
}

const faultText = ({ field, fault }: Fault): TemplateResult =>
  html`<p class="notice danger">${field}: ${fault}</p>`
