/** Tokens that the operator lists, in the wallet: what is found without typing, and what is not believed. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import { forgetLists, listedTokens } from '../../src/app/operator-files/token-lists.js'
import type { Home } from '../../src/app/screens/home/home.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import {
  ADDRESS,
  buttonOf,
  CHAIN,
  clearStorage,
  fakeNode,
  OTHER,
  signedIn,
  THIRD,
} from './app-support.js'
import { until } from './support.js'

const { fetch } = window
const { warn } = console
const HELD = OTHER
const EMPTY = THIRD
const SILENT = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const token = (address: string, name: string, own = {}) => ({
  ...{ chainId: CHAIN.chainId, address, name, symbol: 'LST', decimals: 6 },
  ...{ logoURI: 'https://pictures.example.test/x.png' },
  ...own,
})
const LIST = {
  name: 'Ours',
  timestamp: '2026-11-23T00:00:00Z',
  version: { major: 1, minor: 0, patch: 0 },
  tokens: [
    token(HELD.toLowerCase(), 'Held <b>token</b>'),
    token(EMPTY, 'Empty token'),
    token(SILENT, 'Silent token'),
    token(ADDRESS, 'Elsewhere', { chainId: 5 }),
  ],
}

/** The operator's host, and which of its paths were asked for. */
function host(files: Record<string, unknown>): string[] {
  const asked: string[] = []
  window.fetch = async (url) => {
    const path = String(url)
    asked.push(path)
    const file = Object.entries(files).find(([name]) => path.startsWith(name))?.[1]
    if (file === undefined) return new Response('', { status: 404 })
    return new Response(typeof file === 'string' ? file : JSON.stringify(file))
  }
  return asked
}

/** A node that plays no programs; `amounts` by address in lower case. */
function chainNode(amounts: Record<string, bigint>) {
  const { node } = fakeNode()
  const asked: string[] = []
  const request = async (method: string, params: unknown) => {
    asked.push(method)
    const [first] = params as [{ to?: string; data: string } | string]
    if (method === 'eth_getCode') return '0x'
    if (method !== 'eth_call' || typeof first === 'string')
      return node.request(method, params as unknown[])
    if (!first.to) throw new ProviderRpcError(-32602, 'missing field `to`')
    const amount = amounts[first.to.toLowerCase()]
    return amount === undefined ? '0x' : `0x${word(amount)}`
  }
  return { node: { ...node, request } as unknown as Rpc, asked }
}

async function openHome(amounts: Record<string, bigint>, own: Parameters<typeof signedIn>[0] = {}) {
  const { node, asked } = chainNode(amounts)
  const { app } = signedIn({ node, ...own })
  const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
  const list = home.shadowRoot!.querySelector('we-holdings')!
  const text = () => list.shadowRoot!.textContent!.replace(/\s+/g, ' ')
  return { app, asked, list, text, node }
}

