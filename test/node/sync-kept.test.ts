/** What a device keeps of what travels: deleted on request, in storages of all kinds, beside other persons and builds. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'

import { keepAccounts, keptAccounts } from '../../src/app/session/accounts.js'
import { Assets } from '../../src/app/stores/assets.js'
import { Contacts } from '../../src/app/stores/contacts.js'
import { loadPreference, savePreference } from '../../src/app/support/preferences.js'
import type { Records } from '../../src/app/sync/records.js'
import { forget, switchOn } from '../../src/app/sync/round.js'
import { account } from '../../src/keys/derive.js'
import { Device, type Line } from './support/sync-device.js'
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

describe('what the person deleted', () => {
  beforeEach(async () => {
    befriend(phone)
    await phone.round()
    await phone.do(() => forget(phone.place))
  })
  const keptNow = async () => {
    const { locator } = await phone.place.sign('syncLocator', null)
    return (await world.ask('/sync/read', { locator })).body.version
  }

  it('stays deleted at later rounds here, and what is here stays', async () => {
    phone.ticket = await world.ticket()
    befriend(phone, 'Ben again')
    const asked: string[] = []
    line.onAsked = async (path) => void asked.push(path)
    await phone.round()
    assert.deepEqual([asked, friendOf(phone)], [[], 'Ben again'])
    line.onAsked = undefined
    assert.equal(await keptNow(), 0)
  })

  it('is begun anew by the person alone', async () => {
    phone.ticket = await world.ticket()
    phone.do(switchOn)
    await phone.round()
    assert.ok((await keptNow()) > 0)
  })

  for (const moment of ['/sync/read', '/sync/write']) {
    it(`stays deleted where a different tab was just at ${moment}`, async () => {
      phone.do(switchOn)
      phone.ticket = await world.ticket()
      await phone.round()
      befriend(phone, 'Late')
      line.onAsked = async (path) => {
        if (path !== moment) return
        line.onAsked = undefined
        await phone.do(() => forget(phone.place))
      }
      phone.ticket = await world.ticket()
      await phone.round()
      assert.equal(await keptNow(), 0)
    })
  }

  it('is not taken for deleted if the service did not say so', async () => {
    phone.do(switchOn)
    phone.ticket = await world.ticket()
    await phone.round()
    line.onAsked = async (path) => {
      if (path === '/sync/forget') throw new TypeError('Failed to fetch')
    }
    assert.equal(await codeOf(phone.do(() => forget(phone.place))), 'SERVICE_UNAVAILABLE')
    line.onAsked = undefined
    befriend(phone, 'Third')
    await phone.round()
    await laptop.round()
    assert.equal(friendOf(laptop), 'Third')
  })
})

describe('a storage', () => {
  // What was refused is in memory until then.
  afterEach(async () => {
    phone.storage.room = Number.POSITIVE_INFINITY
    await phone.round()
  })
  const writes = () => {
    let count = 0
    line.onAsked = async (path) => {
      if (path === '/sync/write') count += 1
    }
    return () => count
  }

  /** What the service keeps, by record name. */
  const kept = async (): Promise<Records> => {
    const { locator } = await phone.place.sign('syncLocator', null)
    const { blob, version } = (await world.ask('/sync/read', { locator })).body
    return JSON.parse((await phone.place.sign('syncOpen', { blob: blob!, version }))!).records
  }
  /** A different device changes a record. What this test's storage refuses is in the memory of all its devices. */
  const change = async (name: string, value: unknown) => {
    const { locator } = await phone.place.sign('syncLocator', null)
    const { version: base } = (await world.ask('/sync/read', { locator })).body
    const at = [Date.now() + 1, 0, 'different']
    const records = { ...(base ? await kept() : {}), [name]: { value, at } }
    const text = JSON.stringify({ format: 1, records })
    const body = (await phone.place.sign('syncSeal', { text, base, version: base + 1 }))!
    assert.equal((await world.ask('/sync/write', body)).body.isSaved, true)
  }
  const FRIENDS = `contact:${FRIEND.toLowerCase()}`

  it('that is denied keeps a change and a removal as long as the page, and tells each once', async () => {
    await change(FRIENDS, { address: FRIEND, name: 'Ben' })
    phone.storage.room = 0
    await phone.round()
    assert.equal(friendOf(phone), 'Ben')
    const count = writes()
    befriend(phone, 'Benjamin')
    await phone.round()
    await phone.round()
    assert.deepEqual([friendOf(phone), count(), phone.hasNews], ['Benjamin', 1, false])
    phone.do((first) => new Contacts(first).remove(FRIEND))
    await phone.round()
    await phone.round()
    assert.deepEqual([friendOf(phone), count()], [undefined, 2])
    assert.equal((await kept())[FRIENDS]!.value, null)
  })

  it('that is too full for the copy says each change once, and gives way to a later one', async () => {
    phone.do((first) => keepAccounts(first, { names: { 0: 'One' } }))
    await phone.round()
    phone.storage.room = 80
    phone.do((first) => keepAccounts(first, { names: { 0: 'Two' } }))
    const count = writes()
    await phone.round()
    await phone.round()
    assert.deepEqual([count(), phone.hasNews], [1, false])
    await change('name:0', 'Three')
    await phone.round()
    phone.do((first) => assert.equal(keptAccounts(first)!.names[0], 'Three'))
    assert.equal((await kept())['name:0']!.value, 'Three')
    // After a reload nothing older is left to begin from.
    assert.equal(
      [...phone.storage.items.keys()].some((key) => key.includes('sync')),
      false,
    )
  })

  it('that has no room for a name keeps no copy that would tell of its removal', async () => {
    phone.do((first) => keepAccounts(first, { names: { 0: 'One' } }))
    await phone.round()
    const { setItem } = phone.storage
    phone.storage.setItem = (name, value) => {
      if (name.includes('accounts')) throw new DOMException('Full.', 'QuotaExceededError')
      setItem(name, value)
    }
    phone.do((first) => keepAccounts(first, { names: { 0: 'Two' } }))
    await phone.round()
    phone.do((first) => assert.equal(keptAccounts(first)!.names[0], 'Two'))
    const isCopy = (key: string) => key.includes('wallet-embed:sync:')
    assert.equal([...phone.storage.items.keys()].some(isCopy), false)
    phone.storage.setItem = setItem
    await phone.round()
    assert.match([...phone.storage.items.values()].join(), /Two/)
    assert.equal([...phone.storage.items.keys()].some(isCopy), true)
  })

  it('that had no room for a contact gets it when there is some again', async () => {
    await phone.round()
    phone.storage.room = 0
    befriend(phone)
    phone.storage.room = Number.POSITIVE_INFINITY
    await phone.round()
    assert.match([...phone.storage.items.values()].join(), /Ben/)
    assert.equal((await kept())[FRIENDS]!.value !== null, true)
  })
})

