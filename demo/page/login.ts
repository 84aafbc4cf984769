import '../../components/login-button/login-button.define.js'

import { LoginClient, type LoginClientOptions, type LoginParams } from '../../src/index.js'
import { ALL_PROVIDERS } from '../stack/providers.js'
import type { DemoConfig } from './config.js'
import { byId, describe, make, onClick, setState, setText, shorten } from './dom.js'
import { log } from './log.js'

type UxMode = NonNullable<LoginClientOptions['uxMode']>

/** Fields of the profile, in words. */
const PROFILE = {
  name: 'Name',
  email: 'E-mail',
  typeOfLogin: 'Signed in with',
  verifier: 'Vouched for by',
  verifierId: 'Known there as',
  aggregateVerifier: 'Group of providers',
  profileImage: 'Picture',
} as const

/** The login client, on its own. `?uxMode=redirect` in the page's address has it leave the page. */
export class LoginSection {
  readonly #config: DemoConfig
  #isRevealed = false

  constructor(config: DemoConfig) {
    this.#config = config
    const asked = new URLSearchParams(location.search).get('uxMode')
    const uxMode: UxMode = asked === 'redirect' ? 'redirect' : 'popup'
    window.loginClient = this.#create(uxMode)
    for (const radio of document.querySelectorAll<HTMLInputElement>('[name=ux-mode]')) {
      radio.checked = radio.value === uxMode
      radio.addEventListener('change', () => void this.#switch(radio.value as UxMode))
    }
    const choices = { '': 'whatever the visitor chooses', ...ALL_PROVIDERS, webauthn: 'a passkey' }
    byId('client-provider').append(
      ...Object.entries(choices).map(([value, name]) => make('option', { value }, name)),
    )
    onClick('client-login', 'client-result', async () => {
      await window.loginClient.login(this.#params())
      return undefined
    })
    onClick('client-logout', 'client-result', async () => {
      await window.loginClient.logout(this.#isFast() ? { fastLogin: true } : {})
      return undefined
    })
    onClick('client-leave', 'client-result', async () => {
      const fastLogin = this.#isFast()
      await window.loginClient.logout({ redirectUrl: location.href, appState: noteOf(), fastLogin })
      return undefined
    })
    byId('client-reveal').addEventListener('click', () => {
      this.#isRevealed = !this.#isRevealed
      this.#showKey()
    })
  }

  /** Never rejects: what goes wrong is shown. */
  async start(): Promise<void> {
    try {
      await window.loginClient.init()
      await this.#show()
    } catch (error) {
      setState('client-state', 'failed', 'Not available')
      log('loginClient', 'init failed', describe(error))
    }
  }

  #create(uxMode: UxMode): LoginClient {
    const client = new LoginClient({
      clientId: 'demo',
      uxMode,
      buildEnv: 'development',
      walletUrls: { development: this.#config.walletUrl },
    })
    for (const event of ['login', 'logout', 'sessionExpired', 'error'] as const) {
      client.on(event, (...details: unknown[]) => {
        log('loginClient', event, details[0] && describe(details[0]))
        void this.#show()
      })
    }
    byId<HTMLElementTagNameMap['login-button']>('login-google').client = client
    return client
  }

  /** All clients of an application share one session: it goes on with the next. */
  async #switch(uxMode: UxMode): Promise<void> {
    const before = window.loginClient
    before.removeAllListeners()
    window.loginClient = this.#create(uxMode)
    before.cleanUp()
    await this.start()
  }

  #params(): LoginParams {
    const loginProvider = byId<HTMLSelectElement>('client-provider').value
    const relogin = byId<HTMLInputElement>('client-relogin').checked
    const appState = noteOf()
    const extra = byId<HTMLTextAreaElement>('client-extra').value.trim()
    return {
      ...(extra && { extraLoginOptions: JSON.parse(extra) }),
      ...(appState && { appState }),
      ...(loginProvider && { loginProvider }),
      ...(relogin && { relogin }),
      ...(this.#isFast() && { fastLogin: true }),
    }
  }

  #isFast(): boolean {
    return byId<HTMLInputElement>('client-fast').checked
  }

  async #show(): Promise<void> {
    const { isLoggedIn, privKey } = window.loginClient
    if (!isLoggedIn) this.#isRevealed = false
    for (const id of ['client-logout', 'client-leave']) byId(id).hidden = !isLoggedIn
    setText('client-note', window.loginClient.appState || '–')
    setState('client-state', isLoggedIn ? 'in' : 'out', isLoggedIn ? 'Signed in' : 'Signed out')
    this.#showKey()
    const user = isLoggedIn ? await window.loginClient.getUserInfo() : undefined
    byId('client-user').replaceChildren(
      ...Object.entries(PROFILE).map(([field, name]) =>
        make(
          'div',
          {},
          make('dt', {}, name),
          make('dd', {}, user?.[field as keyof typeof PROFILE] || '–'),
        ),
      ),
    )
    setText('client-address', privKey ? await addressOf(privKey) : '–')
  }

  #showKey(): void {
    const { privKey } = window.loginClient
    const button = byId('client-reveal')
    button.hidden = !privKey
    button.textContent = this.#isRevealed ? 'Hide' : 'Show'
    const dots = privKey && shorten(privKey, 4, 4)
    setText('client-key', (this.#isRevealed ? privKey : dots) || '–')
  }
}

const noteOf = (): string => byId<HTMLInputElement>('client-app-state').value

/** The Ethereum address of a key, worked out here. */
async function addressOf(privKey: string): Promise<string> {
  const [{ fromPublicKey }, { getPublicKey }] = await Promise.all([
    import('ox/Address'),
    import('ox/Secp256k1'),
  ])
  const address = fromPublicKey(getPublicKey({ privateKey: `0x${privKey}` }), { checksum: true })
  // A logout may have happened meanwhile.
  return window.loginClient.privKey === privKey ? address : '–'
}

declare global {
  interface Window {
    /** So that one can play with it in the console. */
    loginClient: LoginClient
  }
}
