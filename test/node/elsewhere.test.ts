/** What home shows of the account on other networks, whose nodes do not always answer. */
import assert from 'node:assert/strict'
import { before, describe, it, mock } from 'node:test'

import { assetsOf } from '../../src/app/stores/assets.js'
import { OtherNetworks } from '../../src/app/wallet/assets/elsewhere.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { until } from '../support/until.js'
import { MemoryStorage } from './support/memory-storage.js'

const OWNER = `0x${'a'.repeat(40)}` as const
const [DOLLAR, POUND] = [`0x${'d'.repeat(40)}`, `0x${'e'.repeat(40)}`] as const
const BUSY = new ProviderRpcError(-32_005, 'limit exceeded')
const NO_PROGRAMS = new ProviderRpcError(-32_602, 'missing to')

before(() => {
  Object.assign(globalThis, { localStorage: new MemoryStorage() })
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true } })
  // No operator's lists.
  mock.method(console, 'warn', () => {})
})

/** Networks that did not answer the last look. */
let silent: number[]

/** An account with two tokens on a network that is not in use. */
function setUp() {
  const answers = new Map<string, string | Error>()
  const node = new Rpc('https://node.example.test', async (_, method, params) => {
    const [{ to = '' }] = params as [{ to?: string }]
    if (method === 'eth_getBalance') return '0x0'
    if (method === 'eth_getCode') return '0x'
    const answer = answers.get(to) ?? NO_PROGRAMS
    if (typeof answer === 'string') return answer
    throw answer
  })
  const [current, other] = [1, 2].map((chainId) => ({ chainId, nodeUrl: node.url }))
  const app = {
    own: { chosen: OWNER, first: OWNER },
    // Without prices.
    content: { config: {} },
    chains: { current, known: [current, other], nodeOf: () => node },
  } as never as WalletApp
  for (const [address, symbol] of [
    [DOLLAR, 'USD'],
    [POUND, 'GBP'],
  ] as const) {
    const asset = { type: 'ERC20', address, symbol, decimals: 0 } as const
    assetsOf(app).add({ account: OWNER, chainId: 2 }, asset)
  }
  let updates = 0
  const requestUpdate = () => void updates++
  const updateComplete = Promise.resolve(true)
  const host = { app, addController: () => {}, removeController: () => {}, requestUpdate }
  const others = new OtherNetworks({ ...host, updateComplete })
  const look = async (amounts: Record<string, number | Error>) => {
    for (const [token, amount] of Object.entries(amounts)) {
      const answer = amount instanceof Error ? amount : `0x${`${amount}`.padStart(64, '0')}`
      answers.set(token, answer)
    }
    const before = updates
    others.look(updates * 100)
    await until('the answer', () => updates > before)
    silent = others.silent.map(({ chainId }) => chainId)
    return others.found.flatMap(({ holdings }) => holdings.map(({ amount }) => amount))
  }
  return look
}

describe('tokens on a network that is not in use', () => {
  it('keep their amounts where a node answers for the coins only', async () => {
    const look = setUp()
    assert.deepEqual(await look({ [DOLLAR]: 5, [POUND]: 7 }), [5n, 7n])
    assert.deepEqual(await look({ [DOLLAR]: BUSY, [POUND]: BUSY }), [5n, 7n])
    assert.deepEqual(await look({ [DOLLAR]: BUSY, [POUND]: 8 }), [5n, 8n])
  })

  it('are not told to be nothing where a node is too busy for all of them', async () => {
    const look = setUp()
    assert.deepEqual(await look({ [DOLLAR]: BUSY, [POUND]: BUSY }), [])
    assert.deepEqual(silent, [2])
    assert.deepEqual(await look({ [DOLLAR]: 5, [POUND]: 7 }), [5n, 7n])
    assert.deepEqual(silent, [])
  })

  it('are gone once the contract says so', async () => {
    const look = setUp()
    assert.deepEqual(await look({ [DOLLAR]: 5, [POUND]: 7 }), [5n, 7n])
    assert.deepEqual(await look({ [DOLLAR]: 0, [POUND]: BUSY }), [7n])
    assert.deepEqual(await look({ [DOLLAR]: BUSY, [POUND]: 0 }), [])
  })
})
