/** What a person changes while the login service fails or lies stays here, and reaches their other devices later. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { keepAccounts, keptAccounts } from '../../src/app/session/accounts.js'
import { finishBackup, isSaved } from '../../src/app/session/backup.js'
import { Assets } from '../../src/app/stores/assets.js'
import { Contacts } from '../../src/app/stores/contacts.js'
import { OwnNetworks } from '../../src/app/stores/own-networks.js'
import { keepSeenAccounts, seenAccounts } from '../../src/app/stores/seen-accounts.js'
import { loadPreference, savePreference } from '../../src/app/support/preferences.js'
import { MemorySync } from '../../src/server/sync/memory-sync.js'
import type { SyncEntry } from '../../src/server/sync/sync-store.js'
import type { Device } from './support/sync-device.js'
import { codeOf, FRIEND, friendOf, SyncWorld, TOKEN } from './support/sync-world.js'

type First = `0x${string}`

const SHOP = 'https://shop.example.test'
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const NETWORK = { chainId: 98_765, rpcUrl: 'https://node.example.test/rpc', name: 'My chain' }
const SECOND = { ...NETWORK, chainId: 98_766 }

const tokensOf = (first: First) => new Assets(first).of({ account: first, chainId: 1 }).length
const networksOf = (first: First) => (new OwnNetworks(first).kept ?? []).map((one) => one.chainId)

/** Was done and saved before the trouble. */
function settle(first: First): void {
  keepAccounts(first, { count: 2, names: { 0: 'Everyday' } })
  new Contacts(first).save(FRIEND, 'Ben')
  new Assets(first).add({ account: first, chainId: 1 }, TOKEN)
  new OwnNetworks(first).add(NETWORK)
  keepSeenAccounts(first, { [SHOP]: [1] })
}

/** What the person changes, how, and what is there after it. */
const DEEDS: [string, (first: First) => void, (first: First) => unknown, unknown][] = [
  [
    'a name',
    (first) => keepAccounts(first, { names: { 0: 'Rent' } }),
    (first) => keptAccounts(first)?.names[0],
    'Rent',
  ],
  [
    'an account',
    (first) => keepAccounts(first, { count: 3 }),
    (first) => keptAccounts(first)?.count,
    3,
  ],
  [
    'a contact',
    (first) => new Contacts(first).save(OTHER, 'Cy'),
    (first) => new Contacts(first).nameOf(OTHER),
    'Cy',
  ],
  [
    'a contact’s name',
    (first) => new Contacts(first).save(FRIEND, 'Benjamin'),
    (first) => new Contacts(first).nameOf(FRIEND),
    'Benjamin',
  ],
  [
    'a contact that goes',
    (first) => new Contacts(first).remove(FRIEND),
    (first) => new Contacts(first).nameOf(FRIEND),
    undefined,
  ],
  [
    'a token',
    (first) => new Assets(first).add({ account: first, chainId: 1 }, { ...TOKEN, address: FRIEND }),
    tokensOf,
    2,
  ],
  ['a token that goes', (first) => new Assets(first).keep([]), tokensOf, 0],
  [
    'a network',
    (first) => new OwnNetworks(first).add(SECOND),
    networksOf,
    [NETWORK.chainId, SECOND.chainId],
  ],
  [
    'a network that goes',
    (first) => new OwnNetworks(first).remove(NETWORK.chainId),
    networksOf,
    [],
  ],
  [
    'the account that a site sees',
    (first) => keepSeenAccounts(first, { [SHOP]: [0] }),
    (first) => seenAccounts(first)?.[SHOP],
    [0],
  ],
  ['a saved phrase', (first) => finishBackup(first), isSaved, true],
  [
    'the currency',
    () => savePreference('currency', 'EUR'),
    () => loadPreference('currency'),
    'EUR',
  ],
]

let world: SyncWorld
let phone: Device
let laptop: Device
let store: MemorySync
let older: SyncEntry
let newest: SyncEntry
let locator: string

/** Begins a trouble. @returns What ends it. */
const TROUBLES: Record<string, () => Promise<() => unknown>> = {
  'does not answer': async () => {
    world.line.onAsked = () => Promise.reject(new TypeError('Failed to fetch'))
    return () => Object.assign(world.line, { onAsked: undefined })
  },
  'answers too late': async () => {
    world.line.onAnswered = (path, answer) => {
      if (path === '/sync/write') throw new TypeError('Failed to fetch')
      return answer
    }
    return () => Object.assign(world.line, { onAnswered: undefined })
  },
  'has lost everything': async () => {
    await world.serve(new MemorySync())
    return async () => Object.assign(laptop, { ticket: await world.ticket() })
  },
  'is an older one': async () => {
    const back = new MemorySync()
    await back.write(locator, 0, older)
    await world.serve(back)
    return () => {}
  },
  'has no room': async () => {
    await serveWhere(() => {
      throw new Error('No space left on device.')
    })
    return () => world.serve(store)
  },
  'says that it saved, and did not': async () => {
    await serveWhere(() => true)
    return () => world.serve(store)
  },
  'tells older content as the newest': async () => {
    const blob = Buffer.from(older.blob).toString('base64url')
    world.line.onAnswered = (path, answer) => (path === '/sync/read' ? { ...answer, blob } : answer)
    return () => Object.assign(world.line, { onAnswered: undefined })
  },
}

/** A service that has what was kept before the trouble, and does something else than to write. */
async function serveWhere(write: () => boolean): Promise<void> {
  const odd = new MemorySync()
  await odd.write(locator, 0, newest)
  await world.serve(Object.assign(odd, { write: async () => write() }))
}

before(async () => {
  world = await SyncWorld.start()
})
after(() => world.close())

for (const [trouble, begin] of Object.entries(TROUBLES)) {
  describe(`where the service ${trouble}`, () => {
    let end: () => unknown
    beforeEach(async () => {
      await world.reset()
      ;({ phone, laptop } = world)
      store = new MemorySync()
      await world.serve(store)
      await Promise.all(
        [phone, laptop].map(async (one) => Object.assign(one, { ticket: await world.ticket() })),
      )
      ;({ locator } = await phone.place.sign('syncLocator', null))
      phone.do((first) => new Contacts(first).save(FRIEND, 'Before'))
      await phone.round()
      older = (await store.read(locator))!
      phone.do(settle)
      await phone.round()
      await laptop.round()
      newest = (await store.read(locator))!
      assert.equal(friendOf(laptop), 'Ben')
      end = await begin()
    })

    for (const [what, change, read, value] of DEEDS) {
      it(`keeps ${what}, and brings it once all is well`, async () => {
        const before = laptop.all
        await codeOf(laptop.round())
        assert.deepEqual(laptop.all, before, 'before the change')
        laptop.do(change)
        const changed = laptop.all
        await codeOf(laptop.round())
        await codeOf(phone.round())
        await codeOf(laptop.round())
        assert.deepEqual(laptop.all, changed, 'after the change')
        await end()
        for (const one of [laptop, phone, laptop]) await one.round()
        assert.deepEqual(phone.do(read), value)
        assert.deepEqual(phone.all, changed)
        assert.deepEqual(laptop.all, changed)
        assert.equal(laptop.hasNews, false)
      })
    }
  })
}
