/** What reaches the page, and where the wallet app talks to: recorded, then searched. */
import assert from 'node:assert/strict'
import { mnemonicToAccount } from 'viem/accounts'

import { after, before, describe, it } from '../support/suite.js'
import { RECORD_MESSAGES, seenBy } from './recording.js'
import { type Demo, openDemo, PERSON, request, startWorld, type World } from './support.js'
import { newProfile } from './visit.js'

/** What is signed, to be found wherever it is. */
const MESSAGE = '0x7761742d6b6e6f772d6f6e6c792d49'

describe('a whole session, recorded', () => {
  let world: World
  let demo: Demo
  /** Every request of every window and frame: URL, and who asked. */
  const requests: { url: string; from: string }[] = []
  const violations: string[] = []
  let idToken = ''
  let phrase = ''
  let address = ''
  let signature = ''
  /** What the page and the wallet in it wrote on the console. */
  const logged: string[] = []

  before(async () => {
    world = await startWorld()
    const context = await newProfile(world)
    await context.addInitScript({ content: RECORD_MESSAGES })
    context.on('request', (asked) => {
      // A window that is just being opened has no frame yet.
      const isOpening = asked.isNavigationRequest()
      requests.push({ url: asked.url(), from: isOpening ? '' : asked.frame().url() })
    })
    context.on('response', async (response) => {
      if (new URL(response.url()).pathname !== '/token') return
      if (new URL(response.url()).origin !== world.stack.urls.login) return
      idToken = ((await response.json().catch(() => ({}))) as { idToken?: string }).idToken ?? ''
    })
    context.on('console', (message) => {
      if (message.page() === demo?.page) logged.push(message.text())
      if (/content security policy|trusted ?types?|refused to/i.test(message.text())) {
        violations.push(`${message.page()?.url()}: ${message.text()}`)
      }
    })
    demo = await openDemo(world, '/', context)
    await demo.page.evaluate("document.querySelector('wallet-embed').enableLogging = true")
    await demo.signIn(PERSON)
    ;[address] = (await request(demo.page, 'eth_accounts')) as [string]
    const pending = request(demo.page, 'personal_sign', [MESSAGE, address])
    await demo.approve()
    signature = String(await pending)
    phrase = await demo.recoveryPhrase()
  })
  after(() => world?.stop())

  it('has something to search in, and to search for', async () => {
    const said = await demo.page.evaluate(() => window.said)
    assert.ok(
      said.some((text) => text.includes('hello')),
      'the handshake',
    )
    assert.ok(
      said.some((text) => /0x[0-9a-f]{130}/.test(text)),
      'the signature',
    )
    assert.ok(idToken.split('.').length === 3, 'the ID token')
    assert.equal(phrase.split(' ').length, 24)
  })

  it('shows the page neither key, phrase, ID token nor session', async () => {
    const account = mnemonicToAccount(phrase)
    const key = Buffer.from(account.getHdKey().privateKey!).toString('hex')
    const session = await demo.sessionCiphertext()
    const seen = await seenBy(demo.page)
    const words = phrase.split(' ')
    const secrets = { key, idToken, session, phrase, some: words.slice(0, 3).join(' ') }
    for (const [name, secret] of Object.entries(secrets)) {
      assert.ok(secret.length > 8, `${name} is known`)
      assert.equal(seen.includes(secret), false, `the page saw the ${name}`)
    }
  })

  it('logs what was asked and how it ended, and nothing that was in it', () => {
    const log = logged.filter((line) => line.startsWith('[wallet]')).join('\n')
    assert.match(log, /login waiting/)
    assert.match(log, /personal_sign done \d+ ms/)
    const key = Buffer.from(mnemonicToAccount(phrase).getHdKey().privateKey!).toString('hex')
    const words = phrase.split(' ').slice(0, 3).join(' ')
    const secrets = { words, key, signature, address, MESSAGE, PERSON, jwt: 'eyJ' }
    for (const [name, secret] of Object.entries(secrets)) {
      const isThere = logged.join('\n').toLowerCase().includes(secret.toLowerCase())
      assert.equal(isThere, false, name)
    }
  })

  it('keeps secrets out of every URL', () => {
    const all = requests.map(({ url }) => decodeURIComponent(url)).join('\n')
    assert.equal(all.includes(idToken), false)
    assert.equal(all.includes(phrase.split(' ').slice(0, 3).join(' ')), false)
  })

  it('asks nothing of anybody whom the operator did not configure', () => {
    const known = new Set(Object.values(world.stack.urls))
    const foreign = requests.filter(
      ({ url }) => /^https?:/.test(url) && !known.has(new URL(url).origin),
    )
    assert.deepEqual(foreign, [])
    const wallets = requests.filter(({ from }) => from.startsWith(world.stack.urls.wallet))
    assert.ok(wallets.length > 3, 'requests of the wallet app were recorded')
  })

  it("breaks neither the wallet app's own policy nor Trusted Types", () => {
    assert.deepEqual(violations, [])
  })

  it('leaves no secret in any program’s log', async () => {
    const { readdir, readFile } = await import('node:fs/promises')
    const folder = `${world.dir}/logs`
    const logs = await Promise.all(
      (await readdir(folder)).map((name) => readFile(`${folder}/${name}`, 'utf8')),
    )
    assert.ok(logs.join('').length > 0)
    assert.equal(logs.join('\n').includes(idToken), false)
    assert.equal(logs.join('\n').includes(idToken.split('.')[2]!), false)
  })
})
