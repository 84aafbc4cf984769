/** What belongs to a person reaches their other devices, whatever the login service does. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { keepAccounts, keptAccounts } from '../../src/app/session/accounts.js'
import { finishBackup, isSaved } from '../../src/app/session/backup.js'
import { Assets } from '../../src/app/stores/assets.js'
import { Contacts } from '../../src/app/stores/contacts.js'
import { KnownSessions } from '../../src/app/stores/known-sessions.js'
import { OwnNetworks } from '../../src/app/stores/own-networks.js'
import { type PastSent, PastSentList } from '../../src/app/stores/past-sent.js'
import { keepSeenAccounts, seenAccounts } from '../../src/app/stores/seen-accounts.js'
import { merge, type Stamp } from '../../src/app/sync/records.js'
import { runRound } from '../../src/app/sync/round.js'
import { account } from '../../src/keys/derive.js'
import { MemorySync } from '../../src/server/sync/memory-sync.js'
import { type Body, Device, type Line } from './support/sync-device.js'
import {
  ANN,
  BEN,
  befriend,
  codeOf,
  FRIEND,
  friendOf,
  SyncWorld,
  TOKEN,
} from './support/sync-world.js'

/** Milliseconds. */
const YEAR = 365 * 86_400_000
const NETWORK = { chainId: 98_765, rpcUrl: 'https://node.example.test/rpc', name: 'My chain' }
const SHOP = 'https://shop.example.test'

let world: SyncWorld
let line: Line
let phone: Device
let laptop: Device

before(async () => {
  world = await SyncWorld.start()
})
after(() => world.close())
beforeEach(async () => {
  await world.reset()
  ;({ line, phone, laptop } = world)
})