describe('many things', () => {
  it('stay on all devices: more tokens than one of them would add', async () => {
    const addresses = Array.from({ length: 20 }, (_, at) => account(ANN.secret, at).address)
    const token = (at: number) => ({ ...TOKEN, address: addresses[at % 20]! })
    const add = (device: Device, from: number, to: number) =>
      device.do((first) => {
        for (let at = from; at < to; at++) {
          new Assets(first).add({ account: first, chainId: at + 1 }, token(at))
        }
      })
    add(phone, 0, 250)
    add(laptop, 250, 450)
    for (const device of [phone, laptop, phone, laptop]) await device.round()
    for (const device of [phone, laptop]) {
      assert.equal(device.all.length, 450)
    }
    add(phone, 450, 451)
    await phone.round()
    await laptop.round()
    assert.equal(laptop.all.length, 450)
  })

  it('that do not fit together are all on the device that has them, with what the others changed', async () => {
    befriend(phone)
    await phone.round()
    await laptop.round()
    laptop.do((first) => {
      const assets = Array.from({ length: 280 }, (_, at) => ({
        account: first,
        chainId: at + 1,
        ...TOKEN,
      }))
      new Assets(first).keep(assets.map((one) => ({ ...one, name: 'n'.repeat(900) })))
    })
    await laptop.round()
    befriend(phone, 'Benjamin')
    await phone.round()
    await laptop.round()
    assert.deepEqual([friendOf(laptop), laptop.all.length], ['Benjamin', 281])
    assert.deepEqual([phone.all.length, laptop.hasNews], [1, true])
    // With fewer things, they are saved.
    laptop.do((first) => new Assets(first).keep(new Assets(first).kept!.slice(0, 100)))
    await laptop.round()
    await phone.round()
    assert.deepEqual([phone.all.length, laptop.hasNews], [101, false])
  })
})

describe('a browser of two persons', () => {
  it('brings the settings of none of them to the other', async () => {
    const ben = new Device({ ...BEN, ticket: await world.ticket('sample.two@example.test') })
    ben.storage = phone.storage
    await phone.round()
    phone.do(() => savePreference('language', 'de'))
    await phone.round()
    await ben.round()
    ben.do(() => savePreference('theme', 'dark'))
    await ben.round()
    const bens = new Device(BEN)
    await bens.round()
    bens.do(() => {
      assert.equal(loadPreference('theme'), 'dark')
      assert.equal(loadPreference('language'), undefined)
    })
    await laptop.round()
    laptop.do(() => {
      assert.equal(loadPreference('language'), 'de')
      assert.equal(loadPreference('theme'), undefined)
    })
  })
})

describe('a newer wallet', () => {
  it('that saved in a different form is left alone', async () => {
    const { sign } = phone.place
    const text = JSON.stringify({ format: 2, things: [] })
    const body = (await sign('syncSeal', { text, base: 0, version: 5 }))!
    assert.equal((await world.ask('/sync/write', body)).body.isSaved, true)
    befriend(laptop)
    assert.equal(await codeOf(laptop.round()), 'VERSION_RETIRED')
    const kept = (await world.ask('/sync/read', { locator: body.locator })).body
    assert.equal(kept.blob, body.blob)
  })

  it('loses no token that it added in this browser, here or elsewhere', async () => {
    const add = (device: Device, address: `0x${string}`) =>
      device.do((first) =>
        new Assets(first).add({ account: first, chainId: 1 }, { ...TOKEN, address }),
      )
    add(phone, FRIEND)
    await phone.round()
    await laptop.round()
    const [item, list] = [...phone.storage.items].find(([name]) => name.includes('assets'))!
    phone.storage.items.set(item, list.replace('ERC20', 'ERC9999'))
    await phone.round()
    await laptop.round()
    assert.equal(laptop.all.length, 1)
    add(phone, TOKEN.address)
    assert.match(phone.storage.items.get(item)!, /ERC9999.*ERC20/)
  })

  it('has its own fields and records kept by this one', async () => {
    const entry = { value: { color: 'red' }, at: [1, 0, 'new'], by: 'newer' }
    const text = JSON.stringify({ format: 1, records: { 'mood:1': entry } })
    const body = (await phone.place.sign('syncSeal', { text, base: 0, version: 5 }))!
    await world.ask('/sync/write', body)
    befriend(laptop)
    await laptop.round()
    const { blob, version } = (await world.ask('/sync/read', { locator: body.locator })).body
    const opened = await laptop.place.sign('syncOpen', { blob: blob!, version })
    assert.deepEqual(JSON.parse(opened!).records['mood:1'], entry)
  })
})
