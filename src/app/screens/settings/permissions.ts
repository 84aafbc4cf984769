import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import type { Standing } from '../../../chain/past/standing.js'
import { isEqual, shortAddress } from '../../../chain/values/addresses.js'
import { isPending } from '../../activity/record.js'
import { Looking } from '../../wallet/assets/looking.js'
import { findStanding } from '../../wallet/assets/standing.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { networkName, tickerOf } from '../base/network.js'
import { Screen } from '../base/screen.js'
import { caution, danger, longDate, refusalText } from '../base/shared-parts.js'
import { permissionText } from '../explanation/permission-texts.js'

/** Permissions that others have, and buttons to revoke them. */
@localized()
@customElement('we-permissions')
export class Permissions extends Screen {
  static override styles = [
    Screen.styles,
    css`
      .row {
        align-items: center;
        flex-wrap: nowrap;
        gap: 12px;
      }

      .row p {
        flex: 1;
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }

      .row .button {
        flex: none;
      }

      .silent {
        padding: 0 16px 12px;
      }

      section {
        display: flex;
        flex: none;
        flex-direction: column;
        gap: 8px;
      }

      h2 {
        font-size: var(--type-body);
      }

      .more {
        display: flex;
        flex-direction: column;
        align-items: flex-start;
        gap: 8px;
      }

      .more .quiet {
        margin-inline-start: -12px;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  @state() private failure = ''
  readonly #standing = new Looking(this, findStanding)

  protected override render() {
    const { app } = this
    return html`
      ${this.header(msg('Token permissions'), () => app.show('settings'))}
      <main tabindex="0">
        <p class="muted">${msg(str`Who may spend or move what this account has on ${networkName(app.chains.current)}. Revoke what you no longer need. Each costs a network fee.`)}</p>
        <div role="status">${this.#state()}</div>
        ${this.failure ? danger(this.failure) : nothing}
        ${this.#list()}
      </main>
    `
  }

  #state(): TemplateResult | string | typeof nothing {
    const { state, found } = this.#standing
    switch (state) {
      case 'asking':
        return found ? nothing : msg('One moment…')
      case 'unasked':
        return html`<p>${msg('The site chose the node of this network, so the wallet does not ask it for permissions.')}</p>`
      case 'silent':
        return html`${caution(msg('The network did not list your permissions. There may still be some.'))}
          <button type="button" class="quiet" @click=${this.#look}>${msg('Try again')}</button>`
      case 'done':
        return found?.list.length ? nothing : this.#nothing()
    }
  }

  #nothing(): TemplateResult {
    return html`<p>${
      this.#standing.found?.since === undefined && !this.#standing.found?.hasMore
        ? msg('No token permissions were found.')
        : msg('Nothing was found so far.')
    }</p>`
  }

  #list(): TemplateResult | typeof nothing {
    const { found } = this.#standing
    if (!found) return nothing
    const { list, hasMore, since, known } = found
    const isKnown = ({ permission: { contract } }: Standing) =>
      !!contract && known.has(contract.toLowerCase())
    return html`
      ${this.#rows(list.filter(isKnown))}
      ${this.#unlisted(list.filter((one) => !isKnown(one)))}
      ${hasMore ? html`<p class="muted">${msg('There are more than are shown here.')}</p>` : nothing}
      ${since === undefined ? nothing : this.#more(since)}
    `
  }

  #rows(list: readonly Standing[]): TemplateResult | typeof nothing {
    if (!list.length) return nothing
    return html`<div class="rows">${list.map((one) => this.#row(one))}</div>`
  }

  /**
   * Contracts that are in no token list. Any contract can claim a permission, and can do anything when it is called.
   */
  #unlisted(list: readonly Standing[]): TemplateResult | typeof nothing {
    if (!list.length) return nothing
    return html`
      <section aria-labelledby="unlisted">
        <h2 id="unlisted">${msg('Contracts that are in no list')}</h2>
        <p class="small muted">${msg('Any contract can make such an entry by itself. Revoking calls it, so read the confirmation closely.')}</p>
        ${this.#rows(list)}
      </section>
    `
  }

  #row({ permission, revoke, until }: Standing): TemplateResult {
    const { app } = this
    const { parties, tokens, held } = this.#standing.found!
    const ticker = tickerOf(app.chains.current)
    const wording = {
      locale: app.appearance.locale,
      ticker,
      account: app.own.chosen!,
      parties,
      tokens,
    }
    const text = permissionText(permission, wording, held)
    const { contract = '' } = permission
    return html`
      <div class="row">
        <p>${text}
          <span class="sub"><span class="mono" dir="ltr" title=${permission.to}>${shortAddress(permission.to)}</span></span>
          <span class="sub">${msg('Contract')}: <span class="mono" dir="ltr" title=${contract}>${shortAddress(contract)}</span>${
            until === undefined
              ? nothing
              : html` · ${msg(str`Until ${dateText(until, app.appearance.locale)}`)}`
          }</span></p>
        ${revoke ? this.#ending(revoke, text) : nothing}
      </div>
      ${revoke ? nothing : html`<p class="small muted silent">${msg('This contract does not answer as a token does.')}</p>`}
    `
  }

  #ending(revoke: NonNullable<Standing['revoke']>, text: string): TemplateResult {
    if (this.#isUnderWay(revoke)) return html`<span class="sub">${msg('On its way')}</span>`
    return html`<button type="button" class="button" aria-label=${msg(str`Revoke: ${text}`)}
      @click=${() => this.#revoke(revoke)}>${msg('Revoke')}</button>`
  }

  #more(since: number): TemplateResult {
    const when = longDate(since, this.app.appearance.locale)
    return html`
      <div class="more">
        <p class="muted">${
          since
            ? msg(str`What was allowed before ${when} was not looked for yet.`)
            : msg('What was allowed longer ago was not looked for yet.')
        }</p>
        <button type="button" class="quiet" aria-disabled=${this.#standing.state === 'asking'}
          @click=${this.#look}>${msg('Look further back')}</button>
      </div>
    `
  }

  #look = (): void => {
    if (this.#standing.state !== 'asking' || !this.#standing.found) void this.#standing.look()
  }

  /** Asks the person to confirm the transaction. The list updates when the transaction is settled. */
  async #revoke({ to, data }: NonNullable<Standing['revoke']>): Promise<void> {
    const { app } = this
    this.failure = ''
    try {
      await app.core.send({ from: app.own.chosen!, to, data, value: 0n, fees: undefined })
    } catch (error) {
      this.failure = refusalText(error)
    }
  }

  #isUnderWay({ to, data }: NonNullable<Standing['revoke']>): boolean {
    const { core, own, chains } = this.app
    const { chainId } = chains.current
    const pending = core.activity?.everybodys.filter(
      (sent) => isPending(sent) && sent.account === own.chosen && sent.chainId === chainId,
    )
    return !!pending?.some((sent) => isEqual(sent.to ?? '', to) && sent.data === data)
  }
}

/** @param seconds - Since 1970; as many as a calendar has, or more. */
function dateText(seconds: bigint, locale: string): string {
  const time = Number(seconds < FOR_EVER ? seconds : FOR_EVER) * 1000
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(time)
}

/** The last second of the year 9999. */
const FOR_EVER = 253_402_300_799n
