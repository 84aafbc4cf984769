/** The accounts of the person's secret: their names, the one in use, and the sites that see them. */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import type { SignerContract } from '../signer/contract.js'
import type { Signer } from '../signer/signer.js'
import { readItem, saveText } from '../support/storage.js'
import type { Session } from './session.js'

/** More than a person can tell apart. */
export const MAX_ACCOUNTS = 20
/** Characters. */
export const MAX_NAME = 30
const ITEM = 'wallet-embed:accounts:'

type Hex = `0x${string}`

/** Account data of a secret that this device keeps after the session. */
const Kept = z.object({
  count: z.int().check(z.gte(1), z.lte(MAX_ACCOUNTS)),
  /** Index of the account in use. */
  chosen: z.int().check(z.gte(0), z.lt(MAX_ACCOUNTS)),
  /** By index. */
  names: z.record(z.string(), z.string().check(z.maxLength(MAX_NAME))),
})
type Kept = z.output<typeof Kept>

export interface Account {
  /** Checksummed. */
  address: Hex
  /** Of m/44'/60'/0'/0/index. */
  index: number
  /** The person's name for the account; may be empty. */
  name: string
}

/** The parts of the session that accounts need. */
interface Life {
  readonly current: Readonly<Session> | undefined
  readonly isConnected: boolean
  readonly isNew: boolean
  readonly isFresh: boolean
  change(part: Pick<Partial<Session>, 'addresses' | 'chosen' | 'given'>): void
  unlock(): Promise<unknown>
  check(): Promise<void>
}

export class Accounts {
  readonly #life: Life
  readonly #signer: Signer
  readonly #site: string | null

  constructor(life: Life, signer: Signer, site: string | null) {
    this.#life = life
    this.#signer = signer
    this.#site = site
  }

  get all(): Account[] {
    const { addresses = [] } = this.#life.current ?? {}
    const { names } = load(addresses[0])
    return addresses.map((address, index) => ({ address, index, name: names[index] ?? '' }))
  }

  /** Identifies the secret; undefined while signed out. */
  get first(): Hex | undefined {
    return this.#life.current?.addresses[0]
  }

  /** The account in use. */
  get chosen(): Hex | undefined {
    const session = this.#life.current
    return session && (session.chosen ?? session.addresses[0])
  }

  /** The accounts that the site may see, with the one in use first, if it is among them. */
  get given(): Hex[] {
    const { isConnected, current } = this.#life
    if (!current || !isConnected) return []
    const given = this.#site === null ? current.addresses : givenTo(current, this.#site)
    const { chosen } = this
    return [...given].sort((one, other) => Number(other === chosen) - Number(one === chosen))
  }

  /** Whether the person signed in just now, even if an identity provider only remembered them. */
  get isNew(): boolean {
    return this.#life.isNew
  }

  /** Whether the person proved their identity just now: needed before secrets are shown. */
  get isFresh(): boolean {
    return this.#life.isFresh
  }

  get isFull(): boolean {
    return this.all.length >= MAX_ACCOUNTS
  }

  /** Index of an address; -1 if it is not one of the person's. */
  indexOf(address: string): number {
    return this.#life.current?.addresses.indexOf(address as Hex) ?? -1
  }

  /**
   * Picks the account for a request: the first one it names that the page may see, else the first that the page may
   * see. So an unconnected site does not learn whether a person is signed in.
   *
   * @throws {WalletError} `NOT_LOGGED_IN`
   */
  named(...named: unknown[]): Hex {
    const { given } = this
    const account = findGiven(given, named) ?? given[0]
    if (account) return account
    throw new WalletError('NOT_LOGGED_IN', 'Ask for the accounts first (eth_requestAccounts).')
  }

  /** Asks the signer, once the session is unlocked. @param account - Signs. */
  async sign<M extends keyof SignerContract>(
    method: M,
    params: SignerContract[M]['params'],
    account = this.first,
  ): Promise<SignerContract[M]['result']> {
    await this.#life.check()
    await this.#life.unlock()
    const at = this.indexOf(account ?? '')
    // A different person may have signed in in between.
    if (at < 0) throw new WalletError('UNAUTHORIZED', 'The account is not of this session.')
    return this.#signer.ask(method, params, at, this.first)
  }

  /** The next one of the secret, in use from now on. @throws {WalletError} `NOT_LOGGED_IN`, `LIMIT_EXCEEDED`. */
  async add(): Promise<void> {
    const { first, all, isFull } = this
    if (!first) throw new WalletError('NOT_LOGGED_IN')
    if (isFull) throw new WalletError('LIMIT_EXCEEDED', `${MAX_ACCOUNTS} accounts.`)
    await this.#life.unlock()
    const { addresses } = await this.#signer.ask('addresses', { count: all.length + 1 }, 0, first)
    // A different person may have signed in in between.
    if (addresses[0] !== this.first) throw new WalletError('ABORTED')
    keepAccounts(first, { count: addresses.length, chosen: all.length })
    this.#life.change({ addresses, chosen: addresses.at(-1)! })
  }

  choose(address: Hex): void {
    const chosen = this.indexOf(address)
    if (chosen < 0 || address === this.chosen) return
    keepAccounts(this.first!, { chosen })
    this.#life.change({ chosen: address })
  }

  /** @param name - Empty: removes the name. */
  rename(address: Hex, name: string): void {
    const { first } = this
    if (!first) return
    const names = { ...load(first).names, [this.indexOf(address)]: name.trim().slice(0, MAX_NAME) }
    keepAccounts(first, { names })
    this.#life.change({})
  }
}

/** The accounts that a connected site may see; the first account if the person was not asked. */
export function givenTo({ addresses, given }: Readonly<Session>, site: string): Hex[] {
  const asked = given && Object.hasOwn(given, site) ? given[site]! : addresses.slice(0, 1)
  return asked.filter((address) => addresses.includes(address))
}

/** The accounts with which a session begins: as many as this device knows, and the one that was used last. */
export async function knownAccounts(
  first: Hex,
  signer: Signer,
): Promise<{ addresses: Hex[]; chosen: Hex }> {
  const { count, chosen } = load(first)
  const { addresses } =
    count > 1 ? await signer.ask('addresses', { count }, 0, first) : { addresses: [first] }
  // A different person may have signed in in between.
  if (addresses[0] !== first) throw new WalletError('ABORTED')
  return { addresses, chosen: addresses[chosen] ?? first }
}

const load = (first: Hex | undefined): Kept =>
  keptAccounts(first) ?? { count: 1, chosen: 0, names: {} }

/** Undefined if this device has kept nothing for these accounts. */
export const keptAccounts = (first: string | undefined): Kept | undefined =>
  readItem(ITEM + first, Kept)

export const keepAccounts = (first: Hex, part: Partial<Kept>): void =>
  saveText(ITEM + first, JSON.stringify({ ...load(first), ...part }))

/** The first that a site names and may see. */
function findGiven(given: readonly Hex[], named: readonly unknown[]): Hex | undefined {
  const texts = named.map((one) => (typeof one === 'string' ? one.toLowerCase() : ''))
  return texts.map((text) => given.find((one) => one.toLowerCase() === text)).find(Boolean)
}
