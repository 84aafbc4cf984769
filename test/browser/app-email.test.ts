import { expect, fixture, html } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import type { App } from '../../src/app/screens/app.js'
import { EmailLogin } from '../../src/app/sign-in/email-login.js'
import { findOption, loginOptions } from '../../src/app/sign-in/login-options.js'
import type { Signer } from '../../src/app/signer/signer.js'
import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import '../../src/app/screens/sign-in/email-login.js'
import type { EmailLoginScreen } from '../../src/app/screens/sign-in/email-login.js'
import { CONFIG, createApp, fakeSigner, USER } from './app-support.js'
import { codeOf, until } from './support.js'

const EMAIL = 'sample.person@example.test'
const VERIFIERS: typeof CONFIG.verifiers = {
  ...CONFIG.verifiers,
  email_passwordless: {
    ...CONFIG.verifiers.google!,
    ...{ protocol: 'email', typeOfLogin: 'passwordless', name: 'email', authorizationEndpoint: '' },
    ...{ verifierIdField: 'email', isVerifierIdCaseSensitive: false },
  },
}
const OPTION = findOption(loginOptions(VERIFIERS, {}), 'email_passwordless')!

const { fetch } = window
/** What the service was asked, and what it answers. */
let asked: [path: string, body: Record<string, string>][] = []
let answers: Record<string, unknown> = {}

beforeEach(() => {
  asked = []
  answers = { start: { lifetime: 600 }, verify: { idToken: 'the.id.token' } }
  window.fetch = async (url, init) => {
    const path = String(url).split('/email/')[1]
    if (!path) return fetch(url, init)
    asked.push([path, JSON.parse(String(init?.body))])
    const answer = answers[path]
    if (answer instanceof Error) throw answer
    return new Response(JSON.stringify(answer))
  }
})
afterEach(() => {
  window.fetch = fetch
  sessionStorage.clear()
})

interface Drawn {
  login: EmailLogin
  screen: EmailLoginScreen
  done: unknown[]
  cancelled: () => boolean
}

async function draw(
  own: { hint?: string; resendAfter?: number; signer?: Signer } = {},
): Promise<Drawn> {
  const done: unknown[] = []
  let isCancelled = false
  const login = new EmailLogin({
    ...{ config: CONFIG, signer: fakeSigner().signer, option: OPTION },
    ...own,
    onDone: async ({ userInfo }) => void done.push(userInfo),
    onCancel: () => {
      isCancelled = true
    },
  })
  const screen = await fixture<EmailLoginScreen>(
    html`<we-email-login .login=${login}></we-email-login>`,
  )
  await screen.focusHeading()
  return { login, screen, done, cancelled: () => isCancelled }
}

const rootOf = (screen: EmailLoginScreen) => screen.shadowRoot!
const inputOf = (screen: EmailLoginScreen) => rootOf(screen).querySelector('input')!
const textOf = (screen: EmailLoginScreen) => rootOf(screen).textContent!.replace(/\s+/g, ' ')
const alertOf = (screen: EmailLoginScreen) =>
  rootOf(screen).querySelector('[role=alert]')?.textContent?.trim()
const buttonOf = (screen: EmailLoginScreen, name: string | RegExp) =>
  [...rootOf(screen).querySelectorAll('button')].find((button) =>
    (button.getAttribute('aria-label') ?? button.textContent!).trim().match(name),
  )
const isFocused = (screen: EmailLoginScreen) => rootOf(screen).activeElement === inputOf(screen)

/** Up to the code. */
async function drawCode(own: Parameters<typeof draw>[0] = {}): Promise<Drawn> {
  const drawn = await draw({ hint: EMAIL, ...own })
  await drawn.login.send(EMAIL)
  await until(() => inputOf(drawn.screen)?.name === 'code' && isFocused(drawn.screen))
  return drawn
}

/** As the browser does it. */
function paste(screen: EmailLoginScreen, text: string): void {
  const input = inputOf(screen)
  input.value = text
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}

