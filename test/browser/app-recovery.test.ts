import { expect, fixture, html } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import type { App } from '../../src/app/screens/app.js'
import { readAsked, restoreByWindow } from '../../src/app/sign-in/recovery.js'
import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import '../../src/app/screens/sign-in/recovery-entry.js'
import type { RecoveryEntry } from '../../src/app/screens/sign-in/recovery-entry.js'
import type { Signer } from '../../src/app/signer/signer.js'
import { recoveryPhrase } from '../../src/keys/derive.js'
import { toBase64Url, utf8 } from '../../src/shared/encoding.js'
import { exportPublicKey, generateKeyPair } from '../../src/shared/jwe.js'
import { ADDRESS, buttonOf, createApp, fakeSigner } from './app-support.js'
import { PopupStandIn } from './popup-support.js'
import { codeOf, until } from './support.js'

const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at * 7)
const WORDS = recoveryPhrase(SECRET).split(' ')

const rootOf = (element: Element) => element.shadowRoot!
const inputsOf = (screen: Element) => [...rootOf(screen).querySelectorAll('input')]
const alertOf = (screen: Element) =>
  rootOf(screen).querySelector('[role=alert]')?.textContent?.trim()
const focusedOf = (screen: Element) =>
  inputsOf(screen).indexOf(rootOf(screen).activeElement as never)

async function draw() {
  const secrets: Uint8Array[] = []
  let isCancelled = false
  const screen = await fixture<RecoveryEntry>(html`<we-recovery-entry
    .onSecret=${async (secret: Uint8Array) => void secrets.push(secret.slice())}
    .onCancel=${() => {
      isCancelled = true
    }}></we-recovery-entry>`)
  await screen.focusHeading()
  return { screen, secrets, cancelled: () => isCancelled }
}

function paste(screen: Element, at: number, text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  inputsOf(screen)[at]!.dispatchEvent(event)
}

