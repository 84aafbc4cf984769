import { html, nothing, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { keyed } from 'lit/directives/keyed.js'

import '../parts/form.js'
import type { Fault, Values } from '../parts/form.js'
import { RegistrySection } from '../parts/registry-section.js'
import { bodyOf, type ListedVerifier, valuesOf, verifierFields } from './verifier-fields.js'

/** Who vouches for people. */
@customElement('we-verifiers')
export class Verifiers extends RegistrySection {
  /** The verifier in the form; `new`; or nothing. */
  @state() private edited: ListedVerifier | 'new' | undefined

  protected override render() {
    return html`
      <div class="column">
        <div class="line">
          <h1 tabindex="-1">Sign-in</h1>
          ${
            this.edited || !this.registry
              ? nothing
              : html`<button type="button" class="button outline" @click=${() => this.#edit('new')}>Add a verifier</button>`
          }
        </div>
        <p class="muted">Verifiers vouch for people. A client secret, where one is needed, goes into the login service's own file.</p>
        ${this.failed()}${this.question()}${this.#form()}
        <ul class="column">${this.registry?.verifiers.map((one) => this.#card(one))}</ul>
      </div>
    `
  }

  protected override close(): void {
    this.edited = undefined
    this.failure = undefined
  }

  #form(): TemplateResult | typeof nothing {
    const { edited } = this
    if (!edited) return nothing
    const verifier = edited === 'new' ? undefined : edited
    return html`
      <div class="card column">
        <h2>${verifier ? `Change ${verifier.name}` : 'New verifier'}</h2>
        ${keyed(
          edited,
          html`<we-form .fields=${verifierFields(verifier)} .values=${valuesOf(verifier)}
          .faults=${this.#faults()} .busy=${this.isBusy}
          .action=${verifier ? 'Check and save' : 'Check and add'}
          @send=${(event: CustomEvent<Values>) => this.#save(event.detail, verifier)}
          @cancel=${this.#cancel}></we-form>`,
        )}
      </div>
    `
  }

  /** The form has one field by a different name. */
  #faults(): Fault[] {
    return (this.failure?.fields ?? []).map(({ field, fault }) => {
      return { field: field === 'isVerifierIdCaseSensitive' ? 'ignoreCase' : field, fault }
    })
  }

  #card(verifier: ListedVerifier): TemplateResult {
    const { id, name, issuer, clientId, verifierIdField, aggregate, origins } = verifier
    const { isVerifierIdCaseSensitive: isExact } = verifier
    const claim = aggregate
      ? 'email, in lower case'
      : `${verifierIdField}${isExact ? '' : ', in lower case'}`
    return html`
      <li class="card column">
        <h2>${name}</h2>
        <dl>
          <dt>In the registry</dt><dd class="mono" dir="ltr">${id}</dd>
          <dt>Issuer</dt><dd>${issuer}</dd>
          <dt>Client id</dt><dd class="mono" dir="ltr">${clientId}</dd>
          <dt>People by</dt><dd>${claim}</dd>
          ${aggregate ? html`<dt>Aggregate</dt><dd>${aggregate}</dd>` : nothing}
          ${origins ? html`<dt>For these pages</dt><dd>${origins.map((origin) => html`<div>${origin}</div>`)}</dd>` : nothing}
        </dl>
        <div class="line">
          <button type="button" class="button outline" aria-label="Change ${name}" @click=${() => this.#edit(verifier)}>Change</button>
          <button type="button" class="quiet" aria-label="Remove ${name}" @click=${() => this.#remove(verifier)}>Remove</button>
        </div>
      </li>
    `
  }

  #edit(edited: ListedVerifier | 'new'): void {
    this.close()
    this.edited = edited
  }

  /** The API asks for the second word: that is the question whether to do it. */
  #remove({ id, name }: ListedVerifier): void {
    this.close()
    const path = `verifiers/${encodeURIComponent(id)}`
    void this.save({ method: 'DELETE', path, body: {} }, `${name} is removed.`)
  }

  #save(values: Values, verifier: ListedVerifier | undefined): void {
    const body = bodyOf(values, verifier)
    const name = verifier?.name ?? values.id
    if (!verifier) {
      void this.save({ method: 'POST', path: 'verifiers', body }, `${name} is added.`)
      return
    }
    const path = `verifiers/${encodeURIComponent(verifier.id)}`
    void this.save({ method: 'PATCH', path, body }, `${name} is saved.`)
  }

  async #cancel(): Promise<void> {
    this.close()
    await this.focusHeading()
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-verifiers': Verifiers
  }
}
