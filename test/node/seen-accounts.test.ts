/** Two devices at one site, each with a different account in use: what the site saw last goes between them and rests. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { seenAccounts } from '../../src/app/stores/seen-accounts.js'
import { watchSiteAccounts } from '../../src/app/wallet/site-accounts.js'
import { account } from '../../src/keys/derive.js'
import type { Device } from './support/sync-device.js'
import { ANN, SyncWorld } from './support/sync-world.js'

const SHOP = 'https://shop.example.test'
const ACCOUNTS = [0, 1].map((index) => account(ANN.secret, index).address)

/** The wallet of a device at the site. */
class Wallet extends EventTarget {
  readonly site = SHOP
  readonly own
  readonly #device: Device

  /** @param given - Indices of the accounts that the site sees, the one in use first. */
  constructor(device: Device, given: number[]) {
    super()
    this.#device = device
    const first = ANN.first
    const addresses = given.map((index) => ACCOUNTS[index]!)
    this.own = { first, given: addresses, indexOf: (one: string) => ACCOUNTS.indexOf(one as never) }
    device.do(() => watchSiteAccounts(this as never))
  }

  /** A round, after which the wallet draws anew. */
  async round(): Promise<void> {
    await this.#device.round()
    this.#device.do(() => this.dispatchEvent(new Event('change')))
  }

  switch(given: number[]): void {
    this.own.given = given.map((index) => ACCOUNTS[index]!)
    this.#device.do(() => this.dispatchEvent(new Event('change')))
  }
}

describe('what a site saw last', () => {
  let world: SyncWorld
  before(async () => {
    world = await SyncWorld.start()
    await world.reset()
  })
  after(() => world.close())

  it('is written no more once nobody changes anything', async () => {
    const { phone, laptop, line } = world
    const wallets = [new Wallet(phone, [0, 1]), new Wallet(laptop, [1, 0])]
    for (let rounds = 0; rounds < 3; rounds++) for (const wallet of wallets) await wallet.round()
    let writes = 0
    line.onAsked = async (path) => {
      if (path === '/sync/write') writes++
    }
    for (let rounds = 0; rounds < 5; rounds++) for (const wallet of wallets) await wallet.round()
    assert.equal(writes, 0)
    wallets[0]!.switch([1])
    for (const wallet of wallets) await wallet.round()
    laptop.do((first) => assert.deepEqual(seenAccounts(first), { [SHOP]: [1] }))
    assert.equal(writes, 1)
  })
})
