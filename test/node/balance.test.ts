/** The balance on home, where the account or the network changes while a node is still asked. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'

import { Balance } from '../../src/app/wallet/assets/balance.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'

const [ALICE, BOB] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]

/** How the node answers what it was asked, by account. */
let asked: Map<string, { resolve(wei: string): void; reject(reason: Error): void }>
let store: Map<string, unknown>
let own: { chosen: string }
let balance: Balance

before(() => {
  // Not to be seen, so that it is not asked again by itself.
  Object.assign(globalThis, { document: Object.assign(new EventTarget(), { hidden: true }) })
})

beforeEach(() => {
  asked = new Map()
  store = new Map()
  own = { chosen: ALICE }
  const node = new Rpc('https://node.example.test', (_, method, params) => {
    if (method !== 'eth_getBalance') return Promise.reject(new Error(method))
    const [account] = params as [string]
    return new Promise((resolve, reject) => asked.set(account, { resolve, reject }))
  })
  const chains = { current: { chainId: 1, nodeUrl: node.url }, node }
  const kept = { get: (name: string) => store.get(name), set: store.set.bind(store) }
  const app = { own, chains, store: kept, core: {} } as never as WalletApp
  balance = new Balance({
    ...{ app, addController: () => {}, removeController: () => {}, requestUpdate: () => {} },
    updateComplete: Promise.resolve(true),
  })
})

/** Alice's balance is asked for, then Bob's, who is chosen before Alice's has come. */
function choose(): [Promise<void>, Promise<void>] {
  const ofAlice = balance.refresh()
  own.chosen = BOB
  return [ofAlice, balance.refresh()]
}

describe('the balance of an account that was chosen just now', () => {
  it('is not the one of the account before, which comes first', async () => {
    const [ofAlice] = choose()
    asked.get(ALICE)!.resolve('0x64')
    await ofAlice
    assert.deepEqual([balance.value, balance.last], [undefined, undefined])
  })

  it('is not the one of the account before, which comes last', async () => {
    const [ofAlice, ofBob] = choose()
    asked.get(BOB)!.resolve('0x1')
    await ofBob
    asked.get(ALICE)!.resolve('0x64')
    await ofAlice
    assert.deepEqual([balance.value, balance.last?.amount], [1n, 1n])
  })

  it('is not old because the node did not answer for the account before', async () => {
    const [ofAlice, ofBob] = choose()
    asked.get(BOB)!.resolve('0x1')
    await ofBob
    asked.get(ALICE)!.reject(new Error('no answer'))
    await ofAlice
    assert.deepEqual([balance.value, balance.isStale], [1n, false])
  })
})
