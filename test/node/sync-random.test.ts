/** Three devices with wrong clocks that change the same things in any order: equal at the end, and nothing lost. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'

import { keepAccounts, keptAccounts } from '../../src/app/session/accounts.js'
import { Contacts } from '../../src/app/stores/contacts.js'
import { account } from '../../src/keys/derive.js'
import { createLoginService } from '../../src/server/login/login-service.js'
import { MemorySync } from '../../src/server/sync/memory-sync.js'
import { randomOf } from '../support/any-typed-data.js'
import { type Issuer, registryFor, startIssuer } from './support/issuer.js'
import { createLog } from './support/services.js'
import { connect, Device, type Line } from './support/sync-device.js'
import { ticketOf } from './support/sync-person.js'

const STEPS = 500
/** Milliseconds. */
const HOUR = 3_600_000
const SKEWS = [-HOUR, 0, 3 * 365 * 24 * HOUR]
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)

/** A change of one record, and what the device showed before it. */
interface Edit {
  value: string
  instead: string | undefined
}

let issuer: Issuer
let app: FastifyInstance
let line: Line
const secret = new Uint8Array(32).fill(9)
const first = account(secret, 0).address
const friends = [0, 1, 2, 3].map((index) => account(secret, index).address)

before(async () => {
  issuer = await startIssuer()
  app = createLoginService({
    ...{ registry: registryFor(issuer.url), secrets: {}, walletOrigin: 'http://localhost:4050' },
    ...{ sync: new MemorySync(), rateLimit: 100_000, log: createLog() },
  })
  line = { app }
  connect(line)
})
after(() => Promise.all([app.close(), issuer.close()]))

describe(`three devices (seed ${SEED})`, () => {
  it(`are equal after ${STEPS} steps, and show no value that was changed by a device which had seen it`, async () => {
    const { next } = randomOf(SEED)
    const pick = <T>(list: readonly T[]): T => list[next(list.length)]!
    const ask = async (url: string, body: unknown) => {
      const answer = await app.inject({ method: 'POST', url, payload: body as object })
      return { status: answer.statusCode, body: answer.json() }
    }
    const ticket = await ticketOf(ask, issuer, 'sample.one@example.test')
    const devices = SKEWS.map((skew) => new Device({ secret, first, ticket }, skew))
    const edits = new Map<string, Edit[]>()
    const edit = (device: Device, step: number) =>
      device.do(() => {
        const value = `edit ${step}`
        const noted = (name: string, instead: string | undefined) =>
          edits.set(name, [...(edits.get(name) ?? []), { value, instead }])
        const index = next(3)
        const friend = pick(friends)
        const contacts = new Contacts(first)
        if (next(2)) {
          const { names = {} } = keptAccounts(first) ?? {}
          noted(`name:${index}`, names[index])
          keepAccounts(first, { names: { ...names, [index]: value } })
        } else if (next(5) < 4) {
          noted(`contact:${friend.toLowerCase()}`, contacts.nameOf(friend))
          contacts.save(friend, value)
        } else {
          noted(`contact:${friend.toLowerCase()}`, contacts.nameOf(friend))
          contacts.remove(friend)
        }
      })
    for (const device of devices) await device.round()
    let step = 0
    // Devices change things while a different one waits for the service.
    line.onAsked = async () => {
      step += 0.001
      if (next(10) === 0) edit(pick(devices), step)
    }
    for (let at = 1; at <= STEPS; at++) {
      step = at
      const device = pick(devices)
      if (next(2)) edit(device, step)
      else await device.round()
    }
    line.onAsked = undefined
    for (const device of [...devices, ...devices]) await device.round()

    const [shown, ...others] = devices.map(({ all }) => all)
    for (const other of others) assert.deepEqual(other, shown)
    assert.ok(shown!.length > 0)
    for (const [name, value] of shown!) {
      const text = typeof value === 'string' ? value : (value as { name: string }).name
      const later = edits.get(name)!.filter(({ instead }) => instead === text)
      // It was replaced only by changes that a different device made without having seen the end of it.
      assert.deepEqual(later, [], `${name}: ${text} was changed by a device that had seen it`)
      assert.ok(edits.get(name)!.some((one) => one.value === text))
    }
  })
})
