/** The person's address book: names for addresses. It belongs to the recovery phrase. */
import * as z from 'zod/mini'

import { Address } from '../../protocol/messages.js'

const ITEM = 'wallet-embed:contacts:'
/** More are refused. */
export const MAX_CONTACTS = 200
/** Characters. */
export const MAX_CONTACT_NAME = 40

export const Contact = z.object({
  address: Address,
  name: z.string().check(z.maxLength(MAX_CONTACT_NAME)),
})
export type Contact = z.output<typeof Contact>

/** Contacts that the storage refused: kept as long as the page. */
const memory = new Map<string, string>()

export class Contacts {
  readonly #key: string

  /** @param first - The first address of the recovery phrase, by which it is known. */
  constructor(first: `0x${string}` | undefined) {
    this.#key = ITEM + (first ?? '')
  }

  /** Nothing: none was ever saved here. */
  get kept(): Contact[] | undefined {
    try {
      const text = memory.get(this.#key) ?? localStorage.getItem(this.#key) ?? 'null'
      return z.array(Contact).safeParse(JSON.parse(text)).data
    } catch {
      // Denied, or no JSON.
      return undefined
    }
  }

  /** By name. */
  get all(): Contact[] {
    return this.#read().sort((one, other) => one.name.localeCompare(other.name))
  }

  get isFull(): boolean {
    return this.#read().length >= MAX_CONTACTS
  }

  nameOf(address: string): string | undefined {
    return this.#read().find((one) => isSame(one, address))?.name
  }

  /** Replaces the address's name. @param address - With a right checksum. */
  save(address: `0x${string}`, name: string): void {
    const cut = name.trim().slice(0, MAX_CONTACT_NAME)
    const others = this.#read().filter((one) => !isSame(one, address))
    if (!cut || others.length >= MAX_CONTACTS) return
    this.#write([...others, { address, name: cut }])
  }

  remove(address: string): void {
    this.#write(this.#read().filter((one) => !isSame(one, address)))
  }

  #read(): Contact[] {
    return this.kept ?? []
  }

  #write(all: Contact[]): void {
    const text = JSON.stringify(all)
    try {
      localStorage.setItem(this.#key, text)
      memory.delete(this.#key)
    } catch {
      memory.set(this.#key, text)
    }
  }
}

const isSame = (one: Contact, address: string): boolean =>
  one.address.toLowerCase() === address.toLowerCase()
