import { html, nothing, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { keyed } from 'lit/directives/keyed.js'

import '../parts/form.js'
import type { Values } from '../parts/form.js'
import { RegistrySection } from '../parts/registry-section.js'
import {
  applicationFields,
  bodyOf,
  type ListedApplication,
  valuesOf,
} from './application-fields.js'

/** The sites that sign people in. */
@customElement('we-applications')
export class Applications extends RegistrySection {
  /** The application in the form; `new`; or nothing. */
  @state() private edited: ListedApplication | 'new' | undefined
  /** The application that is about to go. */
  @state() private leaving: ListedApplication | undefined

  protected override render() {
    return html`
      <div class="column">
        <div class="line">
          <h1 tabindex="-1">Applications</h1>
          ${
            this.edited || !this.registry
              ? nothing
              : html`<button type="button" class="button outline" @click=${() => this.#edit('new')}>Add an application</button>`
          }
        </div>
        ${this.failed()}${this.question()}${this.#form()}
        <ul class="column">${this.registry?.applications.map((one) => this.#card(one))}</ul>
      </div>
    `
  }

  protected override close(): void {
    this.edited = undefined
    this.leaving = undefined
    this.failure = undefined
  }

  #form(): TemplateResult | typeof nothing {
    const { edited } = this
    if (!edited) return nothing
    const application = edited === 'new' ? undefined : edited
    return html`
      <div class="card column">
        <h2>${application ? `Change ${application.name}` : 'New application'}</h2>
        ${keyed(
          edited,
          html`<we-form .fields=${applicationFields(application)} .values=${valuesOf(application)}
          .faults=${this.failure?.fields ?? []} .busy=${this.isBusy}
          .action=${application ? 'Save' : 'Add'}
          @send=${(event: CustomEvent<Values>) => this.#save(event.detail, application)}
          @cancel=${this.#cancel}></we-form>`,
        )}
      </div>
    `
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
        <button type="button" class="button outline" aria-label="Change ${name}" @click=${() => this.#edit(application)}>Change</button>
        <button type="button" class="quiet" aria-label="Remove ${name}" @click=${() => this.#ask(application)}>Remove</button>
      </div>
    `
  }

  #farewell({ id, name }: ListedApplication): TemplateResult {
    return html`
      <div class="line" role="group" aria-label="Remove ${name}">
        <p>Its pages cannot sign people in any more.</p>
        <button type="button" class="button outline" id="remove" @click=${() => this.#remove(id, name)}>Remove ${name}</button>
        <button type="button" class="quiet" @click=${this.#cancel}>Keep it</button>
      </div>
    `
  }

  #edit(edited: ListedApplication | 'new'): void {
    this.close()
    this.edited = edited
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

  #save(values: Values, application: ListedApplication | undefined): void {
    const body = bodyOf(values, application)
    const { name } = values
    if (!application) {
      void this.save({ method: 'POST', path: 'applications', body }, `${name} is added.`)
      return
    }
    const path = `applications/${encodeURIComponent(application.id)}`
    void this.save({ method: 'PUT', path, body }, `${name} is saved.`)
  }

  async #cancel(): Promise<void> {
    this.close()
    await this.focusHeading()
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-applications': Applications
  }
}
