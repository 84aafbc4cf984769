import { keccak256 } from 'ox/Hash'
import type { SignerContract } from '../../src/app/signer/contract.js'
import type { Signer } from '../../src/app/signer/signer.js'
import { SiteStore } from '../../src/app/sites/site-store.js'
import { Chains } from '../../src/app/stores/chains.js'
import { WalletApp } from '../../src/app/wallet/wallet-app.js'
import type { Rpc, Transport } from '../../src/chain/rpc/rpc.js'
import type { InitParams } from '../../src/protocol/messages.js'
import type { AppConfig } from '../../src/protocol/service.js'
import { WalletError } from '../../src/shared/errors.js'
import type { LoginUserInfo } from '../../src/shared/options.js'

export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
export const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const THIRD = '0xde709f2102306220921060314715629080e2fb77'
/** What the fake signer derives. */
const ADDRESSES = [ADDRESS, OTHER, THIRD] as const
export const SITE = 'https://shop.example.test'
export const CHAIN = {
  chainId: 31_337,
  name: 'Local chain',
  rpcUrl: `${location.origin}/no-such-node`,
  nodeUrl: `${location.origin}/no-such-node`,
  ticker: 'ETH',
  tickerName: 'Ether',
}

const POINT = '0'.repeat(64)
const PROVIDERS = {
  github: 'GitHub',
  google: 'Google',
  discord: 'Discord',
  weibo: 'Weibo',
} as const

export const CONFIG: AppConfig = {
  loginService: `${location.origin}/no-such-service`,
  keyNetwork: { threshold: 1, groupKey: POINT, nodes: [] },
  approvals: { '*': 'page' },
  verifiers: Object.fromEntries(
    Object.entries(PROVIDERS).map(([typeOfLogin, name]) => [
      typeOfLogin,
      {
        typeOfLogin: typeOfLogin as keyof typeof PROVIDERS,
        name,
        protocol: 'oidc',
        issuer: 'https://provider.example.test',
        clientId: `client of ${typeOfLogin}`,
        authorizationEndpoint: 'https://provider.example.test/auth?tenant=1',
        scope: 'openid email',
        verifierIdField: 'sub',
        isVerifierIdCaseSensitive: true,
        leeway: 60,
      },
    ]),
  ),
  chains: [
    {
      host: 'localhost',
      chainId: CHAIN.chainId,
      networkName: CHAIN.name,
      rpcUrl: CHAIN.rpcUrl,
      ticker: CHAIN.ticker,
      tickerName: CHAIN.tickerName,
    },
  ],
}

export const USER: LoginUserInfo = {
  email: 'sample.one@example.test',
  name: 'Sample One',
  profileImage: '',
  aggregateVerifier: '',
  verifier: 'google',
  verifierId: 'sample.one@example.test',
  typeOfLogin: 'google',
}

// Own transactions are kept for longer than a tab.
afterEach(() => localStorage.clear())

/** A signer without keys: it answers from a table, and notes what it was asked. */
export function fakeSigner(own: Partial<Record<keyof SignerContract, unknown>> = {}) {
  const asked: string[] = []
  /** The accounts that signed, by index, in the order in which they were asked. */
  const accounts: (number | undefined)[] = []
  const answers: Record<string, unknown> = {
    addresses: ({ count }: { count: number }) => ({ addresses: ADDRESSES.slice(0, count) }),
    prepare: { id: 'prepared', key: {}, nonce: 'nonce-of-the-key' },
    login: { addresses: [ADDRESS], userInfo: USER },
    seal: { keyId: 'key', iv: 'iv', data: 'ciphertext' },
    unlock: { addresses: [ADDRESS] },
    lock: null,
    signMessage: '0xsigned-message',
    signTypedData: '0xsigned-data',
    phrase: Array.from({ length: 24 }, (_, at) => `word${'abcdefghijklmnopqrstuvwx'[at]}`).join(
      ' ',
    ),
    ...own,
  }
  const ask = async (method: string, params: unknown, account?: number) => {
    asked.push(method)
    accounts.push(account)
    const answer = method in answers ? answers[method] : computed(method, params)
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer(params) : answer
  }
  return { signer: { ask } as Signer, asked, accounts }
}

