import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'

import './sections/applications.js'
import './sections/log.js'
import './sections/nodes.js'
import './sections/verifiers.js'
import { EntryAnswer, SessionAnswer } from '../protocol/dashboard.js'
import { controls } from '../ui/controls.js'
import { applyColors, tokens } from '../ui/tokens.js'
import { ApiError, enter, get, leave } from './api.js'
import type { Said } from './parts/section.js'
import { layout } from './parts/styles.js'

const SECTIONS = {
  applications: 'Applications',
  'sign-in': 'Sign-in',
  nodes: 'Key nodes',
  log: 'Log',
} as const
type SectionName = keyof typeof SECTIONS

/** Fragment after a failed sign-in at the provider. */
const FAILED = '#sign-in-failed'

/** The whole page: who is signed in, which section is shown, and what was said last. */
@customElement('we-dashboard')
export class Dashboard extends LitElement {
  static override styles = [
    tokens,
    controls,
    layout,
    css`
      :host {
        min-block-size: 100vh;
      }

      header,
      main {
        max-inline-size: 56rem;
        margin-inline: auto;
        padding: 16px var(--edge);
      }

      nav a {
        display: inline-block;
        min-block-size: 44px;
        padding: 10px 4px;
        color: var(--muted);
        font-weight: var(--strong);
        text-decoration: none;
      }

      nav a[aria-current] {
        border-block-end: 3px solid var(--brand-text);
        color: var(--text);
      }

      .name {
        flex: 1 1 8rem;
        font-weight: var(--strong);
      }

      [role='status']:not(:empty) {
        margin-block-end: 16px;
      }
    `,
  ]

  /** Opens one session, and is then deleted. */
  private token: string | undefined
  @state() private session: SessionAnswer | undefined
  @state() private isStarting = true
  @state() private hasOidc = false
  @state() private name: SectionName = named()
  @state() private said = ''

  override connectedCallback(): void {
    super.connectedCallback()
    applyColors(this, {}, undefined)
    this.token = takeToken()
    addEventListener('hashchange', this.#onHash)
    void this.#start()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('hashchange', this.#onHash)
  }

  protected override updated(changed: PropertyValues): void {
    // Moves the focus to the heading of the new section.
    if (changed.has('name') && changed.get('name')) void this.#focusSection()
  }

  protected override render() {
    return html`
      <header class="line">
        <span class="name">Wallet dashboard</span>
        ${
          this.session
            ? html`<nav class="line" aria-label="Sections">${Object.entries(SECTIONS).map(([name, text]) => this.#link(name, text))}</nav>
                <button type="button" class="quiet" @click=${this.#leave}>Sign out</button>`
            : nothing
        }
      </header>
      <main @say=${this.#onSay} @signed-out=${this.#onSignedOut}>
        <div class=${this.said ? 'notice' : ''} role="status">${this.said}</div>
        ${this.#content()}
      </main>
    `
  }

  #link(name: string, text: string): TemplateResult {
    return html`<a href="#${name}" aria-current=${name === this.name ? 'page' : nothing}>${text}</a>`
  }

  #content(): TemplateResult | typeof nothing {
    const { session } = this
    if (this.isStarting) return nothing
    if (!session) {
      return html`<div class="column">
        <h1 tabindex="-1">Sign in</h1>
        ${this.hasOidc ? html`<p><a class="button primary" href="/api/oidc">Sign in with your provider</a></p>` : nothing}
        <p>${this.hasOidc ? 'Or open' : 'Open'} the link that the dashboard printed where it was started. It works once, for ten minutes.</p>
        <p>For a new one, send SIGUSR2 to the dashboard's process on that machine.</p>
      </div>`
    }
    switch (this.name) {
      case 'applications':
        return html`<we-applications .session=${session}></we-applications>`
      case 'sign-in':
        return html`<we-verifiers .session=${session}></we-verifiers>`
      case 'nodes':
        return html`<we-nodes .session=${session}></we-nodes>`
      case 'log':
        return html`<we-log .session=${session}></we-log>`
    }
  }

  async #start(): Promise<void> {
    const { token } = this
    this.token = undefined
    try {
      this.session = token ? await enter(token) : await get('session', SessionAnswer)
    } catch (error) {
      const isNew = !token && error instanceof ApiError && error.failure.status === 401
      if (!isNew) this.said = (error as Error).message
      if (location.hash === FAILED)
        this.said = 'Signing in did not work. The log of the dashboard says why.'
    }
    // Loaded even when signed in, since it is needed again after the session ends.
    this.hasOidc = await get('entry', EntryAnswer).then(
      ({ hasOidc }) => hasOidc,
      () => false,
    )
    this.isStarting = false
  }

  async #leave(): Promise<void> {
    try {
      await leave()
    } catch (error) {
      // Unless it was over before, the session goes on, and its cookie is still in this browser.
      const isOver = error instanceof ApiError && error.failure.status === 401
      if (!isOver) {
        this.said = (error as Error).message
        return
      }
    }
    this.session = undefined
    this.said = 'You are signed out.'
  }

  #onSay(event: Said): void {
    this.said = event.detail
  }

  #onSignedOut(): void {
    this.session = undefined
    this.said = 'The session is over.'
  }

  #onHash = (): void => {
    this.said = ''
    this.token = takeToken()
    if (this.token) void this.#start()
    else this.name = named()
  }

  async #focusSection(): Promise<void> {
    const section = this.renderRoot.querySelector<LitElement>('main > :last-child')
    await section?.updateComplete
    section?.shadowRoot?.querySelector<HTMLElement>('h1')?.focus()
  }
}

/**
 * Takes the token from the link that the dashboard printed (`#token=…`). A fragment reaches no server, and is removed
 * from the history here.
 */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined
  if (token) history.replaceState(null, '', location.pathname)
  return token
}

/** The section that the URL's fragment names. */
function named(): SectionName {
  const name = location.hash.slice(1)
  return Object.hasOwn(SECTIONS, name) ? (name as SectionName) : 'applications'
}
