/**
 * Guessing at codes by e-mail. The attacker is lucky wherever luck is possible: every code of the service is
 * 424242, so that a guess is right wherever there is anything to guess.
 */
import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

import { EmailService, type Login, nonceOf, wrongOf } from '../node/support/email-service.js'
import { SlowStore } from '../node/support/slow-store.js'
import { until } from '../support/until.js'
import { claim } from './claim.js'

const LUCK = '424242'
const BAD_LUCK = wrongOf(LUCK)
const VICTIM = 'sample.person@example.test'
const HOME = '203.0.113.7'

/** Addresses of as many customers as one likes. */
const far = (i: number): string => `2001:db8:${(i + 1).toString(16)}::1`
/** Addresses of one machine. */
const near = (i: number): string => `2001:db8:aaaa:bbbb::${(i + 1).toString(16)}`
/** Addresses of one customer's networks. */
const inSite = (i: number): string => `2001:db8:aaaa:${(i + 1).toString(16)}::1`

claim(
  'A code that was not sent to a mailbox signs nobody in, and whoever guesses at the sent ones has a few tries a day',
  ({ attack, before, after, beforeEach }) => {
    const service = new EmailService()
    const { randomInt } = crypto
    before(async () => {
      crypto.randomInt = (() => Number(LUCK)) as unknown as typeof randomInt
      syncBuiltinESMExports()
      await service.start()
    })
    beforeEach(() => service.renew())
    after(async () => {
      await service.end()
      crypto.randomInt = randomInt
      syncBuiltinESMExports()
    })

    /** Asks for codes to the victim, a login each, until so many were not sent; then guesses at one that was not. */
    async function guessAtUnsent(address: (i: number) => string, asks: number): Promise<boolean> {
      let unsent: Login | undefined
      for (let i = 0; i < asks; i += 1) {
        const login = { email: VICTIM, nonce: nonceOf(`a${i}`), from: address(i), copy: i }
        const { isSent, status } = await service.ask(login)
        if (!isSent && status === 200) unsent = login
      }
      assert.ok(unsent, 'All were sent.')
      return service.signsIn(unsent, LUCK)
    }
    /** The victim's own sign-in, from home. */
    const victimGetsIn = (nonce = 'victim') =>
      service.isLetIn({ email: VICTIM, nonce: nonceOf(nonce), from: HOME })
    /** Guesses wrongly. @returns How many of the guesses were answered. */
    async function fail(logins: Login[]): Promise<void> {
      for (const login of logins) assert.equal(await service.signsIn(login, BAD_LUCK), false)
    }
    /** A code to the victim for each, and all five guesses at it. */
    async function burn(count: number, address: (i: number) => string): Promise<number> {
      let sent = 0
      for (let i = 0; i < count; i += 1) {
        const login = { email: VICTIM, nonce: nonceOf(`b${i}`), from: address(i), copy: i }
        if (!(await service.ask(login)).isSent) continue
        sent += 1
        await fail(Array.from({ length: 5 }, (_, at) => ({ ...login, copy: at })))
      }
      return sent
    }

    attack(
      'Asks from the networks of many customers for codes to one mailbox, until none is mailed any more, and guesses right at one that was not',
      'It signs nobody in: it was never made',
      async () => assert.equal(await guessAtUnsent(far, 14), false),
    )
    attack(
      'Does so from a thousandth of the addresses of one IPv6 network, a new one for each code',
      'The network gets six mails a day for the mailbox, and the codes after them do not exist',
      async () => {
        const sent: boolean[] = []
        for (let i = 0; i < 5; i += 1) {
          const { isSent } = await service.ask({
            email: VICTIM,
            nonce: nonceOf(`${i}`),
            from: near(i),
          })
          sent.push(isSent)
        }
        const sixth = { email: VICTIM, nonce: nonceOf('6'), from: near(6) }
        assert.deepEqual(await service.ask(sixth), { status: 429, isSent: false })
        assert.equal(await service.signsIn(sixth, LUCK), false)
      },
    )
    attack(
      'Does so from a new network of one customer for each code',
      'The customer gets nine mails a day for the mailbox, and the codes after them do not exist',
      async () => {
        assert.equal(await guessAtUnsent(inSite, 12), false)
        assert.ok(await victimGetsIn())
      },
    )
    attack(
      'Writes the address with other capitals each time',
      'It is one mailbox, with its twelve mails a day',
      async () => {
        const spell = (i: number) =>
          [...VICTIM].map((c, at) => ((at + i) % 3 ? c : c.toUpperCase())).join('')
        const sent: boolean[] = []
        for (let i = 0; i < 16; i += 1) {
          const login = { email: spell(i), nonce: nonceOf(`${i}`), from: far(i) }
          sent.push((await service.ask(login)).isSent)
          if (!sent.at(-1)) assert.equal(await service.signsIn(login, LUCK), false)
        }
        assert.equal(sent.filter(Boolean).length, 12)
      },
    )
    attack(
      'Guesses right without having asked for a code',
      'There is nothing to be right about',
      async () => {
        const login = { email: VICTIM, nonce: nonceOf('x'), from: far(1) }
        assert.equal(await service.signsIn(login, LUCK), false)
      },
    )
    attack(
      "Types the code of the victim's own login in a login of the attacker's",
      'It is of no use there, and the victim still gets in with it',
      async () => {
        const own = { email: VICTIM, nonce: nonceOf('victim'), from: HOME }
        await service.ask(own)
        assert.equal(
          await service.signsIn({ ...own, nonce: nonceOf('a'), from: far(1) }, LUCK),
          false,
        )
        assert.ok(await service.signsIn(own, LUCK))
      },
    )
    attack(
      "Has a code sent to a mailbox of their own, and types it for the victim's address in the same login",
      'It is of no use there',
      async () => {
        const own = { email: 'attacker@example.test', nonce: nonceOf('a'), from: far(1) }
        await service.ask(own)
        assert.equal(
          await service.signsIn({ ...own, email: VICTIM }, service.codeOf(own.email)),
          false,
        )
      },
    )
    attack('Types a code twice', 'The second time it is worth nothing', async () => {
      const login = { email: VICTIM, nonce: nonceOf('a'), from: HOME }
      await service.ask(login)
      assert.ok(await service.signsIn(login, LUCK))
      assert.equal(await service.signsIn({ ...login, from: far(1), copy: 1 }, LUCK), false)
    })
    attack(
      'Types one code at two copies of the service at the same moment',
      'One of them takes it',
      async () => {
        const login = { email: VICTIM, nonce: nonceOf('a'), from: HOME }
        await service.ask(login)
        const both = [0, 1].map((copy) => service.signsIn({ ...login, copy }, LUCK))
        assert.deepEqual((await Promise.all(both)).sort(), [false, true])
      },
    )
    attack(
      'Guesses fifty times at once at one code, at both copies',
      'Five of the guesses are looked at; the right one after them is of no use',
      async () => {
        const login = { email: VICTIM, nonce: nonceOf('a'), from: far(1) }
        await service.ask(login)
        const guesses = Array.from({ length: 50 }, (_, copy) => ({
          ...login,
          from: far(copy),
          copy,
        }))
        await Promise.all(guesses.map((guess) => service.signsIn(guess, BAD_LUCK)))
        assert.equal(await service.signsIn({ ...login, from: far(60) }, LUCK), false)
      },
    )
    attack(
      'Guesses at three codes of one mailbox, five times each, from the networks of many customers, and at both copies in turn',
      'After twelve failures of the day no guess of a stranger is looked at, at any copy: the right one fails, too',
      async () => {
        let at = 0
        for (const nonce of ['1', '2', '3'].map(nonceOf)) {
          const login = { email: VICTIM, nonce, from: far(at) }
          assert.ok((await service.ask(login)).isSent)
          // Two of the last code's five are left, by what counts for the code alone.
          const guesses = nonce === nonceOf('3') ? 3 : 5
          for (let i = 0; i < guesses; i += 1, at += 1) {
            await fail([{ ...login, from: far(at), copy: at }])
          }
        }
        const right = { email: VICTIM, nonce: nonceOf('3'), from: far(99) }
        assert.equal(await service.signsIn(right, LUCK), false)
      },
    )
    attack(
      'Guesses from a thousand addresses of one network at six codes of a mailbox',
      'After six failures the network is not listened to any more for that mailbox, and its person still gets in',
      async () => {
        const codes = ['1', '2'].map((name) => ({
          email: VICTIM,
          nonce: nonceOf(name),
          from: near(1),
        }))
        for (const login of codes) assert.ok((await service.ask(login)).isSent)
        await fail(Array.from({ length: 5 }, (_, i) => ({ ...codes[0]!, from: near(i) })))
        await fail([{ ...codes[1]!, from: near(7) }])
        assert.equal(await service.signsIn({ ...codes[1]!, from: near(8) }, LUCK), false)
        assert.ok(await victimGetsIn())
      },
    )
    attack(
      'Guesses from all networks of one customer at the codes of a mailbox, to keep its person out',
      'After nine failures the customer is not listened to any more for that mailbox, and its person gets in',
      async () => {
        await burn(12, inSite)
        assert.ok(await victimGetsIn())
      },
    )
    attack(
      'Uses up all mails and failures of a mailbox, from the networks of many customers, to keep its person out',
      'Where its person signed in within the last month they have mails and failures of their own, and get in',
      async () => {
        assert.ok(await victimGetsIn('before'))
        assert.ok((await burn(14, far)) >= 2)
        assert.ok(await victimGetsIn('after'))
      },
    )
    attack(
      "Guesses at the victim's address in logins whose codes went to the attacker's mailboxes, to use up the victim's failures",
      'Only a code that was sent to the mailbox can be failed there: the victim gets in',
      async () => {
        for (let i = 0; i < 8; i += 1) {
          const own = { email: `a${i}@example.test`, nonce: nonceOf(`${i}`), from: far(i) }
          assert.ok((await service.ask(own)).isSent)
          await fail(Array.from({ length: 5 }, () => ({ ...own, email: VICTIM })))
        }
        assert.ok(await victimGetsIn())
      },
    )
    attack(
      'Guesses a hundred times at codes that nobody asked for, to use up the failures of a mailbox',
      'They count for the one who guesses alone: the victim gets in',
      async () => {
        const logins = Array.from({ length: 100 }, (_, i) => ({
          ...{ email: VICTIM, nonce: nonceOf(`${i}`), from: far(i) },
        }))
        await fail(logins)
        assert.ok(await victimGetsIn())
      },
    )
    attack(
      'Has one mail sent, and guesses at its code a hundred times, to use up the failures of a mailbox',
      'A code has five failures to give: the victim gets in',
      async () => {
        const login = { email: VICTIM, nonce: nonceOf('a'), from: far(0) }
        assert.ok((await service.ask(login)).isSent)
        await fail(Array.from({ length: 100 }, (_, i) => ({ ...login, from: far(i), copy: i })))
        assert.ok(await victimGetsIn())
      },
    )
    attack(
      'Compares the answers to wrong guesses at codes that were sent, not sent, tried too often, used, and never asked for, to find out what others did',
      'They are the same, to the byte',
      async () => {
        const login = (nonce: string, i: number) => ({
          email: VICTIM,
          nonce: nonceOf(nonce),
          from: far(i),
        })
        const texts = new Set<string>()
        const guess = async (nonce: string, i: number) =>
          texts.add((await service.tell(login(nonce, i), BAD_LUCK)).text)
        await guess('never-asked-for', 1)
        for (let i = 0; i < 14; i += 1) {
          await service.ask(login(`${i}`, i))
          if (i === 0) for (let n = 0; n < 7; n += 1) await guess('0', n)
        }
        await guess('13', 50)
        assert.equal(texts.size, 1, [...texts].join('\n'))
        await service.ask({ ...login('own', 60), email: 'own@example.test' })
        const own = { ...login('own', 60), email: 'own@example.test' }
        assert.ok(await service.signsIn(own, LUCK))
        texts.add((await service.tell(own, LUCK)).text)
        assert.equal(texts.size, 1, [...texts].join('\n'))
      },
    )
    attack(
      'Measures how long the service takes to take up a request for a code, to find out whether one is sent',
      'The answer is there before the service has looked whether the mailbox may have one',
      async () => {
        const store = new SlowStore()
        await service.renewWith(store)
        const answers: string[] = []
        for (const email of [VICTIM, 'other@example.test']) {
          answers.push((await service.post('/email/start', startOf(email), HOME)).text)
        }
        assert.equal(store.isHeld, true)
        store.release()
        assert.equal(new Set(answers).size, 1)
        assert.match(answers[0]!, /lifetime/)
      },
    )
    attack(
      'Asks for codes that are not sent, to fill the store',
      'Nothing is kept of them',
      async () => {
        const store = new SlowStore()
        store.release()
        await service.renewWith(store)
        for (let i = 0; i < 20; i += 1) {
          await service.ask({ email: VICTIM, nonce: nonceOf(`${i}`), from: far(i) })
        }
        assert.equal(store.kept, 12)
      },
    )
    attack(
      'Guesses right at the code of a mail that the mail server did not take',
      'It is worth nothing: it was withdrawn',
      async () => {
        const login = { email: 'nobody@example.test', nonce: nonceOf('a'), from: far(1) }
        await service.ask(login)
        await until('the refusal of the mail server', () =>
          service.log.lines.some((line) => line.includes('email not taken')),
        )
        assert.equal(await service.signsIn(login, LUCK), false)
      },
    )
    /** Six addresses that are one: the sixth code is one too many. */
    async function assertOne(spellings: string[]): Promise<void> {
      const statuses: number[] = []
      for (const [i, from] of spellings.entries()) {
        statuses.push((await service.ask({ email: VICTIM, nonce: nonceOf(`${i}`), from })).status)
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    }

    attack(
      'Writes one IPv4 address in six ways, to be six networks',
      'It is one, and is told at the sixth code that it asks for too many',
      async () => {
        const spellings = [
          ...['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:C000:0201', '0:0:0:0:0:ffff:c000:201'],
          ...['64:ff9b::192.0.2.1', '::ffff:192.0.2.1%eth0'],
        ]
        await assertOne(spellings)
      },
    )
    attack(
      'Writes the addresses of one IPv6 network with capitals, zeros, zones and dots',
      'It is one, and is told at the sixth code that it asks for too many',
      async () => {
        const spellings = [
          ...['2001:db8:0:1::1', '2001:DB8:0:1::2', '2001:0db8:0000:0001:0000:0000:0000:0003'],
          ...[
            '2001:db8:0:1::4%eth0',
            '2001:db8:0:1::192.0.2.1',
            '2001:db8:0:1:ffff:ffff:ffff:ffff',
          ],
        ]
        await assertOne(spellings)
      },
    )
    attack(
      'Guesses at many mailboxes from one network, a few times each',
      'After 24 failures in an hour nothing that the network types is looked at, not even what is right',
      async () => {
        for (let i = 0; i < 5; i += 1) {
          const login = { email: `p${i}@example.test`, nonce: nonceOf('a'), from: near(i) }
          assert.ok((await service.ask(login)).isSent)
          await fail(
            Array.from({ length: i === 4 ? 4 : 5 }, (_, n) => ({ ...login, from: near(n) })),
          )
        }
        const last = { email: 'p4@example.test', nonce: nonceOf('a'), from: near(9) }
        assert.equal(await service.signsIn(last, LUCK), false)
        assert.ok(await victimGetsIn())
      },
    )

    const startOf = (email: string) => ({
      ...{ verifier: 'email_passwordless', email, nonce: nonceOf('n'), language: 'en' },
    })
  },
)