function computed(method: string, params: unknown): unknown {
  return method === 'signTransaction' ? rawOf((params as { nonce: bigint }).nonce) : params
}

/** What the signer without keys makes of the transaction with this nonce. */
export const rawOf = (nonce: bigint | number): `0x${string}` =>
  `0x51${nonce.toString(16).padStart(4, '0')}`

/** The hash of that. */
export const sentHash = (nonce: bigint | number): `0x${string}` => keccak256(rawOf(nonce))

/** A node that answers from a table. */
export function fakeNode(own: Record<string, unknown> = {}) {
  const asked: [string, unknown][] = []
  const answers: Record<string, unknown> = {
    eth_getBalance: '0xde0b6b3a7640000',
    eth_getTransactionCount: '0x0',
    eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
    eth_maxPriorityFeePerGas: '0x3b9aca00',
    eth_estimateGas: '0x5208',
    eth_sendRawTransaction: '0xhash',
    eth_getTransactionReceipt: null,
    eth_getTransactionByHash: null,
    eth_blockNumber: '0x10',
    ...own,
  }
  const request = async (method: string, params: unknown) => {
    asked.push([method, params])
    const answer = answers[method]
    if (answer instanceof Error) throw answer
    return answer
  }
  const quantity = async (method: string, params: unknown) =>
    BigInt((await request(method, params)) as string)
  return { node: { request, relay: request, quantity } as unknown as Rpc, asked }
}

export interface Setup {
  config?: AppConfig
  params?: InitParams
  site?: string | null
  signer?: Signer
  node?: Rpc
  /** Nodes that only the page can reach; none by default. */
  viaPage?: Transport
}

const unreachable: Transport = async () => {
  throw new WalletError('CHAIN_DISCONNECTED')
}

/** A wallet without worker, node or page; what it tells the page is noted. */
export function createApp({
  config = CONFIG,
  params = {},
  site = SITE,
  signer,
  node,
  viaPage = unreachable,
}: Setup = {}) {
  const told: [string, unknown][] = []
  const store = new SiteStore(params.useLocalStorage ?? false, site)
  const chains = new Chains({ configured: config.chains, store, ...(site && { viaPage }) })
  Object.assign(chains, { current: CHAIN, node: node ?? fakeNode().node })
  const app = new WalletApp({
    config,
    chains,
    store,
    params,
    signer: signer ?? fakeSigner().signer,
    site,
    notify: (name, payload) => told.push([name, payload]),
  })
  return { app, told }
}

/** A session as it lies in the storage. */
export function storeSession(own: Record<string, unknown> = {}): void {
  const session = {
    sealed: { keyId: 'key', iv: 'iv', data: 'ciphertext' },
    addresses: [ADDRESS],
    userInfo: USER,
    connected: [SITE],
    expires: Date.now() + 600_000,
    ...own,
  }
  sessionStorage.setItem('wallet-embed:session', JSON.stringify(session))
}

export const storedSession = (): string | null => sessionStorage.getItem('wallet-embed:session')

/** Somebody is signed in. */
export function signedIn(setup: Setup = {}, session: Record<string, unknown> = {}) {
  storeSession(session)
  const created = createApp(setup)
  created.app.restore()
  return created
}

/** Before tests about what is kept: nothing is. */
export const clearStorage = (): void => {
  sessionStorage.clear()
  localStorage.clear()
}

/** What a screen says. */
export const textOf = (screen: Element): string =>
  (screen.shadowRoot!.querySelector('main')?.innerText ?? '').replace(/\s+/g, ' ')

/** A screen's button by its name; undefined if there is none. */
export const buttonOf = (screen: Element, name: string): HTMLButtonElement =>
  [...screen.shadowRoot!.querySelectorAll('button')].find(
    (button) => (button.ariaLabel ?? button.textContent).replace(/\s+/g, ' ').trim() === name,
  )!

/** What a provider sees as code. */
export async function rpcCodeOf(work: Promise<unknown>): Promise<number | string> {
  try {
    return `no error but ${JSON.stringify(await work)}`
  } catch (error) {
    const { rpcCode, code } = error as { rpcCode?: number; code?: number }
    return rpcCode ?? code ?? String(error)
  }
}
