import '../../components/login-button/login-button.define.js'

import { LoginClient, type LoginClientOptions } from '../../src/index.js'
import type { DemoConfig } from './config.js'
import { byId, describe, onClick, setText, shorten } from './dom.js'
import { log } from './log.js'

/** The third section: the login client. `?uxMode=redirect` in the page's address has it leave the page. */
export async function startLoginClient({ walletUrl }: DemoConfig): Promise<void> {
  const query = new URLSearchParams(location.search)
  const uxMode: LoginClientOptions['uxMode'] =
    query.get('uxMode') === 'redirect' ? 'redirect' : 'popup'
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-ux-mode]')) {
    if (link.dataset.uxMode === uxMode) link.setAttribute('aria-current', 'true')
  }
  const loginClient = new LoginClient({
    clientId: 'demo',
    uxMode,
    buildEnv: 'development',
    walletUrls: { development: walletUrl },
  })
  window.loginClient = loginClient
  const refresh = () => void show(loginClient)

  for (const event of ['login', 'logout', 'sessionExpired', 'error'] as const) {
    loginClient.on(event, (...details: unknown[]) => {
      log('loginClient', event, details[0] && describe(details[0]))
      refresh()
    })
  }
  byId<HTMLElementTagNameMap['login-button']>('login-google').client = loginClient
  onClick('client-login', 'client-result', async () => {
    await loginClient.login()
    return undefined
  })
  onClick('client-logout', 'client-result', async () => {
    await loginClient.logout()
    return undefined
  })
  await loginClient.init()
  refresh()
}

async function show(loginClient: LoginClient): Promise<void> {
  const { privKey } = loginClient
  const isLoggedIn = privKey !== ''
  byId('client-logout').hidden = !isLoggedIn
  byId('client-in').hidden = isLoggedIn
  setText('client-state', isLoggedIn ? 'Logged in' : 'Logged out')
  byId('client-state').dataset.state = isLoggedIn ? 'in' : 'out'
  setText('client-key', isLoggedIn ? `${shorten(privKey, 8, 4)} (64 digits)` : '–')
  const user = isLoggedIn ? await loginClient.getUserInfo() : undefined
  setText('client-name', user?.name || '–')
  setText('client-email', user?.email || '–')
  setText('client-verifier', user ? `${user.verifier} · ${user.verifierId}` : '–')
}

declare global {
  interface Window {
    /** So that one can play with it in the console. */
    loginClient: LoginClient
  }
}
