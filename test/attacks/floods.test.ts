/** Floods from one network, while others log in. Each prints how many of the others were served meanwhile. */
import assert from 'node:assert/strict'

import { createKeyNode } from '../../src/server/keys/key-node.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { MemoryStore } from '../../src/server/store/store.js'
import { randomId } from '../../src/shared/encoding.js'
import { exportPublicKey, generateKeyPair, thumbprint } from '../../src/shared/jwe.js'
import { type Answer, EmailService, nonceOf } from '../node/support/email-service.js'
import { registryFor } from '../node/support/issuer.js'
import { inTemporaryFolder, readShare } from '../node/support/services.js'
import { claim } from './claim.js'

/** Addresses of one machine: all in one /64. */
const near = (i: number): string => `2001:db8:aaaa:bbbb::${(i + 1).toString(16)}`
/** Addresses of one customer's networks: all in one /48. */
const inSite = (i: number): string => `2001:db8:aaaa:${(i % 0xffff).toString(16)}::1`
/** One IPv4 address in spellings of IPv6. */
const mapped = (i: number): string =>
  [`::ffff:192.0.2.1`, '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'][i % 4]!
/** A customer each. */
const far = (i: number): string => `2001:db8:${(i + 1).toString(16)}::1`
/** People elsewhere. */
const OTHERS = Array.from({ length: 20 }, (_, i) => `198.51.${i}.7`)
/** Requests of a flood that are under way at a time. */
const AT_ONCE = 100

