/** A wallet without worker, page or network, for screens that are given one. */

import { Appearance } from '../../src/app/appearance/appearance.js'
import type { Session } from '../../src/app/session/session.js'
import type { Signer } from '../../src/app/signer/signer.js'
import { SiteStore } from '../../src/app/sites/site-store.js'
import { Chains } from '../../src/app/stores/chains.js'
import { WalletApp } from '../../src/app/wallet/wallet-app.js'
import type { Chain } from '../../src/chain/networks/networks.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import type { InitParams } from '../../src/protocol/messages.js'
import type { AppConfig } from '../../src/protocol/service.js'
import { WalletError } from '../../src/shared/errors.js'
import type { LoginUserInfo } from '../../src/shared/options.js'
import { ACCOUNT, CHAIN, CONFIG, PERSON, SITE, WORDS } from './data.js'

export interface StandIn {
  params?: InitParams
  /** Null: the wallet's own page. */
  site?: string | null
  /** Null: signed out. */
  person?: LoginUserInfo | null
  chain?: Chain
  /** What the operator configured beyond the usual. */
  config?: Partial<AppConfig>
  /** What the node answers, by method. An `Error` is thrown; `LOADING` never comes. */
  node?: Record<string, unknown>
  /** What the signer answers, by method. */
  signer?: Record<string, unknown>
  session?: Partial<Session>
}

/** The look and the language of all states. */
export const appearance = new Appearance()

/** The answer of who is still thinking. */
export const LOADING = Symbol('loading')

const NODE: Record<string, unknown> = {
  eth_getBalance: '0x1bc16d674ec80000',
  eth_getTransactionCount: '0x7',
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: '0x3b9aca00',
  eth_estimateGas: '0x5208',
  eth_getTransactionReceipt: null,
  eth_blockNumber: '0x10',
  eth_call: '0x',
  eth_getCode: '0x',
}

const SIGNER: Record<string, unknown> = {
  prepare: { id: 'prepared', key: {}, nonce: 'nonce' },
  unlock: { addresses: [ACCOUNT] },
  lock: null,
  checksum: (address: string) => (/^0x[0-9a-f]{40}$/i.test(address) ? address : null),
  phrase: WORDS.join(' '),
}

/** A person is signed in, unless `person` is null. */
export function walletOf(own: StandIn = {}): WalletApp {
  const { params = {}, site = SITE, person = PERSON, chain = CHAIN } = own
  if (person) store(person, own)
  const siteStore = new SiteStore(false, site)
  const config = { ...CONFIG, ...own.config }
  const viaPage = async () => {
    throw new WalletError('CHAIN_DISCONNECTED')
  }
  const configured = config.chains
  const chains = new Chains({ configured, store: siteStore, ...(site && { viaPage }) })
  Object.assign(chains, { current: chain, node: nodeOf(own.node) })
  const signer: Signer = {
    ask: (method, params) => answerOf({ ...SIGNER, ...own.signer }, method, params),
  }
  const app = new WalletApp({
    ...{ config, chains, appearance, params, signer, site, store: siteStore },
    notify: () => {},
  })
  app.restore()
  return app
}

/** A node that answers from a table; a function in it is given the parameters. */
export function nodeOf(own: Record<string, unknown> = {}): Rpc {
  const request = (method: string, params?: unknown) =>
    answerOf<unknown>({ ...NODE, ...own }, method, params)
  const quantity = async (method: string) => BigInt(String(await request(method)))
  return { request, quantity } as unknown as Rpc
}

/** Something that never comes. */
export const never = <T>(): Promise<T> => new Promise<T>(() => {})

async function answerOf<T>(
  answers: Record<string, unknown>,
  method: string,
  params?: unknown,
): Promise<T> {
  const answer = answers[method]
  if (typeof answer === 'function') return answer(params)
  if (answer === LOADING) return never<T>()
  if (answer instanceof Error) throw answer
  return answer as T
}

function store(userInfo: LoginUserInfo, { site = SITE, session }: StandIn): void {
  const whole: Session = {
    sealed: { keyId: 'key', iv: 'iv', data: 'ciphertext' },
    addresses: [ACCOUNT],
    userInfo,
    connected: site ? [site] : [],
    expires: Date.now() + 86_400_000,
    ...session,
  }
  sessionStorage.setItem('wallet-embed:session', JSON.stringify(whole))
}