describe('the sign-in by e-mail', () => {
  it('goes by the keyboard alone, from the address to the session', async () => {
    const { screen, done } = await draw()
    expect(isFocused(screen)).to.equal(true)
    await sendKeys({ type: EMAIL })
    await sendKeys({ press: 'Enter' })
    await until(() => inputOf(screen).name === 'code' && isFocused(screen))
    expect(textOf(screen)).to.contain(`We sent a code with six digits to ${EMAIL}`)
    await sendKeys({ type: '042137' })
    await until(() => done.length)
    const nonce = 'nonce-of-the-key'
    const common = { verifier: 'email_passwordless', email: EMAIL, nonce }
    expect(asked).to.deep.equal([
      ['start', { ...common, language: document.documentElement.lang }],
      ['verify', { ...common, code: '042137' }],
    ])
    expect(done).to.deep.equal([USER])
  })

  it('begins with the address that the page hints at', async () => {
    const { screen } = await draw({ hint: EMAIL })
    expect(inputOf(screen).value).to.equal(EMAIL)
    expect(inputOf(screen).autocomplete).to.equal('email')
  })

  for (const address of ['', 'sample.person', 'sample person@example.test', 'a@b@example.test']) {
    it(`asks nobody about the address "${address}"`, async () => {
      const { screen, login } = await draw()
      await login.send(address)
      await until(() => alertOf(screen))
      expect(alertOf(screen)).to.contain('Type a whole e-mail address')
      expect(inputOf(screen).getAttribute('aria-invalid')).to.equal('true')
      expect(asked).to.deep.equal([])
    })
  }

  it('takes a code as it is pasted, with spaces or in other digits', async () => {
    for (const text of [' 042 137\n', '０４２１３７', '٠٤٢١٣٧', '۰۴۲۱۳۷']) {
      asked = []
      const { screen, done } = await drawCode()
      const { autocomplete, inputMode } = inputOf(screen)
      expect([autocomplete, inputMode]).to.deep.equal(['one-time-code', 'numeric'])
      paste(screen, text)
      await until(() => done.length)
      expect(asked.at(-1)![1].code).to.equal('042137')
    }
  })

  it('tells a wrong code, how many tries are left, and has the field ready for another', async () => {
    answers.verify = { refused: 'wrong', triesLeft: 4 }
    const { screen, done } = await drawCode()
    paste(screen, '000000')
    await until(() => alertOf(screen))
    expect(alertOf(screen)).to.equal('That is not the code. Tries left: 4.')
    expect(inputOf(screen).value).to.equal('')
    await until(() => isFocused(screen))
    answers.verify = { idToken: 'the.id.token' }
    paste(screen, '042137')
    await until(() => done.length)
  })

  it('counts the tries itself: the service says no more than that a code is wrong', async () => {
    answers.verify = { refused: 'wrong', triesLeft: 4 }
    const { screen, login } = await drawCode()
    for (const left of [4, 3, 2, 1]) {
      await login.verify('000000')
      await until(() => alertOf(screen)?.includes(`Tries left: ${left}.`))
    }
    await login.verify('000000')
    await until(() => alertOf(screen)?.includes('Too many wrong tries'))
  })

  it('knows itself that a code is too old', async () => {
    answers.start = { lifetime: 0 }
    answers.verify = { refused: 'wrong' }
    const { screen } = await drawCode()
    paste(screen, '000000')
    await until(() => alertOf(screen)?.includes('too old'))
  })

  for (const [refused, text] of [
    ['expired', /too old, or was used before/],
    ['spent', /Too many wrong tries/],
  ] as const) {
    it(`offers another code, and only that, when one is ${refused}`, async () => {
      answers.verify = { refused, triesLeft: 0 }
      const { screen } = await drawCode({ resendAfter: 0 })
      paste(screen, '000000')
      await until(() => alertOf(screen))
      expect(alertOf(screen)).to.match(text)
      expect(inputOf(screen).readOnly).to.equal(true)
      expect(buttonOf(screen, /^Sign in$/)).to.equal(undefined)
      buttonOf(screen, 'Send a new code')!.click()
      await until(() => textOf(screen).includes('We sent a new code to'))
      expect(alertOf(screen)).to.equal(undefined)
      expect(inputOf(screen).readOnly).to.equal(false)
      expect(asked.map(([path]) => path)).to.deep.equal(['start', 'verify', 'start'])
    })
  }

  it('sends another code only after half a minute', async () => {
    const { screen, login } = await drawCode()
    const resend = buttonOf(screen, /^Send a new code in (1\d|2\d|30) s$/)!
    expect(resend.getAttribute('aria-disabled')).to.equal('true')
    resend.click()
    expect(asked.length).to.equal(1)
    expect(login.step.name === 'code' && login.step.resendAt - Date.now()).to.be.within(1, 30_000)
  })

  it('lets the person change the address', async () => {
    const { screen } = await drawCode()
    buttonOf(screen, 'Use another address')!.click()
    await until(() => inputOf(screen).name === 'email' && isFocused(screen))
    expect(inputOf(screen).value).to.equal(EMAIL)
  })

  for (const [what, answer, text] of [
    ['too often', { error: { code: 'LIMIT_EXCEEDED' } }, /Wait a quarter of an hour/],
    ['in vain', { error: { code: 'SERVICE_UNAVAILABLE' } }, /does not answer/],
    ['offline', new TypeError('Failed to fetch'), /does not answer/],
  ] as const) {
    it(`says so when a code is asked for ${what}`, async () => {
      answers.start = answer
      const { screen, login } = await draw()
      await login.send(EMAIL)
      await until(() => alertOf(screen))
      expect(alertOf(screen)).to.match(text)
      expect(inputOf(screen).value).to.equal(EMAIL)
    })
  }

  it('keeps the code when its check fails, so that it can be sent again', async () => {
    answers.verify = { error: { code: 'SERVICE_UNAVAILABLE' } }
    const { screen, done } = await drawCode()
    paste(screen, '042137')
    await until(() => alertOf(screen))
    expect(inputOf(screen).value).to.equal('042137')
    answers.verify = { idToken: 'the.id.token' }
    buttonOf(screen, /^Sign in$/)!.click()
    await until(() => done.length)
  })

  it('begins again when the key nodes fail: the code is used up', async () => {
    const { WalletError } = await import('../../src/shared/errors.js')
    const { signer } = fakeSigner({ login: new WalletError('NODES_UNAVAILABLE') })
    const { screen, done } = await drawCode({ signer })
    paste(screen, '042137')
    await until(() => inputOf(screen)?.name === 'email')
    expect(alertOf(screen)).to.contain('Too few of the key nodes')
    expect(done).to.deep.equal([])
  })

  it('can be left', async () => {
    const { screen, cancelled } = await draw()
    buttonOf(screen, 'Back')!.click()
    expect(cancelled()).to.equal(true)
  })
})

