/**
 * Entry of `/frame`: the wallet inside a site's page, which is not trusted. Also of `/confirm`, the approval window:
 * the same files, which the browser has cached by then.
 */
import { parse } from '../chain/rpc/parse.js'
import { overPage } from '../chain/rpc/rpc.js'
import {
  type FrameContract,
  type FrameNotices,
  isMethod,
  type LiveParams,
  type Method,
  type PageContract,
  REQUESTS,
} from '../protocol/messages.js'
import { Peer } from '../protocol/peer.js'
import { acceptPage } from '../protocol/windows.js'
import { WalletError } from '../shared/errors.js'
import { Appearance } from './appearance/appearance.js'
import { draw } from './draw.js'
import { checkSize, RateLimit } from './provider/limits.js'
import { loadRpc } from './provider/load-rpc.js'
import { hasLeft } from './sign-in/pending-redirect.js'
import { startSigner } from './signer/signer.js'
import { SiteStore } from './sites/site-store.js'
import { Chains } from './stores/chains.js'
import { loadConfig } from './support/config.js'
import { isLogging, log } from './support/log.js'
import { WalletApp } from './wallet/wallet-app.js'

/** Milliseconds for the page to tell its URL. */
const ADDRESS_TIME = 3_000
const isFrame = window.parent !== window
const signer = isFrame ? startSigner() : undefined
const fragment = new URLSearchParams(location.hash.slice(1))
const [site, nonce] = [fragment.get('origin') ?? '', fragment.get('nonce') ?? '']
// Requested early: the frame needs it when the page sends its parameters.
const config = isFrame ? loadConfig(site) : Promise.reject(new WalletError('NOT_INITIALIZED'))
config.catch(() => {})

if (!isFrame) void import('./confirm.js')
else if (URL.canParse(site) && new URL(site).origin === site)
  acceptPage(site, nonce, (port) => converse(port))

function converse(port: MessagePort): void {
  const limit = new RateLimit()
  let starting: Promise<WalletApp> | undefined
  const peer = new Peer<PageContract, FrameNotices>(port, { onRequest: logged, onNotice })

  function logged(method: string, params: unknown): Promise<unknown> {
    const name = method === 'rpc' ? (params as { method?: unknown } | null)?.method : method
    return log.request(String(name), () => onRequest(method, params))
  }

  async function onRequest(method: string, params: unknown): Promise<unknown> {
    limit.take()
    if (!isMethod(method)) throw new WalletError('UNSUPPORTED_METHOD')
    checkSize(params)
    const checked = parse(REQUESTS[method].params, params ?? undefined, 'params')
    if (method !== 'rpc') tellUnknownKeys(method, params)
    if (method === 'init') {
      if (starting) throw new WalletError('ALREADY_INITIALIZED')
      starting = start(checked as FrameContract['init']['params'])
      return (await starting).state
    }
    if (!starting) throw new WalletError('NOT_INITIALIZED')
    const app = await starting
    switch (method) {
      case 'login':
        return app.login(checked as FrameContract['login']['params'])
      case 'configure':
        return app.configure(checked as LiveParams)
      case 'logout':
        if (!app.isConnected) throw new WalletError('NOT_LOGGED_IN')
        return app.logout()
      case 'getUserInfo':
        if (!app.isConnected) throw new WalletError('NOT_LOGGED_IN')
        return app.life.current?.userInfo
      case 'show': {
        const { screen, provider } = checked as FrameContract['show']['params']
        return app.show(screen, provider)
      }
      case 'rpc': {
        const { method: name, params: args, popup } = checked as FrameContract['rpc']['params']
        const answer = app.core.rpc(name, args)
        if (popup) app.dispatchEvent(new CustomEvent('popup', { detail: { name: popup, answer } }))
        return answer
      }
    }
  }

  async function onNotice(name: string): Promise<void> {
    if (name !== 'dismiss' && name !== 'swipe') return
    const app = await starting?.catch(() => undefined)
    app?.dismiss(name)
  }

  async function start(params: FrameContract['init']['params']): Promise<WalletApp> {
    const checked = parse(REQUESTS.init.params, params, 'params')
    const { chains: configured } = await config
    const store = new SiteStore(checked.useLocalStorage ?? false, site)
    const viaPage = overPage((call, ms) => peer.request('node', call, ms))
    const chains = new Chains({ configured, store, viaPage })
    log.isOn = isLogging(checked)
    const appearance = new Appearance()
    await Promise.all([chains.start(checked.network), appearance.apply(checked)])
    const app = new WalletApp({
      config: await config,
      appearance,
      chains,
      store,
      params: checked,
      signer: signer!,
      site,
      notify: (name, payload) => peer.notify(name, payload),
      // A frame can take along only the top of its tab.
      pageAddress: parent === top ? () => peer.request('address', null, ADDRESS_TIME) : undefined,
    })
    app.restore()
    draw(app)
    // Load this before the first request. A failure shows when that request comes.
    loadRpc().catch(() => {})
    // The page may log in at once, and its click does not wait.
    if (checked.returned) resume(app, checked.returned)
    if (!app.life.current?.userInfo) void app.flow.prepare().catch(() => {})
    return app
  }
}

/** Continues a login for which the page had left. Only the person waits for it now, no request. */
function resume({ own, requests, flow, logins }: WalletApp, returned: string): void {
  if (own.chosen || !hasLeft()) return
  requests.ask('signIn', null).catch(() => {})
  void flow.resume(returned, logins)
}

/** For the page's developer. Loaded later, and a failure is ignored. */
function tellUnknownKeys(method: Method, params: unknown): void {
  import('./sites/unknown-keys.js').then(
    ({ warnOfUnknownKeys }) => warnOfUnknownKeys(method, params),
    () => {},
  )
}
