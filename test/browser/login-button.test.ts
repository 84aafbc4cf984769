import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'

import '../../components/login-button/login-button.define.js'
import type { LoginButton } from '../../components/login-button/login-button.js'
import { WalletError } from '../../src/shared/errors.js'
import type { LoginParams } from '../../src/shared/options.js'
import { KEYS } from './stand-in/orders.js'
import { next, STAND_IN, until } from './support.js'

const inner = (element: LoginButton) => element.shadowRoot!.querySelector('button')!
const words = (element: LoginButton) => element.shadowRoot!.querySelector('.error')!.textContent

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

  it('is disabled until it has a client', async () => {
    const element = await fixture<LoginButton>(html`<login-button></login-button>`)
    expect(inner(element).disabled).to.be.true
    element.client = succeeding().client
    await element.updateComplete
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

  it('keeps focus, shows :state(busy), and starts one login only', async () => {
    let finish = (_: { privKey: string }) => {}
    const { client, asked } = fakeClient(() => new Promise((resolve) => (finish = resolve)))
    const element = await fixture<LoginButton>(
      html`<login-button .client=${client}></login-button>`,
    )
    element.focus()
    inner(element).click()
    inner(element).click()
    await element.updateComplete
    expect(asked.length).to.equal(1)
    expect(element.matches(':state(busy)')).to.be.true
    expect(inner(element).ariaDisabled).to.equal('true')
    expect(inner(element).disabled, 'a disabled button would drop the focus').to.be.false
    expect(element.matches(':focus-within')).to.be.true
    setTimeout(() => finish({ privKey: KEYS[0] }))
    await next(element, 'login-success')
    await element.updateComplete
    expect(element.matches(':state(busy)')).to.be.false
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
      await element.updateComplete
      expect(error.code).to.equal(code)
      expect(words(element)).to.match(text)
      await expect(element).to.be.accessible()
    })
  }

  it('makes a client of its own from its attributes', async () => {
    const element = await fixture<LoginButton>(
      html`<login-button client-id="a" wallet-url=${STAND_IN} ux-mode="popup"></login-button>`,
    )
    expect(inner(element).disabled).to.be.true
    await until(() => !inner(element).disabled)
    const succeeded = next(element, 'login-success')
    element.focus()
    await sendKeys({ press: 'Enter' })
    expect((await succeeded).privKey).to.equal(KEYS[0])
    localStorage.clear()
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
