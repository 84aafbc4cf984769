/** `wallet_getAssets` (ERC-7811): what a site is told of an account, and when the person is asked. */
import { expect } from '@open-wc/testing'

import { forgetLists } from '../../src/app/operator-files/token-lists.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { approve } from './app-provider-support.js'
import {
  ADDRESS,
  CHAIN,
  CONFIG,
  clearStorage,
  fakeSigner,
  OTHER,
  rpcCodeOf,
  SITE,
  signedIn,
  THIRD,
} from './app-support.js'

const { fetch } = window
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const COLLECTION = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const ETHER = '0xde0b6b3a7640000'
const SECOND = `${location.origin}/second-node`
const SILENT = `${location.origin}/silent-node`
const chains = [
  ...CONFIG.chains,
  { ...{ host: 'second', chainId: 5, networkName: 'Second', rpcUrl: SECOND } },
  { ...{ host: 'silent', chainId: 6, networkName: 'Silent', rpcUrl: SILENT } },
].map((chain) => ({ ticker: 'ETH', tickerName: 'Ether', ...chain }))
const LIST = {
  name: 'Ours',
  timestamp: '2026-11-23T00:00:00Z',
  version: { major: 1, minor: 0, patch: 0 },
  tokens: [
    { chainId: CHAIN.chainId, address: OTHER, name: 'Listed', symbol: 'LST', decimals: 6 },
    { chainId: CHAIN.chainId, address: THIRD, name: 'None held', symbol: 'NON', decimals: 6 },
  ],
}
const COIN = {
  address: 'native',
  balance: ETHER,
  type: 'native',
  metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const LISTED = {
  address: OTHER,
  balance: '0x2625a0',
  type: 'erc20',
  metadata: { name: 'Listed', symbol: 'LST', decimals: 6 },
}
const COLLECTIBLE = {
  address: COLLECTION,
  balance: '0x1',
  type: 'erc721',
  metadata: { name: 'APE', symbol: 'APE', tokenId: '0x7' },
}

/** What the nodes say of token contracts, by address. */
const VIEWS: Record<string, string> = {
  [OTHER.toLowerCase()]: `0x${word(2_500_000n)}`,
  [THIRD.toLowerCase()]: `0x${word(0n)}`,
  [COLLECTION]: `0x${word(BigInt(ADDRESS))}`,
}

let silent: string[]

/** The operator's files and the nodes. */
async function answer(url: string, body: string): Promise<Response> {
  if (url.startsWith('/config.json')) return Response.json({ tokenLists: ['main.json'] })
  if (url.startsWith('/tokens/main.json')) return Response.json(LIST)
  if (silent.includes(url)) throw new TypeError('Failed to fetch')
  const { id, method, params } = JSON.parse(body)
  const say = (result: unknown) => Response.json({ jsonrpc: '2.0', id, result })
  if (method === 'eth_getBalance') return say(ETHER)
  if (method === 'eth_getCode') return say('0x')
  // No program is played here, so that each contract is asked by itself.
  if (method === 'eth_call' && params[0].to) return say(VIEWS[params[0].to.toLowerCase()] ?? '0x')
  return Response.json({
    jsonrpc: '2.0',
    id,
    error: { code: -32602, message: 'missing field `to`' },
  })
}

function connected(session = {}) {
  const { signer } = fakeSigner({ checksum: (text: string) => text })
  const node = new Rpc(CHAIN.nodeUrl!)
  const { app } = signedIn({ config: { ...CONFIG, chains }, signer, node }, session)
  assetsOf(app).add(
    { account: ADDRESS, chainId: CHAIN.chainId },
    { type: 'ERC721', address: COLLECTION, symbol: 'APE', decimals: 0, tokenId: '7' },
  )
  return app
}

const ask = (app: WalletApp, own: object = {}) =>
  app.core.rpc('wallet_getAssets', [{ account: ADDRESS, ...own }])

describe('the assets of an account, for a site', () => {
  beforeEach(() => {
    clearStorage()
    forgetLists()
    silent = [SILENT]
    window.fetch = (url, init) => answer(String(url), String(init?.body))
  })
  after(() => {
    clearStorage()
    forgetLists()
    window.fetch = fetch
  })

  it('are coins, listed tokens and added ones on all networks that answer, asked for once', async () => {
    const app = connected()
    const first = ask(app)
    await approve(app, 'assets')
    const all = { '0x7a69': [COIN, COLLECTIBLE, LISTED], '0x5': [COIN] }
    expect(await first).to.deep.equal(all)
    expect(await ask(app, { account: ADDRESS.toLowerCase() })).to.deep.equal(all)
    expect(app.requests.size).to.equal(0)
  })

  it('are those that the site names, of types and on networks that it names', async () => {
    const app = connected()
    const first = ask(app, { chainFilter: ['0x5', '0x99'] })
    await approve(app, 'assets')
    expect(await first).to.deep.equal({ '0x5': [COIN] })
    expect(await ask(app, { assetTypeFilter: ['erc20'] })).to.deep.equal({
      '0x7a69': [LISTED],
      // Without a token that is known there, there is nothing to ask.
      ...{ '0x5': [], '0x6': [] },
    })
    const assetFilter = {
      '0x7a69': [
        { address: OTHER.toLowerCase(), type: 'erc20' },
        { address: COLLECTION, type: 'erc20' },
        { address: 'native', type: 'native' },
      ],
    }
    const named = await ask(app, { assetFilter, assetTypeFilter: ['erc721'], chainFilter: ['0x5'] })
    expect(named).to.deep.equal({ '0x7a69': [COIN, LISTED] })
  })

  it('are refused for an account that the site does not see, before the person is asked', async () => {
    const app = connected({ addresses: [ADDRESS, OTHER], given: { [SITE]: [ADDRESS] } })
    expect(await rpcCodeOf(ask(app, { account: OTHER }))).to.equal(4100)
    expect(await rpcCodeOf(ask(app, { account: THIRD }))).to.equal(4100)
    expect(app.requests.size).to.equal(0)
  })

  it('are asked for again once the site was disconnected', async () => {
    const app = connected()
    const first = ask(app)
    await approve(app, 'assets')
    await first
    await app.core.rpc('wallet_revokePermissions', [{ eth_accounts: {} }])
    expect(await rpcCodeOf(ask(app))).to.equal(4100)
    const again = app.core.rpc('eth_requestAccounts', [])
    await approve(app, 'connect')
    await again
    const second = ask(app)
    await approve(app, 'assets')
    expect(Object.keys((await second) as object)).to.deep.equal(['0x7a69', '0x5'])
  })

  it('are asked for once where a page asks several times, and anew in the next session', async () => {
    const app = connected()
    const all = [ask(app), ask(app), ask(app)]
    await approve(app, 'assets')
    for (const one of await Promise.all(all)) expect(one).to.have.keys('0x7a69', '0x5')
    expect(app.requests.size).to.equal(0)
    const before = app.life.current!
    Object.assign(before, { id: 'the next' })
    const again = ask(app)
    await approve(app, 'assets')
    expect(await again).to.have.keys('0x7a69', '0x5')
  })

  it('are not told once the site was disconnected while they were read', async () => {
    const app = connected()
    const asked = rpcCodeOf(ask(app))
    await approve(app, 'assets')
    app.life.disconnect()
    expect(await asked).to.equal(4100)
  })

  it('are read for one question at a time, however many a page asks', async () => {
    const app = connected()
    const first = ask(app, { chainFilter: ['0x5'] })
    await approve(app, 'assets')
    await first
    let [now, most] = [0, 0]
    const { fetch: node } = window
    window.fetch = async (...asked) => {
      most = Math.max(most, ++now)
      try {
        return await node(...asked)
      } finally {
        now--
      }
    }
    const all = Array.from({ length: 5 }, () => ask(app, { chainFilter: ['0x5'] }))
    expect(await Promise.all(all)).to.deep.equal(all.map(() => ({ '0x5': [COIN] })))
    expect(most).to.equal(1)
  })

  it('are an error where no network answers, and never none', async () => {
    const app = connected()
    silent = [SILENT, SECOND, CHAIN.rpcUrl]
    const first = rpcCodeOf(ask(app))
    await approve(app, 'assets')
    expect(await first).to.equal(4901)
  })
})
