/** A real login service without a network, and two devices of one person at it. */
import type { FastifyInstance } from 'fastify'

import { Contacts } from '../../../src/app/stores/contacts.js'
import { account } from '../../../src/keys/derive.js'
import { createLoginService } from '../../../src/server/login/login-service.js'
import { MemorySync } from '../../../src/server/sync/memory-sync.js'
import { WalletError } from '../../../src/shared/errors.js'
import { type Issuer, registryFor, startIssuer } from './issuer.js'
import { createLog } from './services.js'
import { connect, Device, type Line } from './sync-device.js'
import { type Ask, ticketOf } from './sync-person.js'

const WALLET = 'http://localhost:4050'
const EMAIL = 'sample.one@example.test'
const personOf = (byte: number) => {
  const secret = new Uint8Array(32).fill(byte)
  return { secret, first: account(secret, 0).address }
}
export const ANN = personOf(7)
export const BEN = personOf(8)
export const FRIEND = '0x52908400098527886E0F7030069857D2E4169EE7'
export const TOKEN = {
  ...{ type: 'ERC20' as const, symbol: 'HUSD', decimals: 6 },
  address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' as const,
}

export class SyncWorld {
  readonly #issuer: Issuer
  #app!: FastifyInstance
  line!: Line
  log = createLog()
  phone!: Device
  laptop!: Device

  constructor(issuer: Issuer) {
    this.#issuer = issuer
  }

  static async start(): Promise<SyncWorld> {
    return new SyncWorld(await startIssuer())
  }

  /** With new devices, at a service that keeps nothing. */
  async reset(): Promise<void> {
    this.log = createLog()
    this.line = { app: await this.serve(new MemorySync()) }
    connect(this.line)
    const ticket = await this.ticket()
    this.phone = new Device({ ...ANN, ticket })
    this.laptop = new Device({ ...ANN, ticket })
  }

  /** The service has this store from now on. */
  async serve(sync: MemorySync): Promise<FastifyInstance> {
    await this.#app?.close()
    this.#app = createLoginService({
      ...{ registry: registryFor(this.#issuer.url), secrets: {}, walletOrigin: WALLET },
      ...{ sync, rateLimit: 100_000, log: this.log },
    })
    if (this.line) this.line.app = this.#app
    return this.#app
  }

  ask: Ask = async (url, body) => {
    const { statusCode, payload } = await this.#app.inject({
      ...{ method: 'POST', url, payload: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    })
    return { status: statusCode, body: JSON.parse(payload) }
  }

  ticket = (email = EMAIL): Promise<string> => ticketOf(this.ask, this.#issuer, email)

  async close(): Promise<void> {
    await Promise.all([this.#app?.close(), this.#issuer.close()])
  }
}

export const befriend = (device: Device, name = 'Ben'): void =>
  device.do((first) => new Contacts(first).save(FRIEND, name))
export const friendOf = (device: Device): string | undefined =>
  device.do((first) => new Contacts(first).nameOf(FRIEND))
/** The code that it is rejected with. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error) => WalletError.from(error).code,
  )