describe('listed tokens', () => {
  let warnings: unknown[][]
  const amounts: Record<string, bigint> = {}

  beforeEach(() => {
    clearStorage()
    forgetLists()
    warnings = []
    console.warn = (...words) => warnings.push(words)
    for (const address of Object.keys(amounts)) delete amounts[address]
    amounts[HELD.toLowerCase()] = 2_500_000n
    amounts[EMPTY.toLowerCase()] = 0n
  })
  after(() => {
    clearStorage()
    forgetLists()
    window.fetch = fetch
    console.warn = warn
  })
  afterEach(fixtureCleanup)

  it('that the account has are on its home without typing, under the list’s name; others are not', async () => {
    const asked = host({ '/config.json': { tokenLists: ['main.json'] }, '/tokens/main.json': LIST })
    const { app, list, text } = await openHome(amounts)
    await until(() => text().includes('2.5'))
    expect(text()).to.include('Held <b>token</b>')
    expect(text()).not.to.match(/Empty|Silent|Elsewhere/)
    expect(list.shadowRoot!.querySelectorAll('img, b').length).to.equal(0)
    expect(asked.map((path) => path.split('?')[0])).to.deep.equal([
      '/config.json',
      '/tokens/main.json',
    ])
    await expect(list).to.be.accessible()

    // It can be looked at and sent, and only what a person added can be removed.
    list.shadowRoot!.querySelector<HTMLButtonElement>('.choice')!.click()
    expect(app.router.current).to.equal('asset')
    const screen = await fixture(html`<we-asset .app=${app}></we-asset>`)
    expect(screen.shadowRoot!.textContent).to.include('2.5')
    expect(!!buttonOf(screen, 'Send')).to.equal(true)
    expect(!!buttonOf(screen, 'Remove from the list')).to.equal(false)
  })

  it('of which the network says no more how much there is stay, without an amount', async () => {
    host({ '/config.json': { tokenLists: ['main.json'] }, '/tokens/main.json': LIST })
    const { list, text } = await openHome(amounts)
    await until(() => text().includes('2.5'))
    delete amounts[HELD.toLowerCase()]
    await list.holdings.refresh()
    await list.updateComplete
    expect(text()).to.include('Held <b>token</b>')
    expect(text()).to.include('–')
    expect(text()).not.to.match(/2\.5|\b0\b/)
  })

  it('stand beside those that the person added, each once', async () => {
    host({ '/config.json': { tokenLists: ['main.json'] }, '/tokens/main.json': LIST })
    const { node } = chainNode(amounts)
    const { app } = signedIn({ node })
    const owner = { account: ADDRESS as `0x${string}`, chainId: CHAIN.chainId }
    for (const address of [HELD, EMPTY] as const)
      assetsOf(app).add(owner, {
        type: 'ERC20',
        address,
        symbol: 'OWN',
        name: 'My own',
        decimals: 6,
      })
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    const list = home.shadowRoot!.querySelector('we-holdings')!
    await until(() => list.shadowRoot!.textContent!.includes('2.5'))
    await list.holdings.refresh()
    await list.updateComplete
    const rows = [...list.shadowRoot!.querySelectorAll('.choice')].map((row) => row.textContent)
    expect(rows.map((row) => /My own/.test(row!))).to.deep.equal([true, true])
  })

  it('are not asked for at a node that a site chose', async () => {
    const asked = host({ '/config.json': { tokenLists: ['main.json'] }, '/tokens/main.json': LIST })
    const { app, list } = await openHome(amounts)
    await until(() => asked.length === 2)
    const { nodeUrl: _, ...chain } = CHAIN
    app.chains.current = { ...chain, chainId: 6 }
    forgetLists()
    asked.length = 0
    await list.holdings.refresh()
    expect(asked).to.deep.equal([])
  })

  const WRONG: [string, unknown][] = [
    ['a list that is no JSON', '{'],
    ['a list of another form', { ...LIST, tokens: [token('0x12', 'Short')] }],
    [
      'a list with a token that has too many decimals',
      { ...LIST, tokens: [token(HELD, 'A', { decimals: 200 })] },
    ],
    ['a list that is too large', ' '.repeat(2 * 1024 * 1024 + 1)],
    ['no list', undefined],
  ]
  for (const [what, file] of WRONG) {
    it(`are those of the other list where there is ${what}`, async () => {
      host({
        '/config.json': { tokenLists: ['wrong.json', 'main.json'] },
        '/tokens/main.json': LIST,
        '/tokens/wrong.json': file,
      })
      expect((await listedTokens(CHAIN.chainId)).length).to.equal(3)
      expect(warnings.length).to.equal(1)
    })
  }

  it('lead nowhere but to the folder, and are none where the operator names none', async () => {
    let asked = host({ '/config.json': { tokenLists: ['../v/1/config.json'] } })
    expect(await listedTokens(CHAIN.chainId)).to.deep.equal([])
    expect([asked.length, warnings.length]).to.deep.equal([1, 1])
    asked = host({ '/config.json': {} })
    expect(await listedTokens(CHAIN.chainId)).to.deep.equal([])
    expect([asked.length, warnings.length]).to.deep.equal([1, 1])
  })
})