describe('a round', () => {
  it('brings names, accounts, contacts, tokens, networks, sites and what was saved to a new device', async () => {
    phone.do((first) => {
      keepAccounts(first, { count: 3, names: { 1: 'Savings' } })
      new Contacts(first).save(FRIEND, 'Ben')
      new Assets(first).add({ account: first, chainId: 1 }, TOKEN)
      new OwnNetworks(first).add(NETWORK)
      keepSeenAccounts(first, { [SHOP]: [1] })
      finishBackup(first)
    })
    await phone.round()
    await laptop.round()
    assert.deepEqual(laptop.all, phone.all)
    laptop.do((first) => {
      const { count, names } = keptAccounts(first)!
      assert.deepEqual([count, names], [3, { 1: 'Savings' }])
      assert.equal(new Contacts(first).nameOf(FRIEND), 'Ben')
      assert.deepEqual(new Assets(first).of({ account: first, chainId: 1 }), [TOKEN])
      assert.deepEqual(new OwnNetworks(first).kept, [NETWORK])
      assert.deepEqual(seenAccounts(first), { [SHOP]: [1] })
      assert.equal(isSaved(first), true)
    })
  })

  it('lets a change win over one that it followed, also if that was made during a round, and clocks are wrong', async () => {
    const slow = new Device(ANN, -YEAR)
    for (const device of [phone, slow]) await device.round()
    line.onAsked = async (path) => {
      if (path === '/sync/read') befriend(phone, 'Ben')
      // The clock goes on until the write is there.
      const now = Date.now()
      while (Date.now() === now) await new Promise((resolve) => setTimeout(resolve))
    }
    await phone.round()
    line.onAsked = undefined
    await slow.round()
    befriend(slow, 'Ben of the shop')
    for (const device of [slow, phone, slow]) await device.round()
    assert.deepEqual([phone, slow].map(friendOf), Array(2).fill('Ben of the shop'))
  })

  it('brings where the person is signed in, until that is over, and what was ended', async () => {
    const at = { site: SHOP, browser: 'Firefox, Linux', used: Date.now() }
    const [one, other, over] = ['a', 'b', 'c'].map((letter) => letter.repeat(43))
    const later = Date.now() + 60_000
    phone.do((first) => {
      const sessions = new KnownSessions(first)
      sessions.note({ ...at, id: one!, expires: later })
      sessions.note({ ...at, id: one!, site: '', expires: later })
      sessions.note({ ...at, id: other!, expires: later })
      sessions.note({ ...at, id: over!, expires: Date.now() - 1 })
    })
    await phone.round()
    await laptop.round()
    const ids = (device: Device) =>
      device.do((first) => new KnownSessions(first).live.map(({ id }) => id).sort())
    assert.deepEqual(ids(laptop), [one, one, other])
    laptop.do((first) => new KnownSessions(first).noteEnd(one!))
    await laptop.round()
    await phone.round()
    assert.deepEqual(ids(phone), [other])
  })

  it('brings the latest transactions, each once, and makes room for later ones', async () => {
    const sent = (at: number): PastSent => ({
      hash: `0x${at.toString(16).padStart(64, '0')}`,
      ...{ account: ANN.first, chainId: 1, to: FRIEND, value: '0x1', data: '0x', nonce: '0x0' },
      ...{ site: SHOP, time: at, status: 'done' },
    })
    const times = (device: Device) =>
      device.do((first) => new PastSentList(first).kept!.map(({ time }) => time))
    const range = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => to - at)
    phone.do((first) => new PastSentList(first).keep(range(1, 20).map(sent)))
    laptop.do((first) => new PastSentList(first).keep(range(15, 30).map(sent)))
    for (const device of [phone, laptop, phone]) await device.round()
    assert.deepEqual(times(phone), range(11, 30))
    assert.deepEqual(times(laptop), times(phone))
    phone.do((first) => new PastSentList(first).keep([...range(11, 30), 31].map(sent)))
    for (const device of [phone, laptop]) await device.round()
    assert.deepEqual(times(laptop), range(12, 31))
    let writes = 0
    line.onAsked = async (path) => {
      if (path.endsWith('/write')) writes++
    }
    for (const device of [phone, laptop, phone]) await device.round()
    assert.equal(writes, 0, 'nothing is new')
  })

  it('drops sessions that are over, so that they fill nothing', () => {
    const now = 1_000_000
    const at = (name: string, expires: unknown) =>
      [`session:${name}`, { value: { expires }, at: [now, 0, 'one'] as Stamp }] as const
    const one = Object.fromEntries([at('live', now + 1), at('over', now), at('odd', 'never')])
    const gone = { value: null, at: [now, 0, 'two'] as Stamp }
    assert.deepEqual(Object.keys(merge(one, { 'session:gone': gone })), ['session:live'])
  })

  it('leaves a picture where it is, whose address a site chose', async () => {
    const image = 'https://site.example.test/seen-by?id=1'
    phone.do((first) => new Assets(first).add({ account: first, chainId: 1 }, { ...TOKEN, image }))
    await phone.round()
    await laptop.round()
    laptop.do((first) => assert.equal(new Assets(first).kept![0]!.image, undefined))
    await phone.round()
    phone.do((first) => assert.equal(new Assets(first).kept![0]!.image, image))
  })

  it('brings what was removed and changed', async () => {
    befriend(phone)
    await phone.round()
    await laptop.round()
    laptop.do((first) => new Contacts(first).remove(FRIEND))
    await laptop.round()
    await phone.round()
    assert.equal(friendOf(phone), undefined)
    befriend(phone, 'Ben again')
    await phone.round()
    await laptop.round()
    assert.equal(friendOf(laptop), 'Ben again')
  })

  it('takes nothing away on a device that has lost its storage', async () => {
    befriend(phone)
    await phone.round()
    phone.storage.items.clear()
    await phone.round()
    assert.equal(friendOf(phone), 'Ben')
  })

  it('keeps the newer of two names, even from a device whose clock is years behind', async () => {
    const old = new Device(ANN, -3 * YEAR)
    await phone.round()
    befriend(phone, 'Ben')
    await phone.round()
    await old.round()
    befriend(old, 'Ben of the old phone')
    await old.round()
    await phone.round()
    assert.equal(friendOf(phone), 'Ben of the old phone')
  })

  it('never makes accounts fewer, nor a saved phrase unsaved', async () => {
    phone.do((first) => keepAccounts(first, { count: 4 }))
    phone.do(finishBackup)
    await phone.round()
    laptop.do((first) => keepAccounts(first, { count: 2 }))
    await laptop.round()
    await phone.round()
    phone.do((first) => assert.deepEqual([keptAccounts(first)!.count, isSaved(first)], [4, true]))
    laptop.do((first) => assert.equal(keptAccounts(first)!.count, 4))
    // Also where the device with fewer changed last, without having seen the others.
    phone.do((first) => keepAccounts(first, { count: 6 }))
    await phone.round()
    laptop.do((first) => keepAccounts(first, { count: 5 }))
    await laptop.round()
    const third = new Device(ANN)
    await third.round()
    for (const one of [laptop, third]) {
      one.do((first) => assert.equal(keptAccounts(first)!.count, 6))
    }
  })

  it('goes on when a different device writes between reading and writing', async () => {
    befriend(phone)
    laptop.do((first) => keepAccounts(first, { names: { 0: 'Mine' } }))
    line.onAsked = async (path) => {
      if (path !== '/sync/write') return
      line.onAsked = undefined
      await laptop.round()
    }
    await phone.round()
    await laptop.round()
    assert.deepEqual(laptop.all, phone.all)
    assert.equal(phone.all.length, 2)
  })

  it('loses nothing that changes here while the service is asked', async () => {
    befriend(phone)
    line.onAsked = async (path) => {
      if (path === '/sync/write') phone.do((first) => keepAccounts(first, { names: { 0: 'Late' } }))
    }
    await phone.round()
    line.onAsked = undefined
    assert.equal(phone.hasNews, true)
    await phone.round()
    assert.equal(phone.hasNews, false)
    await laptop.round()
    assert.deepEqual(laptop.all, phone.all)
  })

  it('writes nothing where nothing is new', async () => {
    befriend(phone)
    await phone.round()
    await laptop.round()
    const asked: string[] = []
    line.onAsked = async (path) => void asked.push(path)
    await phone.round()
    await laptop.round()
    assert.deepEqual(asked, ['/sync/read', '/sync/read'])
  })

  it('of a different person is refused before anything is read or written', async () => {
    const place = phone.place
    const swapped = new Device(BEN)
    const asked: string[] = []
    line.onAsked = async (path) => void asked.push(path)
    befriend(phone)
    const { sign } = swapped.place
    assert.equal(await codeOf(phone.do(() => runRound({ ...place, sign }))), 'ABORTED')
    assert.deepEqual(asked, [])
  })
})

