import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { sendKeys, sendMouse } from '@web/test-runner-commands'

import '../../components/login-button/login-button.define.js'
import type { LoginButton } from '../../components/login-button/login-button.js'
import { WalletError } from '../../src/shared/errors.js'
import { LOGIN_PROVIDER, type LoginParams } from '../../src/shared/options.js'
import { KEYS } from './stand-in/orders.js'
import { next, STAND_IN, until } from './support.js'

const inner = (element: LoginButton) => element.shadowRoot!.querySelector('button')!
const words = (element: LoginButton) =>
  element.shadowRoot!.querySelector('[part=error]')!.textContent

/** A client that answers as told, and keeps what it was asked. */
function fakeClient(answer: () => Promise<{ privKey: string }>) {
  const asked: LoginParams[] = []
  const login = (params: LoginParams = {}) => {
    asked.push(params)
    return answer()
  }
  return { client: { login }, asked }
}
const succeeding = () => fakeClient(async () => ({ privKey: KEYS[0] }))

describe('<login-button>', () => {
  afterEach(fixtureCleanup)

  it('is accessible, in words that name the provider', async () => {
    const { client } = succeeding()
    for (const [provider, label] of [
      ['google', 'Continue with Google'],
      ['github', 'Continue with GitHub'],
      ['our-company', 'Continue with our-company'],
      [undefined, 'Sign in'],
    ] as const) {
      const element = await fixture<LoginButton>(
        html`<login-button .provider=${provider} .client=${client}></login-button>`,
      )
      expect(inner(element).textContent?.trim()).to.equal(label)
      await expect(element).to.be.accessible()
    }
  })

  for (const [lang, google, email, failed] of [
    ['de', 'Weiter mit Google', 'Weiter mit E-Mail', /nicht geklappt/],
    ['de-CH', 'Weiter mit Google', 'Weiter mit E-Mail', /nicht geklappt/],
    ['fr_CA', 'Continuer avec Google', 'Continuer avec un e-mail', /abouti/],
    ['ar', 'المتابعة باستخدام Google', 'المتابعة بالبريد الإلكتروني', /لم ينجح/],
    ['is', 'Continue with Google', 'Continue with email', /did not work/],
  ] as const) {
    it(`speaks the language of the page around it: ${lang}`, async () => {
      const { client } = fakeClient(() => Promise.reject(new WalletError('LOGIN_FAILED')))
      const page = await fixture<HTMLElement>(html`
        <div lang=${lang}><login-button provider="google" .client=${client}></login-button></div>
      `)
      const element = page.querySelector('login-button')!
      expect(inner(element).textContent?.trim()).to.equal(google)
      element.provider = 'email_passwordless'
      expect(inner(element).textContent?.trim()).to.equal(email)
      setTimeout(() => inner(element).click())
      await next(element, 'login-error')
      await until(() => failed.test(words(element) ?? ''))
    })
  }

  it('has words for a passkey in each of ten languages', async () => {
    const { client } = succeeding()
    const said = new Set<string>()
    for (const lang of ['en', 'ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'tr', 'zh']) {
      const page = await fixture<HTMLElement>(html`
        <div lang=${lang}><login-button provider="webauthn" .client=${client}></login-button></div>
      `)
      said.add(inner(page.querySelector('login-button')!).textContent?.trim() ?? '')
    }
    expect(said.size).to.equal(10)
  })

  it('has the mark of its provider, a spinner while it is busy, or what one puts in its slot', async () => {
    let finish = (_: { privKey: string }) => {}
    const { client } = fakeClient(() => new Promise((resolve) => (finish = resolve)))
    const marks = new Set<string>()
    const drawn = (element: LoginButton) => inner(element).querySelector('svg')?.innerHTML ?? ''
    const element = await fixture<LoginButton>(
      html`<login-button .client=${client}></login-button>`,
    )
    const person = drawn(element)
    expect(person).to.not.equal('')
    for (const provider of Object.values(LOGIN_PROVIDER)) {
      element.provider = provider
      if (drawn(element) !== person) marks.add(drawn(element))
    }
    expect(marks.size).to.equal(12)
    inner(element).click()
    const shown = (part: string) =>
      element.shadowRoot!.querySelector(`[part=${part}]`)?.checkVisibility() ?? false
    expect([shown('icon'), shown('spinner')]).to.deep.equal([false, true])
    expect(inner(element).ariaBusy).to.equal('true')
    finish({ privKey: KEYS[0] })
    await until(() => shown('icon') && !shown('spinner'))
    const own = await fixture<LoginButton>(html`
      <login-button provider="google" .client=${client}><b slot="icon">G</b>Come in</login-button>
    `)
    const [icon, label] = inner(own).querySelectorAll('slot')
    expect(icon!.assignedElements()[0]?.textContent).to.equal('G')
    expect(label!.assignedNodes()[0]?.textContent).to.equal('Come in')
  })

  it('is as high with the mark of its provider as with none of its own', async () => {
    const { client } = succeeding()
    const heights = new Set<number>()
    for (const provider of [undefined, 'google', 'github', 'acme', 'webauthn', 'constructor']) {
      const element = await fixture<LoginButton>(
        html`<login-button .client=${client} .provider=${provider}></login-button>`,
      )
      expect(inner(element).querySelector('svg')?.getBoundingClientRect().height).to.equal(20)
      heights.add(element.offsetHeight)
    }
    expect([...heights]).to.deep.equal([46])
  })

  it('is styled by its parts and custom properties', async () => {
    const { client } = succeeding()
    const page = await fixture<HTMLElement>(html`
      <div style="--login-button-radius: 3px; --login-button-background: rgb(1, 2, 3)">
        <style>login-button::part(label) { color: rgb(4, 5, 6) }</style>
        <login-button provider="google" .client=${client}></login-button>
      </div>
    `)
    const button = inner(page.querySelector('login-button')!)
    const { borderRadius, backgroundColor } = getComputedStyle(button)
    expect([borderRadius, backgroundColor]).to.deep.equal(['3px', 'rgb(1, 2, 3)'])
    expect(getComputedStyle(button.querySelector('[part=label]')!).color).to.equal('rgb(4, 5, 6)')
  })

  it('hands params on, and its provider before theirs', async () => {
    const { client, asked } = succeeding()
    const params = { loginProvider: 'github', appState: 'cart 7' }
    const element = await fixture<LoginButton>(
      html`<login-button .client=${client} .params=${params}></login-button>`,
    )
    await element.login()
    element.provider = 'google'
    await element.login()
    expect(asked).to.deep.equal([params, { ...params, loginProvider: 'google' }])
  })

  it('is disabled until it has a client', async () => {
    const element = await fixture<LoginButton>(html`<login-button></login-button>`)
    expect(inner(element).disabled).to.be.true
    element.client = succeeding().client
    expect(inner(element).disabled).to.be.false
  })

  it('logs in from the keyboard and reports the key', async () => {
    const { client, asked } = succeeding()
    const element = await fixture<LoginButton>(
      html`<login-button provider="google" .client=${client}></login-button>`,
    )
    element.focus()
    setTimeout(() => sendKeys({ press: 'Enter' }))
    const { privKey } = await next(element, 'login-success')
    expect(privKey).to.equal(KEYS[0])
    expect(asked).to.deep.equal([{ loginProvider: 'google' }])
  })

  it('keeps focus and shows :state(busy)', async () => {
    let finish = (_: { privKey: string }) => {}
    const { client } = fakeClient(() => new Promise((resolve) => (finish = resolve)))
    const element = await fixture<LoginButton>(
      html`<login-button .client=${client}></login-button>`,
    )
    element.focus()
    inner(element).click()
    expect(element.matches(':state(busy)')).to.be.true
    expect(inner(element).disabled, 'a disabled button would drop the focus').to.be.false
    expect(element.matches(':focus-within')).to.be.true
    setTimeout(() => finish({ privKey: KEYS[0] }))
    await next(element, 'login-success')
    expect(element.matches(':state(busy)')).to.be.false
  })

  it('can be pressed again while it is busy, and then is about the later login', async () => {
    const ends: ((error: WalletError) => void)[] = []
    const { client } = fakeClient(() => {
      ends.at(-1)?.(new WalletError('ABORTED'))
      return new Promise((_, reject) => ends.push(reject))
    })
    const element = await fixture<LoginButton>(
      html`<login-button .client=${client}></login-button>`,
    )
    const failures: string[] = []
    element.addEventListener('login-error', ({ error }) => failures.push(error.code))
    inner(element).click()
    inner(element).click()
    await until(() => failures.length)
    expect([failures.join(), element.matches(':state(busy)')]).to.deep.equal(['ABORTED', true])
    ends[1]!(new WalletError('LOGIN_FAILED'))
    await until(() => words(element))
    expect([failures.join(), element.matches(':state(busy)')]).to.deep.equal([
      'ABORTED,LOGIN_FAILED',
      false,
    ])
  })

  it('takes a double click for one', async () => {
    const { client, asked } = fakeClient(() => new Promise(() => {}))
    const element = await fixture<LoginButton>(
      html`<login-button .client=${client}></login-button>`,
    )
    const { x, y } = inner(element).getBoundingClientRect()
    const position: [number, number] = [Math.round(x + 10), Math.round(y + 10)]
    await sendMouse({ type: 'click', position })
    inner(element).dispatchEvent(new MouseEvent('click', { detail: 2 }))
    expect(asked.length).to.equal(1)
    await sendMouse({ type: 'move', position: [0, 0] })
  })

  it('says so to who is back from a window that may still be open', async () => {
    const { client } = fakeClient(() => new Promise(() => {}))
    const page = await fixture<HTMLElement>(html`
      <div lang="de"><login-button .client=${client}></login-button></div>
    `)
    const element = page.querySelector('login-button')!
    const status = element.shadowRoot!.querySelector('[role=status]')!
    inner(element).click()
    expect(status.textContent).to.equal('')
    window.dispatchEvent(new Event('focus'))
    await until(() => /anderen Fenster/.test(status.textContent))
    await expect(element).to.be.accessible()
  })

  for (const [name, thrown, code, text] of [
    ['a blocked window', new WalletError('POPUP_BLOCKED'), 'POPUP_BLOCKED', /blocked/],
    ['a failed login', new WalletError('LOGIN_FAILED'), 'LOGIN_FAILED', /did not work/],
    ['anything else as INTERNAL', new TypeError('boom'), 'INTERNAL', /did not work/],
    ['a closed window, in no words', new WalletError('POPUP_CLOSED'), 'POPUP_CLOSED', /^$/],
  ] as const) {
    it(`reports ${name}`, async () => {
      const { client } = fakeClient(() => Promise.reject(thrown))
      const element = await fixture<LoginButton>(
        html`<login-button .client=${client}></login-button>`,
      )
      setTimeout(() => inner(element).click())
      const { error } = await next(element, 'login-error')
      expect(error.code).to.equal(code)
      await until(() => text.test(words(element) ?? ''))
      await expect(element).to.be.accessible()
    })
  }

  it('makes a client of its own from its attributes', async () => {
    const page = document.createElement('div')
    page.innerHTML = `<login-button client-id="a" wallet-url=${STAND_IN} ux-mode="popup"></login-button>`
    document.body.append(page)
    const element = page.querySelector('login-button')!
    expect(inner(element).disabled).to.be.true
    await until(() => !inner(element).disabled)
    const succeeded = next(element, 'login-success')
    element.focus()
    await sendKeys({ press: 'Enter' })
    expect((await succeeded).privKey).to.equal(KEYS[0])
    page.remove()
    localStorage.clear()
  })

  it('takes properties that were set before its class was known', async () => {
    // In a document of its own nothing is registered; this one upgrades what moves here.
    const element = document.implementation.createHTMLDocument().createElement('login-button')
    const { client, asked } = succeeding()
    Object.assign(element, { provider: 'github', client, params: { appState: 'early' } })
    document.body.append(element)
    await element.login()
    expect(asked).to.deep.equal([{ appState: 'early', loginProvider: 'github' }])
    expect(element.getAttribute('provider')).to.equal('github')
    element.remove()
  })

  it('starts once for attributes that come one by one', async () => {
    const element = document.createElement('login-button')
    const failures: string[] = []
    element.addEventListener('login-error', ({ error }) => failures.push(error.code))
    document.body.append(element)
    element.setAttribute('client-id', 'a')
    element.setAttribute('wallet-url', STAND_IN)
    await until(() => !inner(element).disabled)
    expect(failures).to.deep.equal([])
    element.remove()
  })

  it('says what is wrong with its attributes', async () => {
    const element = document.createElement('login-button')
    element.clientId = 'a'
    const failed = next(element, 'login-error')
    document.body.append(element)
    expect((await failed).error.code).to.equal('WALLET_URL_MISSING')
    element.remove()
  })
})
