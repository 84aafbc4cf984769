/** The odds of guessing a code by e-mail: computed from the source, as decision 58 has them, and played through. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { CODE_TRIES } from '../../src/protocol/login-service/email.js'
import { DIGITS } from '../../src/server/login/email/codes.js'
import { FAILURES, MAILBOX, MAILS_A_MINUTE } from '../../src/server/login/email/limits.js'
import type { Plan } from '../node/support/guessing.js'

const YEAR = 365
const MINUTES_A_DAY = 1_440

/** Chances of a guess, at codes of so many digits. */
const oddsWith = (digits: number) => {
  const guess = 1 / 10 ** digits
  const day = MAILBOX.all * guess
  return {
    /** Into one mailbox, by strangers. */
    day,
    year: 1 - (1 - day) ** YEAR,
    /** Into one mailbox, from a network where its person signed in before. */
    knownDay: MAILBOX.network * guess,
    /** Into one mailbox, from all networks of a customer. */
    siteAtOneDay: MAILBOX.site * guess,
    /** Into any of many mailboxes. */
    networkDay: FAILURES.network * 24 * guess,
    networkHour: FAILURES.network * guess,
    siteDay: FAILURES.site * 24 * guess,
    mail: CODE_TRIES * guess,
    /** Accounts a day, by as many networks as it takes to have every mail that is sent. */
    serviceDay: MAILS_A_MINUTE * MINUTES_A_DAY * CODE_TRIES * guess,
  }
}

describe('decision 58', () => {
  it('has the odds that follow from the limits', async () => {
    const file = '../../docs/decisions/0058-limit-guesses-of-email-codes.md'
    const decision = await readFile(new URL(file, import.meta.url), 'utf8')
    const text = decision.replace(/\s+/g, ' ')
    const odds = oddsWith(DIGITS)
    const inMillion = (chance: number) => Math.round(chance * 1_000_000).toLocaleString('en')
    for (const sentence of [
      `${inMillion(odds.day)} in a million a day`,
      `${(odds.year * 100).toFixed(2)} % a year`,
      `${inMillion(odds.knownDay)} in a million a day more`,
      `${inMillion(odds.networkDay)} in a million a day from one network`,
      `${inMillion(odds.siteDay)} in a million a day from one site`,
      `${inMillion(odds.mail)} in a million for each mail`,
      `${odds.serviceDay.toFixed(2)} accounts a day`,
      `${(MAILS_A_MINUTE * MINUTES_A_DAY).toLocaleString('en')} mails`,
      `${Math.ceil(odds.serviceDay / odds.siteDay).toLocaleString('en')} sites`,
    ]) {
      assert.ok(text.includes(sentence), `Expected in the decision: ${sentence}`)
    }
  })
})

describe('a million guesses, at codes of three digits', () => {
  const digits = 3
  const odds = oddsWith(digits)
  const plans = {
    customers: { days: 50, mailboxes: 50, guesses: 160, digits, address: '2001:db8:*::1' },
    networks: { days: 100, mailboxes: 40, guesses: 100, digits, address: '2001:db8:1:*::1' },
    addresses: { days: 200, mailboxes: 100, guesses: 10, digits, address: '2001:db8:1:1::*' },
  } satisfies Record<string, Plan>
  let won: Record<keyof typeof plans, number>
  before(async () => {
    const [customers, networks, addresses] = await Promise.all(Object.values(plans).map(play))
    won = { customers: customers!, networks: networks!, addresses: addresses! }
  })

  it('are a million', () => {
    const counts = Object.values(plans).map((plan) => plan.days * plan.mailboxes * plan.guesses)
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      1_000_000,
    )
  })

  it('win no more than the decision says from the networks of a hundred customers', () => {
    const { days, mailboxes } = plans.customers
    const expected = odds.day * days * mailboxes
    report('a hundred customers', won.customers, expected)
    assert.ok(won.customers <= most(expected))
    // The attack is one: it wins what can be won.
    assert.ok(won.customers >= expected - 5 * Math.sqrt(expected))
  })

  it('win no more than the decision says from a hundred networks of one customer', () => {
    const { days, mailboxes } = plans.networks
    // The clock stands still within a day: there is what a site has in an hour.
    const expected = Math.min(odds.siteAtOneDay * mailboxes, odds.siteDay / 24) * days
    report('a hundred networks', won.networks, expected)
    assert.ok(won.networks <= most(expected))
  })

  it('win no more than the decision says from a hundred addresses of one network', () => {
    const expected = odds.networkHour * plans.addresses.days
    report('a hundred addresses', won.addresses, expected)
    assert.ok(won.addresses <= most(expected))
  })
})

/** What luck may add: five standard deviations, which is less than once in a million runs. */
const most = (expected: number) => expected + 5 * Math.sqrt(expected)

async function play(plan: Plan): Promise<number> {
  const file = fileURLToPath(new URL('../node/support/guessing.ts', import.meta.url))
  const args = ['--import', 'tsx', file, JSON.stringify(plan)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

const report = (what: string, won: number, expected: number) =>
  console.log(`${what}: ${won} logins won, ${expected.toFixed(1)} by the decision`)
