/** The person's address book: names for addresses. It belongs to the recovery phrase. */
import * as z from 'zod/mini'

import { isEqual } from '../../chain/values/addresses.js'
import { Address } from '../../protocol/messages.js'
import { KeptList } from './kept-list.js'

/** More are refused. */
export const MAX_CONTACTS = 200
/** Characters. */
export const MAX_CONTACT_NAME = 40

export const Contact = z.object({
  address: Address,
  name: z.string().check(z.maxLength(MAX_CONTACT_NAME)),
})
export type Contact = z.output<typeof Contact>

export class Contacts extends KeptList<typeof Contact> {
  /** @param first - The first address of the recovery phrase. */
  constructor(first: `0x${string}` | undefined) {
    super('contacts', first, Contact)
  }

  /** By name. */
  get all(): Contact[] {
    return [...this.#read()].sort((one, other) => one.name.localeCompare(other.name))
  }

  get isFull(): boolean {
    return this.#read().length >= MAX_CONTACTS
  }

  nameOf(address: string): string | undefined {
    return this.#read().find((one) => isEqual(one.address, address))?.name
  }

  /** Replaces the address's name. @param address - With a right checksum. */
  save(address: `0x${string}`, name: string): void {
    const cut = name.trim().slice(0, MAX_CONTACT_NAME)
    const others = this.#read().filter((one) => !isEqual(one.address, address))
    // Devices may have more together. A contact that is there can be renamed all the same.
    if (!cut || (this.isFull && this.nameOf(address) === undefined)) return
    this.keep([...others, { address, name: cut }])
  }

  remove(address: string): void {
    this.keep(this.#read().filter((one) => !isEqual(one.address, address)))
  }

  #read(): Contact[] {
    return this.kept ?? []
  }
}
