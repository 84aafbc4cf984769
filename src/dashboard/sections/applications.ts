import { html, nothing, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'

import type { Values } from '../parts/form.js'
import { RegistrySection } from '../parts/registry-section.js'
import {
  applicationFields,
  bodyOf,
  type ListedApplication,
  valuesOf,
} from './application-fields.js'

/** The applications: sites that sign people in by `LoginClient`. */
@customElement('we-applications')
export class Applications extends RegistrySection<ListedApplication> {
  /** The application that is being removed. */
  @state() private leaving: ListedApplication | undefined

  protected override render() {
    return html`
      <div class="column">
        ${this.heading('Applications', 'Add an application')}${this.#form()}
        <ul class="column">${this.registry?.applications.map((one) => this.#card(one))}</ul>
      </div>
    `
  }

  protected override close(): void {
    super.close()
    this.leaving = undefined
  }

  #form(): TemplateResult | typeof nothing {
    if (!this.edited) return nothing
    const application = this.existing
    return this.form(application ? `Change ${application.name}` : 'New application', {
      fields: applicationFields(application),
      values: valuesOf(application),
      faults: this.failure?.fields ?? [],
      action: application ? 'Save' : 'Add',
    })
  }

  #card(application: ListedApplication): TemplateResult {
    const { id, name, logo, origins, redirectUrls, permissions, approvals } = application
    const shown = origins.filter((origin) => Object.hasOwn(approvals, origin))
    return html`
      <li class="card column">
        <h2>${name}</h2>
        <dl>
          <dt>Client id</dt><dd class="mono" dir="ltr">${id}</dd>
          <dt>Origins</dt><dd>${origins.map((origin) => html`<div>${origin}</div>`)}</dd>
          ${redirectUrls.length ? html`<dt>Redirect URLs</dt><dd>${redirectUrls.map((url) => html`<div>${url}</div>`)}</dd>` : nothing}
          ${logo ? html`<dt>Logo</dt><dd>${logo}</dd>` : nothing}
          ${shown.length ? html`<dt>Wallet shown</dt><dd>${shown.map((origin) => html`<div>${origin}: approve in the ${approvals[origin]}</div>`)}</dd>` : nothing}
          ${permissions.length ? html`<dt>Permissions</dt><dd>${permissions.join(', ')}</dd>` : nothing}
        </dl>
        ${this.leaving?.id === id ? this.#farewell(application) : this.#actions(application)}
      </li>
    `
  }

  #actions(application: ListedApplication): TemplateResult {
    const { name } = application
    return html`
      <div class="line">
        <button type="button" class="button outline" aria-label="Change ${name}" @click=${() => this.edit(application)}>Change</button>
        <button type="button" class="quiet" aria-label="Remove ${name}" @click=${() => this.#ask(application)}>Remove</button>
      </div>
    `
  }

  #farewell({ id, name }: ListedApplication): TemplateResult {
    return html`
      <div class="line" role="group" aria-label="Remove ${name}">
        <p>Its pages cannot sign people in any more.</p>
        <button type="button" class="button outline" id="remove" @click=${() => this.#remove(id, name)}>Remove ${name}</button>
        <button type="button" class="quiet" @click=${this.cancel}>Keep it</button>
      </div>
    `
  }

  async #ask(application: ListedApplication): Promise<void> {
    this.close()
    this.leaving = application
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('#remove')?.focus()
  }

  #remove(id: string, name: string): void {
    const path = `applications/${encodeURIComponent(id)}`
    void this.save({ method: 'DELETE', path }, `${name} is removed.`)
  }

  protected override send(values: Values): void {
    const application = this.existing
    const body = bodyOf(values, application)
    const path = application ? `applications/${encodeURIComponent(application.id)}` : 'applications'
    const method = application ? 'PUT' : 'POST'
    const done = `${values.name} is ${application ? 'saved' : 'added'}.`
    void this.save({ method, path, body }, done)
  }
}
