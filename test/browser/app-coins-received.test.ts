/** Coins that came, which no event tells: as the balance shows them, on home and among the activity. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import type { Home } from '../../src/app/screens/home/home.js'
import { coinsReceived, noteBalance } from '../../src/app/wallet/assets/coins-received.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { ADDRESS, CHAIN, clearStorage, signedIn, textOf } from './app-support.js'
import { until } from './support.js'

const ETHER = 10n ** 18n

interface Account {
  balance: bigint
  nonce: bigint
  block: bigint
}

/** A node with an account, and what it was asked. */
function nodeWith(account: Account) {
  const asked: unknown[] = []
  const quantity = async (method: string, params: unknown[] = []) => {
    asked.push([method, params.at(-1)])
    if (method === 'eth_getBalance') return account.balance
    return method === 'eth_getTransactionCount' ? account.nonce : account.block
  }
  const request = async (method: string, params: unknown[] = []) =>
    method === 'eth_call' || method === 'eth_getCode'
      ? '0x'
      : `0x${(await quantity(method, params)).toString(16)}`
  return { node: { request, quantity } as unknown as Rpc, asked }
}

describe('coins that came', () => {
  beforeEach(clearStorage)
  afterEach(() => {
    fixtureCleanup()
    clearStorage()
  })

  it('are a row on home and among the activity, with the time in which they came', async () => {
    const account = { balance: 0n, nonce: 0n, block: 1n }
    const { app } = signedIn({ node: nodeWith(account).node })
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    const stored = () => JSON.stringify({ ...sessionStorage, ...localStorage })
    await until('the first reading', () => stored().includes('coins-received'))
    expect(textOf(home)).not.to.include('Received')
    Object.assign(account, { balance: 10n * ETHER, block: 2n })
    await until('the row', () => {
      dispatchEvent(new Event('online'))
      return textOf(home).includes('+10 ETH')
    })
    const activity = await fixture<HTMLElement>(html`<we-activity .app=${app}></we-activity>`)
    await until('the row of the activity', () => textOf(activity).includes('+10 ETH'))
    expect(textOf(activity)).to.match(/Received .*\d:\d\d.* \+10 ETH/)
  })

  /** What is noted of each of these readings, one after the other: whether coins came. */
  async function noted(
    readings: [balance: bigint, nonce: bigint, block: bigint][],
    nodeUrl = 'https://node.example',
  ) {
    const account = { balance: 0n, nonce: 0n, block: 0n }
    const { node, asked } = nodeWith(account)
    const { store } = signedIn().app
    const found: boolean[] = []
    for (const [value, nonce, block] of readings) {
      Object.assign(account, { balance: value, nonce, block })
      const chain = { ...CHAIN, nodeUrl }
      found.push(await noteBalance({ of: 'mine', address: ADDRESS, chain, node, store, value }))
    }
    return { found, asked, list: coinsReceived(store, 'mine') }
  }

  it('are known where the account sent nothing since: else what it spent would hide in them', async () => {
    const { found, list } = await noted([
      [5n, 3n, 1n],
      [7n, 3n, 2n],
      [9n, 4n, 3n],
      [8n, 4n, 4n],
      [9n, 4n, 5n],
    ])
    expect(found).to.deep.equal([false, true, false, false, true])
    expect(list.map(({ amount }) => amount)).to.deep.equal([1n, 2n])
  })

  it('are listed once where nodes behind one address are some blocks apart', async () => {
    const later = [
      [9n, 3n, 101n],
      [5n, 3n, 100n],
      [9n, 3n, 101n],
      [9n, 3n, 102n],
    ] as [bigint, bigint, bigint][]
    const { found } = await noted([[5n, 3n, 99n], ...later])
    expect(found).to.deep.equal([false, true, false, false, false])
    clearStorage()
    expect((await noted(later)).found).to.deep.equal([false, false, false, false])
  })

  it('cost one question at first, none while the balance stays, and are read in one block', async () => {
    const { asked } = await noted([
      [5n, 3n, 16n],
      [5n, 3n, 17n],
      [6n, 3n, 18n],
    ])
    const ofBlock = (block: string) => [
      ['eth_blockNumber', undefined],
      ['eth_getBalance', block],
      ['eth_getTransactionCount', block],
    ]
    const first = ['eth_getTransactionCount', 'latest']
    expect(asked).to.deep.equal([first, ...ofBlock('0x12')])
  })

  it("are not taken from a site's node, which could make them up", async () => {
    const { found, asked } = await noted(
      [
        [5n, 0n, 1n],
        [9n, 0n, 2n],
      ],
      '',
    )
    expect(found).to.deep.equal([false, false])
    expect(asked).to.deep.equal([])
  })
})