describe('a service that is', () => {
  let older: Body
  beforeEach(async () => {
    befriend(phone, 'First')
    await phone.round()
    line.onAnswered = (path, answer) => {
      if (path === '/sync/read') older = answer
      return answer
    }
    await phone.round()
    line.onAnswered = undefined
    befriend(phone, 'Second')
    await phone.round()
    await laptop.round()
  })

  it('off leaves all here, and is told later', async () => {
    line.onAsked = () => Promise.reject(new TypeError('Failed to fetch'))
    befriend(phone, 'Third')
    assert.equal(await codeOf(phone.round()), 'SERVICE_UNAVAILABLE')
    assert.deepEqual([friendOf(phone), phone.hasNews], ['Third', true])
    line.onAsked = undefined
    await phone.round()
    await laptop.round()
    assert.equal(friendOf(laptop), 'Third')
  })

  it('emptied is filled again at the next sign-in, by any device', async () => {
    await world.serve(new MemorySync())
    assert.equal(await codeOf(laptop.round()), 'UNAUTHORIZED')
    assert.equal(friendOf(laptop), 'Second')
    const anew = new Device({ ...ANN, ticket: await world.ticket() })
    anew.storage = laptop.storage
    await anew.round()
    const third = new Device(ANN)
    await third.round()
    assert.equal(friendOf(third), 'Second')
  })

  const changes: Record<string, (answer: Body) => Body> = {
    'tells an older version': () => older,
    'tells nothing': () => ({ version: 0, blob: null }),
    'tells an older content as the newest': ({ version }) => ({ version, blob: older.blob }),
    'changes a bit': ({ version, blob }) => ({ version, blob: `B${String(blob).slice(1)}` }),
    'tells a version that never was': ({ blob, version }) => ({
      ...{ blob, version: Number(version) + 1 },
    }),
    'cuts the content off': ({ version, blob }) => ({ version, blob: String(blob).slice(0, 90) }),
    'tells noise': ({ version }) => ({ version, blob: 'A'.repeat(5_462) }),
    'tells a different form': () => ({ version: 'two', blob: [] }),
    'tells too much': ({ version }) => ({ version, blob: 'A'.repeat(1_000_000) }),
    'tells a version beyond numbers': ({ blob }) => ({ blob, version: 2 ** 53 }),
  }
  for (const [name, change] of Object.entries(changes)) {
    it(`lying (${name}) changes nothing here, and all is well when it stops`, async () => {
      const before = laptop.all
      line.onAnswered = (path, answer) => (path === '/sync/read' ? change(answer) : answer)
      await codeOf(laptop.round())
      assert.deepEqual(laptop.all, before)
      line.onAnswered = undefined
      befriend(laptop, 'Third')
      await laptop.round()
      await phone.round()
      assert.deepEqual([friendOf(phone), friendOf(laptop)], ['Third', 'Third'])
    })
  }

  it('lying to a new device about the version does not keep it from saving later', async () => {
    const third = new Device({ ...ANN, ticket: await world.ticket() })
    const lie = { version: Number.MAX_SAFE_INTEGER, blob: 'A'.repeat(5_462) }
    line.onAnswered = (path, answer) => (path === '/sync/read' ? lie : answer)
    await third.round()
    line.onAnswered = undefined
    befriend(third, 'Third')
    await third.round()
    await phone.round()
    assert.equal(friendOf(phone), 'Third')
  })

  it('rolled back gets the newest again from the device that has it, by a version that never was', async () => {
    const store = new MemorySync()
    const { locator } = await phone.place.sign('syncLocator', null)
    const { version } = (await world.ask('/sync/read', { locator })).body
    await store.write(locator, 0, {
      version: Number(older.version),
      blob: Buffer.from(String(older.blob), 'base64url'),
    } as never)
    await world.serve(store)
    await laptop.round()
    const told = (await world.ask('/sync/read', { locator })).body
    assert.equal(told.version > version, true)
    const third = new Device(ANN)
    await third.round()
    assert.equal(friendOf(third), 'Second')
  })
})

describe('what the service sees and keeps', () => {
  it('is no name, address or site', async () => {
    const seen: string[] = []
    line.onAsked = async (path, body) => void seen.push(path + JSON.stringify(body))
    befriend(phone, 'A name to look for')
    phone.do((first) => keepSeenAccounts(first, { [SHOP]: [0] }))
    await phone.round()
    const plain = seen.join() + Buffer.from(seen.join(), 'base64url').toString('latin1')
    for (const text of ['A name', FRIEND.toLowerCase(), 'shop.example', ANN.first.toLowerCase()]) {
      assert.equal(plain.toLowerCase().includes(text.toLowerCase()), false, text)
      assert.equal(world.log.lines.join().includes(text), false, text)
    }
  })

  it('is as large for one contact as for twenty', async () => {
    const sizes: number[] = []
    line.onAsked = async (path, { blob }) => {
      if (path === '/sync/write') sizes.push(String(blob).length)
    }
    befriend(phone)
    await phone.round()
    phone.do((first) => {
      for (let at = 0; at < 20; at++) {
        new Contacts(first).save(account(ANN.secret, at).address, `Friend ${at}`)
      }
    })
    await phone.round()
    assert.equal(sizes[0], sizes[1])
  })
})