describe('the entry of a recovery phrase', () => {
  it('takes the words by keyboard, finishing them, and gives what they stand for', async () => {
    const { screen, secrets } = await draw()
    for (const [at, word] of WORDS.entries()) {
      await until(() => focusedOf(screen) === at)
      // Its first letters are enough.
      await sendKeys({ type: word.slice(0, 4) })
      await sendKeys({ press: 'Enter' })
    }
    await until(() => secrets.length)
    expect([...secrets[0]!]).to.deep.equal([...SECRET])
  }).timeout(20_000)

  it('takes a whole phrase that is pasted into any word', async () => {
    const { screen, secrets } = await draw()
    paste(screen, 5, WORDS.map((word, at) => `${at + 1}. ${word}`).join('\n'))
    await until(() => inputsOf(screen)[23]!.value === WORDS[23])
    buttonOf(screen, 'Open the account').click()
    await until(() => secrets.length)
    expect([...secrets[0]!]).to.deep.equal([...SECRET])
  })

  it('suggests words of the list', async () => {
    const { screen } = await draw()
    await sendKeys({ type: 'aban' })
    const options = () => [...rootOf(screen).querySelectorAll('option')].map(({ value }) => value)
    await until(() => options().length)
    expect(options()).to.deep.equal(['abandon'])
  })

  for (const [what, change, text, at] of [
    ['a missing word', (words: string[]) => words.with(2, ''), /first one is number 3/, 2],
    ['a word that is none', (words: string[]) => words.with(6, 'aple'), /7 “aple”/, 6],
    [
      'swapped words',
      (words: string[]) => words.with(0, words[1]!).with(1, words[0]!),
      /together they are not a recovery phrase/,
      -1,
    ],
  ] as const) {
    it(`names ${what}`, async () => {
      const { screen, secrets } = await draw()
      paste(screen, 0, WORDS.join(' '))
      await until(() => inputsOf(screen)[23]!.value)
      for (const [at, word] of change([...WORDS]).entries()) {
        const input = inputsOf(screen)[at]!
        input.value = word
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
      buttonOf(screen, 'Open the account').click()
      await until(() => alertOf(screen))
      expect(alertOf(screen)).to.match(text)
      expect(secrets).to.deep.equal([])
      if (at >= 0) {
        expect(focusedOf(screen)).to.equal(at)
        expect(inputsOf(screen)[at]!.getAttribute('aria-invalid')).to.equal('true')
      }
    })
  }

  it('is accessible, and asks no browser to remember the words', async () => {
    const { screen } = await draw()
    await expect(screen).to.be.accessible()
    buttonOf(screen, 'Open the account').click()
    await until(() => alertOf(screen))
    await expect(screen).to.be.accessible()
    for (const input of inputsOf(screen)) {
      expect([input.autocomplete, input.spellcheck]).to.deep.equal(['off', false])
    }
  })

  it('can be left', async () => {
    const { screen, cancelled } = await draw()
    buttonOf(screen, 'Back').click()
    expect(cancelled()).to.equal(true)
  })
})

describe('the recovery phrase on the sign-in screen', () => {
  let restored: Record<string, unknown>
  before(async () => {
    const key = await exportPublicKey((await generateKeyPair()).publicKey)
    const prepare = { id: 'prepared', key, nonce: 'nonce-of-the-key' }
    restored = { prepare, take: { addresses: [ADDRESS] } }
  })
  const { open } = window
  afterEach(() => {
    window.open = open
    sessionStorage.clear()
  })

  it('is typed in the wallet’s own page, and begins a session that nobody vouched for', async () => {
    const { signer, asked } = fakeSigner(restored)
    const { app } = createApp({ site: null, signer })
    app.show('home')
    const drawn = await fixture<App>(html`<we-app .app=${app}></we-app>`)
    const signIn = drawn.querySelector('we-sign-in')!
    await until(() => buttonOf(signIn, 'More ways'))
    buttonOf(signIn, 'More ways').click()
    await until(() => buttonOf(signIn, 'Use recovery phrase'))
    buttonOf(signIn, 'Use recovery phrase').click()
    await until(() => drawn.querySelector('we-recovery-entry'))
    const entry = drawn.querySelector('we-recovery-entry')!
    await until(() => inputsOf(entry).length)
    paste(entry, 0, WORDS.join(' '))
    buttonOf(entry, 'Open the account').click()
    await until(() => app.own.chosen)
    expect(app.life.current?.userInfo).to.deep.include({
      verifier: '',
      verifierId: '',
      typeOfLogin: '',
    })
    expect(asked).to.include('take')
    expect(asked).not.to.include('login')
  })

  it('opens a window of the wallet’s own from a page, and never asks for it inside of the page', async () => {
    const urls: string[] = []
    const far = {
      closed: false,
      close: () => {},
      location: { replace: (url: string) => urls.push(url) },
    }
    window.open = () => far as unknown as Window
    const { app } = createApp({ signer: fakeSigner(restored).signer })
    const login = codeOf(app.login({}))
    app.flow.restore()
    await until(() => urls.length)
    expect(urls[0]).to.match(new RegExp(`^${location.origin}/login#restore=`))
    expect(app.flow.status).to.deep.equal({ name: 'waiting' })
    far.closed = true
    await until(() => app.flow.status.name === 'ready')
    const { status } = app.flow
    expect(status.name === 'ready' && status.error?.code).to.equal('POPUP_CLOSED')
    app.dismiss()
    expect(await login).to.equal('USER_REJECTED')
  })

  it('says so when the browser opens no window', async () => {
    window.open = () => null
    const { app } = createApp()
    app.flow.restore()
    await until(() => app.flow.status.name === 'ready' && app.flow.status.error)
    const { status } = app.flow
    expect(status.name === 'ready' && status.error?.code).to.equal('POPUP_BLOCKED')
  })

  it('is asked for by a frame of an older build, too, which lets nothing be offered', async () => {
    const { publicKey } = await generateKeyPair()
    const asked = { state: 'A'.repeat(22), key: await exportPublicKey(publicKey) }
    const hash = `#restore=${toBase64Url(utf8(JSON.stringify(asked)))}`
    expect(readAsked(hash)).to.deep.equal({ ...asked, continues: false })
  })

  it('is taken from that window alone, for that request', async () => {
    const [popup, other] = [new PopupStandIn(), new PopupStandIn()]
    const { signer } = fakeSigner(restored)
    const given: unknown[] = []
    const noting: Signer = {
      ask: (method, params) => {
        if (method === 'take') given.push(params)
        return signer.ask(method, params)
      },
    }
    const offer = async () => undefined
    const restoring = restoreByWindow(noting, popup.window, new AbortController().signal, offer)
    await until(() => popup.window.location.hash)
    const { state } = readAsked(popup.window.location.hash)!
    other.say({ type: 'callback', state, query: 'theirs' })
    popup.say({ type: 'callback', state: 'another', query: 'theirs' })
    popup.say({ type: 'callback', state, query: 'ours' })
    expect((await restoring)?.addresses).to.deep.equal([ADDRESS])
    expect(given).to.deep.equal([{ id: 'prepared', jwe: 'ours' }])
    popup.close()
    other.close()
  })
})
