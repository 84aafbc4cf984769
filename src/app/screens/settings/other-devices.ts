import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { info, lock, warning } from '../../../ui/icons.js'
import { endEverywhere, isEnded } from '../../shared-session/ended.js'
import { type KnownSession, KnownSessions } from '../../stores/known-sessions.js'
import type { Sync, SyncState } from '../../sync/sync.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { Screen } from '../base/screen.js'
import { caution, siteName } from '../base/shared-parts.js'

/** Milliseconds to wait until the login service has recorded the end of a session. */
const END_TIME = 10_000

/** Sync with the person's other devices: what it includes, its state, and how to end it; and the sessions there. */
@localized()
@customElement('we-other-devices')
export class OtherDevices extends Screen {
  static override styles = [
    Screen.styles,
    css`
      h2 {
        font-size: var(--type-body);
      }

      li {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
        padding: 12px 16px;
        list-style: none;
      }

      li + li {
        border-block-start: 1px solid var(--line);
      }

      .what {
        flex: 1 1 12ch;
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }

      .what span {
        display: block;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  @property({ attribute: false }) sync!: Pick<Sync, 'state' | 'begin' | 'forget'>
  @state() private isBusy = false
  @state() private hasFailed = false
  /** Ended, as the login service says. */
  @state() private ended: ReadonlySet<string> = new Set()

  override connectedCallback(): void {
    super.connectedCallback()
    for (const { id } of this.#sessions) void this.#look(id)
  }

  protected override render() {
    const { app, sync } = this
    const { state } = sync
    return html`
      ${this.header(msg('Your other devices'), () => app.show('settings'))}
      <main>
        <p>${msg('Names, contacts, settings, tokens and networks that you added, and your last 20 transactions are saved, so that you find them on every site and device where you sign in.')}</p>
        <p class="notice">${lock()}<span>${msg('They are encrypted with your key. Only you can read them.')}</span></p>
        ${notice(state)}
        ${this.hasFailed ? caution(msg('That did not work. Try again in a moment.')) : nothing}
        ${this.#signedIn()}
      </main>
      ${this.#actions(state)}
    `
  }

  get #known(): KnownSessions {
    return new KnownSessions(this.app.own.first)
  }

  /** The latest first. */
  get #sessions(): KnownSession[] {
    const sessions = this.#known.live.filter(({ id }) => !this.ended.has(id))
    return sessions.sort((one, other) => other.used - one.used)
  }

  #signedIn(): TemplateResult | typeof nothing {
    const sessions = this.#sessions
    const ids = new Set(sessions.map(({ id }) => id))
    if (!ids.size) return nothing
    const at = (id: string) => sessions.filter((one) => one.id === id)
    return html`
      <h2>${msg('Where you are signed in')}</h2>
      <ul class="rows">${[...ids].map((id) => this.#session(id, at(id)))}</ul>
    `
  }

  /** One session, at all its sites. */
  #session(id: string, sessions: KnownSession[]): TemplateResult {
    const { browser, used, site } = sessions[0]!
    const name = browser || siteName(site || location.origin)
    const day = new Date(used).toLocaleDateString(this.app.appearance.locale)
    const isHere = id === this.app.life.current?.id
    return html`
      <li>
        <div class="what">
          <strong>${isHere ? msg('This browser') : name}</strong>
          ${sessions.map(({ site }) => html`<span class="muted small">${siteName(site || location.origin)}</span>`)}
          <span class="muted small">${msg(str`Last used on ${day}`)}</span>
        </div>
        ${
          isHere
            ? nothing
            : html`<button type="button" class="quiet" aria-disabled=${this.isBusy} aria-label=${`${msg('Log out')}: ${name}`}
                @click=${() => this.#end(id)}>${msg('Log out')}</button>`
        }
      </li>
    `
  }

  /** A session stays in the list if the service does not answer. */
  async #look(id: string): Promise<void> {
    if (await isEnded(id).catch(() => false)) this.#drop(id)
  }

  #end = async (id: string): Promise<void> => {
    if (this.isBusy) return
    this.isBusy = true
    this.hasFailed = await endEverywhere(id, END_TIME).then(
      () => false,
      () => true,
    )
    if (!this.hasFailed) {
      this.#drop(id)
      void this.focusHeading()
    }
    this.isBusy = false
  }

  #drop(id: string): void {
    this.#known.noteEnd(id)
    this.ended = new Set([...this.ended, id])
  }

  #actions(state: SyncState): TemplateResult | typeof nothing {
    if (state === 'next-sign-in' || state === 'none') return nothing
    return html`<footer>${
      state === 'off'
        ? html`<button type="button" class="button primary" @click=${this.#begin}>${msg('Save again')}</button>`
        : html`<button type="button" class="button" aria-disabled=${this.isBusy} @click=${this.#forget}>${msg('Delete what is saved')}</button>`
    }</footer>`
  }

  #forget = async (): Promise<void> => {
    if (this.isBusy) return
    this.isBusy = true
    this.hasFailed = await this.sync.forget().then(
      () => false,
      () => true,
    )
    this.isBusy = false
    if (!this.hasFailed) void this.focusHeading()
  }

  #begin = (): void => {
    this.sync.begin()
    this.requestUpdate()
    void this.focusHeading()
  }
}

function notice(state: SyncState): TemplateResult {
  const texts: Record<SyncState, string> = {
    none: '',
    saved: msg('Everything is saved.'),
    waiting: msg('Not everything is saved yet. The wallet keeps trying.'),
    'next-sign-in': msg(
      'Nothing is saved yet. That happens the next time you sign in with a provider or by e-mail.',
    ),
    full: msg('There is too much to save. Remove tokens or contacts that you do not need.'),
    off: msg(
      'Deleted. This browser saves nothing any more. What is on this device stays here, and other devices may save what they have.',
    ),
  }
  const isWarning = state === 'full' || state === 'next-sign-in'
  return html`<p class="notice ${isWarning ? 'warning' : ''}" role="status">${isWarning ? warning() : info()}<span>${texts[state]}</span></p>`
}
