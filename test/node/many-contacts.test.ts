/** Contacts of two devices together: more than one device would add. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'

import { Contacts, MAX_CONTACTS } from '../../src/app/stores/contacts.js'
import { MemoryStorage } from './support/memory-storage.js'

const address = (at: number) => `0x${at.toString(16).padStart(40, '0')}` as const

describe('contacts beyond their limit', () => {
  before(() => {
    Object.assign(globalThis, { localStorage: new MemoryStorage() })
  })

  it('can be renamed, and are not joined by further ones', () => {
    const contacts = new Contacts(address(1))
    const all = Array.from({ length: MAX_CONTACTS + 5 }, (_, at) => ({
      ...{ address: address(at), name: `Friend ${at}` },
    }))
    contacts.keep(all)
    contacts.save(address(7), 'Ben')
    assert.equal(contacts.nameOf(address(7)), 'Ben')
    contacts.save(address(MAX_CONTACTS + 9), 'Carl')
    assert.equal(contacts.kept?.length, all.length)
  })
})
