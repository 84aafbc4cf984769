/**
 * Plays somebody who guesses codes by e-mail for days, as a process of its own: the test runner's hooks would make
 * it take several times as long. Takes a plan, and prints how many logins were won.
 */
import { CODE_TRIES } from '../../../src/protocol/login-service/email.js'
import { CODE_LIFETIME, Codes, type Guard } from '../../../src/server/login/email/codes.js'
import { createEmailLimits } from '../../../src/server/login/email/limits.js'
import { sourceOf } from '../../../src/server/store/networks.js'
import { MemoryStore } from '../../../src/server/store/store.js'

export interface Plan {
  days: number
  mailboxes: number
  /** A day, at each mailbox. */
  guesses: number
  /** Digits of a code: with few of them luck shows. */
  digits: number
  /** With a star for what is another at each guess, out of a hundred. */
  address: string
}

const DAY = 86_400_000
const VERIFIER = 'email_passwordless'
const { days, mailboxes, guesses, digits, address } = JSON.parse(process.argv[2]!) as Plan

let now = Date.UTC(2026, 0, 1)
Date.now = performance.now = () => now
const key = new Uint8Array(32).fill(7)
const store = new MemoryStore()
const limits = createEmailLimits(store, key)
const codes = new Codes(store.box('email-codes', CODE_LIFETIME), key, digits)
const sources = Array.from({ length: 100 }, (_, i) =>
  sourceOf(address.replace('*', i.toString(16))),
)
/** What counts the tries of a source at a mailbox: to make one takes longer than to guess. */
const guards = new Map<string, Guard>()

/** As the service does, for an attacker who gets past the limits that are told. */
let won = 0
let at = 0
for (let day = 0; day < days; day += 1) {
  for (let mailbox = 0; mailbox < mailboxes; mailbox += 1) {
    const email = `person.${mailbox}@example.test`
    for (let i = 0; i < guesses; i += 1, at += 1) {
      const nonce = `${day} ${Math.floor(i / CODE_TRIES)}`
      const asked = { verifier: VERIFIER, email, nonce }
      const source = sources[at % 100]!
      if (i % CODE_TRIES === 0 && (await limits.maySend(asked, source))) {
        await codes.issue(asked, source)
      }
      const name = `${mailbox} ${at % 100}`
      const guard = guards.get(name) ?? limits.guard(asked, source)
      guards.set(name, guard)
      // Another guess each time: nobody guesses better.
      const guess = String((at * 7) % 10 ** digits).padStart(digits, '0')
      if (await codes.check(asked, guess, guard)) won += 1
    }
  }
  now += DAY
}
console.log(won)
