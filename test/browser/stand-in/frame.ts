/**
 * Stands in for the wallet app's frame, at another origin than the tests' page: the real handshake and
 * the real peer, and answers that the test asks for (`wallet_test`).
 */
import { parse } from '../../../src/chain/rpc/parse.js'
import { REQUESTS, type WalletState } from '../../../src/protocol/messages.js'
import { type Contract, Peer } from '../../../src/protocol/peer.js'
import { acceptPage } from '../../../src/protocol/windows.js'
import { toWire, WalletError } from '../../../src/shared/errors.js'
import { ACCOUNT, ARABIC, BRAND, type Order } from './orders.js'

/** Of `wallet_connect`. */
interface Asked {
  capabilities: { signInWithEthereum: { statement?: string } }
}

const query = new URLSearchParams(location.hash.slice(1))
const STORED = 'stand-in-state'
let state: WalletState = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') ?? {
  loggedIn: false,
  accounts: [],
  chainId: 31337,
}
// For one load only: tests share the tab.
sessionStorage.removeItem(STORED)
let logoutFails = false
let holds = false
const dismissed: unknown[] = []
/** Every request of the page, but for `rpc`. */
const asked: { method: string; params: unknown }[] = []
/** Another for each document. */
const load = crypto.randomUUID()

acceptPage(query.get('origin')!, query.get('nonce')!, (port) => {
  const peer = new Peer<Contract, Record<string, unknown>>(port, {
    onRequest: (method, params) => answer(method, params as Record<string, unknown>),
    onNotice: (name) => {
      if (name === 'swipe' && holds) return
      dismissed.push(name)
      peer.notify('panel', { open: false })
    },
  })

  function become(next: Partial<WalletState>): WalletState {
    state = { ...state, ...next }
    return state
  }

  async function answer(method: string, params: Record<string, unknown>): Promise<unknown> {
    if (method !== 'rpc') asked.push({ method, params })
    switch (method) {
      case 'init':
      case 'configure': {
        // As the real one does.
        parse(REQUESTS[method].params, params, 'params')
        const { host } = (params.network ?? {}) as { host?: string }
        const isGone = host === 'gone' && method === 'configure'
        if (host === 'nowhere' || isGone) throw new WalletError('NETWORK_UNAVAILABLE', host)
        return become({
          ...(host && { rpcUrl: host }),
          ...(host === 'branded' && { brand: BRAND }),
          ...(host === 'matic' && { chainId: 137 }),
          ...(params.language === 'ar' && { texts: ARABIC }),
        })
      }
      case 'login':
        if (params?.verifier === 'refused') throw new WalletError('USER_REJECTED')
        return become({ loggedIn: true, accounts: [ACCOUNT] })
      case 'logout':
        if (logoutFails) throw new WalletError('SERVICE_UNAVAILABLE')
        return become({ loggedIn: false, accounts: [] })
      case 'getUserInfo':
        return { email: 'sample.one@example.test' }
      case 'show':
        if (params.screen === 'cellar') throw new WalletError('INVALID_ARGUMENT', 'screen')
        if (params.provider === 'closed') throw new WalletError('TOPUP_UNAVAILABLE')
        peer.notify('panel', { open: true })
        return null
      case 'rpc':
        return rpc(params.method as string, params.params)
      default:
        throw new WalletError('UNSUPPORTED_METHOD', method)
    }
  }

  async function rpc(method: string, params: unknown): Promise<unknown> {
    if (method === 'eth_requestAccounts') {
      peer.notify('state', become({ loggedIn: true, accounts: [ACCOUNT] }))
      return state.accounts
    }
    if (method === 'wallet_connect') return connect((params as [Asked])[0])
    if (method === 'wallet_test') return obey(params as Order)
    if (method.startsWith('wallet_')) throw new WalletError('UNSUPPORTED_METHOD', method)
    if (holds) return new Promise(() => {})
    return { byFrame: method, params }
  }

  function connect({ capabilities: { signInWithEthereum } }: Asked): unknown {
    if (signInWithEthereum.statement === 'No') throw new WalletError('USER_REJECTED')
    const signed = { message: JSON.stringify(signInWithEthereum), signature: '0x01' }
    return { accounts: [{ address: ACCOUNT, capabilities: { signInWithEthereum: signed } }] }
  }

  function obey(order: Order): unknown {
    if (order.keep) sessionStorage.setItem(STORED, JSON.stringify(state))
    if (order.state) peer.notify('state', become(order.state))
    for (const [name, payload] of Object.entries(order.notices ?? {})) peer.notify(name, payload)
    if (order.failLogout) logoutFails = true
    if (order.node) return peer.request('node', order.node, 5_000).catch(toWire)
    if (order.address) return peer.request('address', null, 5_000)
    if (order.junk) for (const junk of order.junk) port.postMessage(junk)
    holds ||= !!order.holds
    if (order.reload) location.reload()
    if (order.leave) location.replace('about:blank')
    if (order.hang || order.reload || order.leave) return new Promise(() => {})
    return { dismissed: dismissed.length, asked, load }
  }
})