claim(
  'A flood from one network slows that network: what others ask is answered meanwhile',
  ({ attack, before, after, beforeEach }) => {
    const service = new EmailService()
    before(() => service.start())
    beforeEach(() => service.renew())
    after(() => service.end())

    /** Whether somebody's letter, left and taken elsewhere, arrives. */
    async function isDelivered(from: string, at: number): Promise<boolean> {
      const id = randomId(32)
      const left = await service.post('/mailbox', { id, data: `for ${from}` }, from, at)
      if (left.status !== 200) return false
      const { body } = await service.post('/mailbox/take', { id }, from, at + 1)
      return body.data === `for ${from}`
    }
    const leave =
      (data = 'x') =>
      (from: string, i: number) =>
        service.post('/mailbox', { id: randomId(32), data }, from, i)
    const exchanges = async (from: string, at: number) =>
      (await service.exchange(randomId(16), from, at)).status === 200
    const getsIn = (from: string, at: number) =>
      service.isLetIn({
        email: `person.${at}@example.test`,
        nonce: nonceOf(`${at}`),
        from,
        copy: at,
      })

    attack(
      'Leaves a thousand letters, a tenth of what there is room for in memory, from as many addresses of one IPv6 network',
      'It may leave a fiftieth of what there is room for; letters of others arrive',
      async () => {
        await service.renewWith(new MemoryStore())
        const flood = await floodOf(1_000, near, leave())
        const served = await serve(isDelivered)
        report('letters', flood, served)
        assert.ok(flood[200]! <= 200)
        assert.equal(served, OTHERS.length)
      },
    )
    attack(
      'Leaves five hundred letters of 16 kB, from one IPv4 address in four spellings of IPv6',
      'It may fill a fiftieth of the room; letters of others arrive',
      async () => {
        const flood = await floodOf(500, mapped, leave('x'.repeat(16_000)))
        const served = await serve(isDelivered)
        report('large letters', flood, served)
        assert.ok(flood[200]! <= 84)
        assert.equal(served, OTHERS.length)
      },
    )
    attack(
      'Leaves fifteen hundred letters from as many networks of one customer',
      'The customer may leave a tenth of what there is room for; letters of others arrive',
      async () => {
        const flood = await floodOf(1_500, inSite, leave())
        const served = await serve(isDelivered)
        report('letters of a /48', flood, served)
        assert.ok(flood[200]! <= 1_000)
        assert.equal(served, OTHERS.length)
      },
    )
    attack(
      'Waits for letters that never come, at three hundred requests from one network',
      'It may wait at two hundred; others get theirs',
      async () => {
        // Those who wait are answered at once when the service ends.
        await service.renew({ mailbox: { wait: 60_000 } })
        const answers: Answer[] = []
        const hanging = Array.from({ length: 300 }, (_, i) =>
          service
            .post('/mailbox/take', { id: randomId(32) }, near(i))
            .then((one) => answers.push(one)),
        )
        const served = await serve((from) => isDelivered(from, 0))
        report('waiting', counted(answers), served)
        assert.ok(answers.length >= 100)
        assert.equal(served, OTHERS.length)
        await service.renew()
        await Promise.all(hanging)
      },
    )
    attack(
      'Fills the mailbox to the brim, from the networks of many customers, in a Redis that has little more room',
      'Logins go on: authorization codes are exchanged and noted, and codes by e-mail sent and taken',
      async () => {
        await service.renew(
          { mailbox: { room: { values: 1_000, length: 4 * 2 ** 20 } } },
          ...['--maxmemory', '16mb', '--maxmemory-policy', 'noeviction'],
        )
        const flood = await floodOf(700, far, leave('x'.repeat(16_000)))
        const [byToken, byMail] = [await serve(exchanges), await serve(getsIn)]
        report('full mailbox', flood, byToken, byMail)
        assert.ok(flood[429]! > 400)
        assert.deepEqual([byToken, byMail], [OTHERS.length, OTHERS.length])
        const code = randomId(16)
        const statuses = [0, 1].map(
          async (at) => (await service.exchange(code, far(at), at)).status,
        )
        assert.deepEqual((await Promise.all(statuses)).sort(), [200, 401])
      },
    )
    attack(
      'Asks for three hundred codes for as many mailboxes, from as many addresses of one network',
      'It may have 60 in a quarter of an hour; others are sent theirs and get in',
      async () => {
        const flood = await floodOf(300, near, (from, i) =>
          service.begin({ email: `p${i}@example.test`, nonce: nonceOf(`${i}`), from, copy: i }),
        )
        const served = await serve(getsIn)
        report('codes', flood, served)
        assert.ok(flood[200]! <= 60)
        assert.equal(served, OTHERS.length)
      },
    )
    attack(
      'Asks for seven hundred codes from as many networks of one customer',
      'The customer may have as many as eight networks; others are sent theirs and get in',
      async () => {
        await service.renew({ mailLimit: 600 })
        const flood = await floodOf(700, inSite, (from, i) =>
          service.begin({ email: `p${i}@example.test`, nonce: nonceOf(`${i}`), from, copy: i }),
        )
        const served = await serve(getsIn)
        report('codes of a /48', flood, served)
        assert.ok(flood[200]! <= 480)
        assert.equal(served, OTHERS.length)
      },
    )
    attack(
      'Types six hundred codes, from as many addresses of one network, while others sign in',
      'It may type 120 in a quarter of an hour; others get in',
      async () => {
        const typed = floodOf(600, near, (from, i) =>
          service.tell(
            { email: `person.${i % 20}@example.test`, nonce: nonceOf(`${i}`), from, copy: i },
            '000000',
          ),
        )
        const served = await serve(getsIn)
        const flood = await typed
        report('guesses', flood, served)
        assert.ok(flood[200]! <= 200)
        assert.equal(served, OTHERS.length)
      },
    )
    attack(
      'Exchanges fifteen hundred authorization codes, from as many addresses of one network, while others log in',
      'It may have twenty exchanges under way; codes of others are exchanged',
      async () => {
        const exchanged = floodOf(1_500, near, (from, i) =>
          service.exchange(`made up ${i}`, from, i),
        )
        const served = await serve(exchanges)
        const flood = await exchanged
        report('tokens', flood, served)
        assert.ok(flood[200]! <= 1_200)
        assert.equal(served, OTHERS.length)
      },
    )
    attack(
      'Reads the registry fifteen hundred times, from as many addresses of one network, while others read it',
      'It may ask 1,200 times a minute; others are answered',
      async () => {
        const read = floodOf(1_500, near, (from, i) => service.get('/applications/demo', from, i))
        const served = await serve(
          async (from, at) => (await service.get('/applications/demo', from, at)).status === 200,
        )
        const flood = await read
        report('registry reads', flood, served)
        assert.ok(flood[200]! <= 1_200)
        assert.equal(served, OTHERS.length)
      },
    )
    attack(
      'Asks a key node fifteen hundred times, from as many addresses of one network, while others log in',
      'It may ask 1,200 times a minute; others get their part of their key',
      async () => {
        const node = createKeyNode({
          share: await inTemporaryFolder(async (dir) => {
            await makeDevShares({
              urls: ['http://a.example', 'http://b.example'],
              threshold: 2,
              dir,
            })
            return readShare(dir, 1)
          }),
          registry: registryFor(service.issuer.url),
          walletOrigin: 'http://localhost:4050',
        })
        const key = await exportPublicKey((await generateKeyPair()).publicKey)
        const nonce = await thumbprint(key)
        const evaluate = async (idToken: string, from: string) => {
          const payload = { verifier: 'google', idToken, key }
          const answer = await node.inject({
            ...{ method: 'POST', url: '/evaluate', payload, remoteAddress: from },
          })
          return { status: answer.statusCode }
        }
        const flooding = floodOf(1_500, near, (from) => evaluate('no.token.atall', from))
        const served = await serve(async (from, at) => {
          const email = `person.${at}@example.test`
          const idToken = await service.issuer.sign(service.issuer.claims(nonce, { email }))
          return (await evaluate(idToken, from)).status === 200
        })
        const flood = await flooding
        await node.close()
        report('key node', flood, served)
        assert.ok(flood[400]! + (flood[401] ?? 0) <= 1_200)
        assert.equal(served, OTHERS.length)
      },
    )
    attack(
      "Sends a new port, or no address at all, in the proxy's header with each of fifteen hundred requests",
      'An address is one whatever its port, and what is no address is one, too; others are answered',
      async () => {
        await service.renew({ trustProxy: ['192.0.2.250'] })
        const asked = async (forwarded: string) => ({
          status: await service.getBehindProxy('/applications/demo', '192.0.2.250', forwarded),
        })
        const ports = await floodOf(1_500, (i) => `192.0.2.1:${i + 1024}`, asked)
        const junk = await floodOf(1_500, (i) => `unknown-${i}`, asked)
        const served = await serve(async (from) => (await asked(from)).status === 200)
        report('ports', ports, served)
        report('no addresses', junk, served)
        assert.deepEqual([ports[200], junk[200]], [1_200, 1_200])
        assert.equal(served, OTHERS.length)
      },
    )
  },
)

type Counts = Record<number, number>

/** Asks so many times, a hundred at a time. @returns How often each status was the answer. */
async function floodOf(
  count: number,
  address: (i: number) => string,
  ask: (from: string, i: number) => Promise<{ status: number }>,
): Promise<Counts> {
  const answers: { status: number }[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const i = next++
      answers.push(await ask(address(i), i))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return counted(answers)
}

function counted(answers: readonly { status: number }[]): Counts {
  const counts: Counts = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** How many of the others are served, one after the other. */
async function serve(ask: (from: string, at: number) => Promise<boolean>): Promise<number> {
  let served = 0
  for (const [at, from] of OTHERS.entries()) if (await ask(from, at)) served += 1
  return served
}

function report(what: string, flood: Counts, ...served: number[]): void {
  const answers = Object.entries(flood).map(([status, count]) => `${count} x ${status}`)
  const others = served.map((count) => `${count} of ${OTHERS.length}`).join(', ')
  console.log(`${what}: flood ${answers.join(', ')}; others served ${others}`)
}
