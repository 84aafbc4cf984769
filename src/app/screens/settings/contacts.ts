import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { visible } from '../../../chain/values/text.js'
import '../../../ui/identicon.js'
import { groupedAddress, shortAddress, typedAddress } from '../../../chain/values/addresses.js'
import { pen, plus } from '../../../ui/icons.js'
import { accountName } from '../../session/account-name.js'
import { Contacts, MAX_CONTACT_NAME, MAX_CONTACTS } from '../../stores/contacts.js'
import { recentRecipients } from '../../wallet/known-addresses.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { choices } from '../base/choices.js'
import { fields } from '../base/fields.js'
import { Screen } from '../base/screen.js'

/** Recent recipients shown below the contacts. */
const MAX_RECENT = 10

/** The address book: in settings to edit; in the send form to choose from, with recent and own addresses. */
@localized()
@customElement('we-contacts')
export class ContactsScreen extends Screen {
  static override styles = [
    Screen.styles,
    choices,
    fields,
    css`
      h2 {
        padding-block-end: 6px;
      }

      .wrong {
        color: var(--danger);
        font-size: var(--type-small);
        font-weight: 550;
      }

      .address {
        text-align: start;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  /** Chooses a recipient. Without it the book can be edited. */
  @property({ attribute: false }) onChoose?: (address: string) => void
  @property({ attribute: false }) onBack?: () => void
  /** Address to save: the form opens with it. */
  @property() draft = ''
  /** Address of the open entry; empty: a new entry; undefined: the list. */
  @state() private edited: string | undefined
  @state() private wrong: 'address' | 'name' | undefined

  protected override willUpdate(): void {
    if (this.hasUpdated || !this.draft) return
    const { isFull } = this.#contacts
    // The list says why no further address can be saved.
    if (!isFull || this.#contacts.nameOf(this.draft)) this.edited = this.draft
  }

  protected override render() {
    return this.edited === undefined ? this.#lists() : this.#form(this.edited)
  }

  get #contacts(): Contacts {
    return new Contacts(this.app.own.first)
  }

  #lists(): TemplateResult {
    const { app, onChoose } = this
    const { all, isFull } = this.#contacts
    const title = onChoose ? msg('Choose a recipient') : msg('Address book')
    return html`
      ${this.header(title, this.onBack ?? (() => app.show('settings')))}
      <main>
        ${onChoose ? this.#others() : nothing}
        <section aria-labelledby="book">
          ${onChoose ? html`<h2 id="book">${msg('Address book')}</h2>` : nothing}
          ${
            all.length
              ? html`<div class="rows">${all.map((one) => this.#entry(one.address, one.name))}</div>`
              : html`<p class="muted" id="book">${msg('Give the addresses of people you know a name. No site sees it.')}</p>`
          }
        </section>
        ${
          isFull
            ? html`<p class="small muted">${msg(str`There are ${MAX_CONTACTS} addresses, which is as many as the wallet keeps.`)}</p>`
            : nothing
        }
      </main>
      ${
        isFull
          ? nothing
          : html`<footer><button type="button" class="button ${onChoose ? '' : 'primary'}" @click=${() => this.#edit('')}>
              ${plus()}<span>${msg('Add an address')}</span></button></footer>`
      }
    `
  }

  /** Other recipients: the person's accounts and recent recipients. */
  #others(): TemplateResult {
    const { app } = this
    const contacts = this.#contacts
    const own = app.own.all.filter(({ address }) => address !== app.own.chosen)
    const recent = recentRecipients(app).filter((address) => !contacts.nameOf(address))
    return html`
      ${this.#section('own', msg('Your other accounts'), own, (one) => this.#choice(one.address, accountName(one)))}
      ${this.#section('recent', msg('Sent to last'), recent.slice(0, MAX_RECENT), (address) => this.#choice(address))}
    `
  }

  #section<T>(id: string, title: string, all: readonly T[], row: (one: T) => TemplateResult) {
    if (!all.length) return nothing
    return html`<section aria-labelledby=${id}><h2 id=${id}>${title}</h2><div class="rows">${all.map(row)}</div></section>`
  }

  #entry(address: string, name: string): TemplateResult {
    const label = msg(str`Change ${visible(name)}`)
    return html`
      <div class="line">
        ${this.#choice(address, name)}
        ${
          this.onChoose
            ? html`<button type="button" class="icon-button" aria-label=${label} title=${label}
                @click=${() => this.#edit(address)}>${pen()}</button>`
            : nothing
        }
      </div>
    `
  }

  #choice(address: string, name = ''): TemplateResult {
    const choose = () => (this.onChoose ? this.onChoose(address) : this.#edit(address))
    const short = html`<span class="mono" dir="ltr">${shortAddress(address)}</span>`
    return html`
      <button type="button" class="choice" @click=${choose}>
        <we-identicon address=${address}></we-identicon>
        <span>${name ? html`<bdi>${visible(name)}</bdi><span class="sub">${short}</span>` : short}</span>
      </button>
    `
  }

  #form(address: string): TemplateResult {
    const { wrong } = this
    const name = this.#contacts.nameOf(address)
    return html`
      ${this.header(name === undefined ? msg('Add an address') : msg('Change an address'), () => void this.#leave())}
      <main>
        <form id="contact" novalidate autocomplete="off" @submit=${this.#save}>
          <label>${msg('Name')}
            <input name="name" maxlength=${MAX_CONTACT_NAME} .value=${name ?? ''} aria-invalid=${wrong === 'name'}
              aria-describedby="wrong" /></label>
          ${
            address
              ? html`<p class="address" dir="ltr">${groupedAddress(address)}</p>`
              : html`<label>${msg('Address')}
                  <input name="address" class="mono" dir="ltr" spellcheck="false" autocapitalize="none" placeholder="0x…"
                    aria-invalid=${wrong === 'address'} aria-describedby="wrong" /></label>`
          }
        </form>
        <p id="wrong" class="wrong" role="alert">${wrong ? this.#problem(wrong) : nothing}</p>
      </main>
      <footer>
        ${
          name === undefined
            ? nothing
            : html`<button type="button" class="button" @click=${() => this.#remove(address)}>${msg('Remove')}</button>`
        }
        <button class="button primary" form="contact">${msg('Save')}</button>
      </footer>
    `
  }

  #problem(wrong: 'address' | 'name'): string {
    return wrong === 'name'
      ? msg('Enter a name.')
      : msg('This is no address, or a letter of it is wrong. It is 0x and 40 digits.')
  }

  #save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const data = new FormData(form)
    const name = String(data.get('name') ?? '').trim()
    const typed = this.edited || typedAddress(String(data.get('address') ?? ''))
    const address = await this.app.compute('checksum', typed)
    this.wrong = !name ? 'name' : address ? undefined : 'address'
    if (!this.wrong && address) {
      this.#contacts.save(address, name)
      await this.#leave(address)
    } else {
      await this.updateComplete
      form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    }
  }

  #remove(address: string): void {
    this.#contacts.remove(address)
    void this.#leave()
  }

  #edit(address: string): void {
    this.wrong = undefined
    this.edited = address
    void this.focusHeading()
  }

  /** Back to the list, or to the form that opened it. @param saved - The address that was saved. */
  async #leave(saved = ''): Promise<void> {
    if (this.draft && this.onBack) return saved ? this.onChoose?.(saved) : this.onBack()
    this.edited = undefined
    await this.focusHeading()
  }
}
