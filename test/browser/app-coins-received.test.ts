/** Coins that came, which no event tells: as the balance shows them, on home and among the activity. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import type { Home } from '../../src/app/screens/home/home.js'
import { noteBalance } from '../../src/app/wallet/assets/coins-received.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { CHAIN, clearStorage, signedIn, textOf } from './app-support.js'
import { until } from './support.js'

const ETHER = 10n ** 18n
const OF = 'account and chain'

/** A node with an account, and what it was asked. */
function nodeWith(account: { balance: bigint; nonce: bigint }) {
  const asked: unknown[] = []
  const quantity = async (method: string, params: unknown[]) => {
    asked.push([method, params.at(-1)])
    if (method === 'eth_getBalance') return account.balance
    return method === 'eth_getTransactionCount' ? account.nonce : 16n
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
    const account = { balance: 0n, nonce: 0n }
    const { app } = signedIn({ node: nodeWith(account).node })
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    const stored = () => JSON.stringify({ ...sessionStorage, ...localStorage })
    await until('the first reading', () => stored().includes('coins-received'))
    expect(textOf(home)).not.to.include('Received')
    account.balance = 10n * ETHER
    await until('the row', () => {
      dispatchEvent(new Event('online'))
      return textOf(home).includes('+10 ETH')
    })
    const activity = await fixture<HTMLElement>(html`<we-activity .app=${app}></we-activity>`)
    await until('the row of the activity', () => textOf(activity).includes('+10 ETH'))
    expect(textOf(activity)).to.match(/Received .*\d:\d\d.* \+10 ETH/)
  })

  /** What is noted of each of these readings, one after the other: by how much it grew. */
  async function noted(readings: [balance: bigint, nonce: bigint][], nodeUrl = CHAIN.nodeUrl) {
    const account = { balance: 0n, nonce: 0n }
    const { node, asked } = nodeWith(account)
    const { app } = signedIn({ node })
    app.chain = { ...app.chain, nodeUrl }
    const found: boolean[] = []
    for (const [balance, nonce] of readings) {
      Object.assign(account, { balance, nonce })
      found.push(await noteBalance(app, OF, balance, 0))
    }
    return { found, asked }
  }

  it('are known where the account sent nothing since: else what it spent would hide in them', async () => {
    const { found } = await noted([
      [5n, 3n],
      [7n, 3n],
      [9n, 4n],
      [8n, 4n],
      [9n, 4n],
    ])
    expect(found).to.deep.equal([false, true, false, false, true])
  })

  it('cost no question while the balance stays, and are read with the nonce of one block', async () => {
    const { asked } = await noted([
      [5n, 3n],
      [5n, 3n],
      [6n, 3n],
    ])
    expect(asked).to.deep.equal([
      ['eth_getTransactionCount', 'latest'],
      ['eth_blockNumber', undefined],
      ['eth_getBalance', '0x10'],
      ['eth_getTransactionCount', '0x10'],
    ])
  })

  it("are not taken from a site's node, which could make them up", async () => {
    const { found, asked } = await noted(
      [
        [5n, 0n],
        [9n, 0n],
      ],
      '',
    )
    expect(found).to.deep.equal([false, false])
    expect(asked).to.deep.equal([])
  })
})
