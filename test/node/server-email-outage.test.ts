/** A mail server that is away for a while, and people who ask for a code meanwhile. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { Mailer } from '../../src/server/login/email/mailer.js'
import { MemoryStore } from '../../src/server/store/store.js'
import { WalletError } from '../../src/shared/errors.js'
import { EmailService } from './support/email-service.js'

/** More often than one network may have codes for one mailbox. */
const TRIES = 8
const LOGIN = { email: 'one@example.test', from: '192.0.2.1' }

describe('while the mail server is away', () => {
  const service = new EmailService()
  before(() => service.start())
  after(() => service.end())

  it('people use up none of the codes that they may ask for', async () => {
    let isAway = true
    const mailer: Mailer = {
      from: 'Wallet <no-reply@example.test>',
      open: async () => {
        if (isAway) throw new WalletError('SERVICE_UNAVAILABLE')
        return { send: async () => {}, close: () => {} }
      },
    }
    await service.renewWith(new MemoryStore(), { mailer })
    for (let tries = 0; tries < TRIES; tries += 1) {
      assert.equal((await service.begin(LOGIN)).status, 503)
    }
    isAway = false
    assert.equal((await service.begin(LOGIN)).status, 200)
  })
})