describe('a login by e-mail in the wallet', () => {
  const open = async () => {
    const { app, told } = createApp()
    app.logins = loginOptions(VERIFIERS, {})
    const drawn = await fixture<App>(html`<we-app .app=${app}></we-app>`)
    const screen = () => drawn.querySelector('we-email-login')!
    return { app, told, drawn, screen }
  }

  it('is offered, opens no window, and signs in', async () => {
    const { app, told, drawn, screen } = await open()
    const opened: string[] = []
    const { open: openWindow } = window
    window.open = (url) => {
      opened.push(String(url))
      return null
    }
    const login = app.login({})
    const field = await until('the field', () =>
      drawn.querySelector('we-sign-in')?.shadowRoot?.querySelector('input'),
    )
    field.value = EMAIL
    field.form!.requestSubmit()
    const { login: sending } = await until('the code’s screen', () => screen())
    await until('the code', () => sending.step.name === 'code')
    expect(sending.email).to.equal(EMAIL)
    await sending.verify('042137')
    expect((await login).loggedIn).to.equal(true)
    expect(app.flow.status).to.deep.equal({ name: 'ready' })
    expect(opened).to.deep.equal([])
    expect(told.map(([name]) => name)).not.to.include('popupBlocked')
    window.open = openWindow
  })

  it('that the page names begins with the page’s hint, and can be left for another way', async () => {
    const { app, drawn, screen } = await open()
    const login = codeOf(app.login({ verifier: 'email_passwordless', login_hint: EMAIL }))
    await until(() => screen())
    const { email, step } = screen().login
    // The page alone has no mail sent to anyone.
    expect([email, step.name]).to.deep.equal([EMAIL, 'address'])
    await until(() => buttonOf(screen(), 'Back'))
    buttonOf(screen(), 'Back')!.click()
    await until(() => drawn.querySelector('we-sign-in'))
    expect(app.requests.current?.kind).to.equal('signIn')
    app.dismiss()
    expect(await login).to.equal('USER_REJECTED')
  })

  it('that the person gave up changes nothing when its answer comes late', async () => {
    const { app, screen } = await open()
    const login = codeOf(app.login({ verifier: 'email_passwordless' }))
    await until(() => screen())
    const { status } = app.flow
    if (status.name !== 'email') throw new Error(status.name)
    await status.login.send(EMAIL)
    const late = status.login.verify('042137')
    app.dismiss()
    await late
    expect(await login).to.equal('USER_REJECTED')
    expect(app.own.chosen).to.equal(undefined)
  })
})
