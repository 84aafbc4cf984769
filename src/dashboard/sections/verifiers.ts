import { html, nothing, type TemplateResult } from 'lit'
import { customElement } from 'lit/decorators.js'

import type { TrialAnswer } from '../../protocol/dashboard.js'
import { tryLogin } from '../api.js'
import type { Fault, Values } from '../parts/form.js'
import { RegistrySection } from '../parts/registry-section.js'
import { bodyOf, type ListedVerifier, valuesOf, verifierFields } from './verifier-fields.js'

/** What a login shows that was tried with a code that the provider never gave. */
const TRIED: Record<TrialAnswer['outcome'], (name: string, detail: string) => string> = {
  works: (name) => `${name} works: the provider knows the client and its secret.`,
  fails: (name, detail) => `Logins by ${name} fail: ${detail}`,
  unclear: (name, detail) =>
    `${name} answers ${detail}. Whether that is about the client, its documentation says.`,
}

/** The verifiers: identity providers and other ways to sign in. */
@customElement('we-verifiers')
export class Verifiers extends RegistrySection<ListedVerifier> {
  protected override render() {
    return html`
      <div class="column">
        ${this.heading('Sign-in', 'Add a verifier')}
        <p class="muted">Verifiers vouch for people. A client secret, where one is needed, goes into the login service's own file.</p>
        ${this.#form()}
        <ul class="column">${this.registry?.verifiers.map((one) => this.#card(one))}</ul>
      </div>
    `
  }

  #form(): TemplateResult | typeof nothing {
    if (!this.edited) return nothing
    const verifier = this.existing
    return this.form(verifier ? `Change ${verifier.name}` : 'New verifier', {
      fields: verifierFields(verifier),
      values: valuesOf(verifier),
      faults: this.#faults(),
      action: verifier ? 'Check and save' : 'Check and add',
    })
  }

  /** Maps the API's field name to the form's. */
  #faults(): Fault[] {
    return (this.failure?.fields ?? []).map(({ field, fault }) => {
      return { field: field === 'isVerifierIdCaseSensitive' ? 'ignoreCase' : field, fault }
    })
  }

  #card(verifier: ListedVerifier): TemplateResult {
    const { id, name, protocol, issuer, clientId, verifierIdField, aggregate, origins } = verifier
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
          <button type="button" class="button outline" aria-label="Change ${name}" @click=${() => this.edit(verifier)}>Change</button>
          ${
            this.session.hasWallet && protocol !== 'email'
              ? html`<button type="button" class="button outline" aria-label="Try ${name}" @click=${() => this.#try(verifier)}>Try</button>`
              : nothing
          }
          <button type="button" class="quiet" aria-label="Remove ${name}" @click=${() => this.#remove(verifier)}>Remove</button>
        </div>
      </li>
    `
  }

  /** Without the confirming word the API refuses, and the section then asks the person. */
  #remove({ id, name }: ListedVerifier): void {
    this.close()
    const path = `verifiers/${encodeURIComponent(id)}`
    void this.save({ method: 'DELETE', path, body: {} }, `${name} is removed.`)
  }

  async #try({ id, name }: ListedVerifier): Promise<void> {
    this.close()
    await this.attempt(async () => {
      this.say(`${name} is asked.`)
      const { outcome, detail } = await tryLogin(id)
      this.say(TRIED[outcome](name, detail))
    })
  }

  protected override send(values: Values): void {
    const verifier = this.existing
    const body = bodyOf(values, verifier)
    const path = verifier ? `verifiers/${encodeURIComponent(verifier.id)}` : 'verifiers'
    const done = verifier ? `${verifier.name} is saved.` : `${values.id} is added.`
    void this.save({ method: verifier ? 'PATCH' : 'POST', path, body }, done)
  }
}
