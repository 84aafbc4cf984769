import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { lookOf } from '../../src/app/appearance/look.js'
import { type LoginOption, loginOptions } from '../../src/app/sign-in/login-options.js'
import { parse } from '../../src/chain/rpc/parse.js'
import { InitParams } from '../../src/protocol/messages.js'
import { LOGIN_TYPES } from '../../src/shared/options.js'
import { all, LOGO, nameOf, names, warn, warned } from './app-look-support.js'
import { CONFIG, SITE } from './app-support.js'
import { until } from './support.js'

describe('loginConfig', () => {
  beforeEach(() => {
    warned.length = 0
    console.warn = (...parts: unknown[]) => void warned.push(parts.join(' '))
  })
  afterEach(() => {
    console.warn = warn
    fixtureCleanup()
  })

  const draw = async (logins: LoginOption[], params: InitParams = {}) => {
    await fixture(
      html`<we-shell><we-sign-in .site=${SITE} .logins=${logins} .look=${lookOf(params, 'en')}></we-sign-in></we-shell>`,
    )
    await until(() => all('button').length)
  }

  const marks = () =>
    all('svg').filter(
      (svg) => (svg.getRootNode() as ShadowRoot).host?.localName === 'we-login-mark',
    )

  it('gives a full-length button with a description, an icon button without', async () => {
    await draw(
      loginOptions(CONFIG.verifiers, {
        loginConfig: {
          github: { typeOfLogin: 'github', description: 'Use your work account' },
          google: { typeOfLogin: 'google' },
        },
      }),
    )
    const width = (name: string) =>
      all('button').find((one) => nameOf(one) === name)?.offsetWidth ?? 0
    expect(width('Use your work account')).to.be.greaterThan(200)
    expect(width('Continue with Google')).to.be.lessThan(150)
  })

  it('has a field for the e-mail address and three providers, the last used first; the rest comes with a press', async () => {
    const { google, ...others } = CONFIG.verifiers
    const email = { ...google!, typeOfLogin: 'passwordless' as const, protocol: 'email' as const }
    localStorage.setItem('wallet-embed:last-login', JSON.stringify({ verifier: 'weibo' }))
    await draw(loginOptions({ google: google!, ...others, email }, {}))
    const shown = () => all('button').map(nameOf)
    const first = ['Continue with email', 'Continue with Weibo Last used']
    const usual = [...first, 'Continue with Google', 'Continue with GitHub']
    expect(shown()).to.deep.equal([...usual, 'More ways'])
    expect(all('button')[1]!.ariaDescription).to.equal('Last used')
    all('button').at(-1)!.click()
    await until(() => all('button').length > 5 || shown().includes('Continue with Discord'))
    expect(shown()).to.deep.equal([...usual, 'Continue with Discord'])
    localStorage.clear()
  })

  it('adds a login by one of the operator’s verifiers, with its own client id and words', () => {
    const { github, weibo } = CONFIG.verifiers
    const ours = { ...github!, clientId: 'ours' }
    const verifiers = { ...CONFIG.verifiers, ours, tenants: { ...weibo!, clientId: 'tenant' } }
    const options = loginOptions(verifiers, {
      loginConfig: {
        work: { typeOfLogin: 'github', clientId: 'ours', description: 'Work' },
        tenant: {
          typeOfLogin: 'weibo',
          jwtParameters: { domain: 'https://provider.example.test', client_id: 'tenant' },
        },
      },
    })
    const [work, tenant] = ['work', 'tenant'].map((key) => options.find((one) => one.key === key))
    expect([work?.verifier, work?.clientId, work?.isShown]).to.deep.equal(['ours', 'ours', true])
    expect([tenant?.verifier, tenant?.clientId]).to.deep.equal(['tenants', 'tenant'])
    expect(options.filter(({ verifier }) => verifier === 'ours').length).to.equal(2)
    expect(warned).to.deep.equal([])
  })

  it('finds the operator’s verifier by a bare domain, too', () => {
    for (const domain of ['provider.example.test', 'https://provider.example.test/tenant']) {
      const loginConfig = { tenant: { typeOfLogin: 'weibo' as const, jwtParameters: { domain } } }
      const { loginConfig: read } = parse(InitParams, { loginConfig }, 'params')
      const options = loginOptions(CONFIG.verifiers, { loginConfig: read })
      expect(options.find(({ key }) => key === 'tenant')?.verifier).to.equal('weibo')
    }
    expect(warned).to.deep.equal([])
    for (const domain of ['', 'https://', 'http://[', 7]) {
      const loginConfig = { tenant: { typeOfLogin: 'weibo', jwtParameters: { domain } } }
      expect(() => parse(InitParams, { loginConfig }, 'params')).to.throw(
        /loginConfig\.tenant\.jwtParameters\.domain: expected/,
      )
    }
  })

  it('makes no dead button of a verifier that the operator does not know, and says so', () => {
    const options = loginOptions(CONFIG.verifiers, {
      loginConfig: {
        mine: { typeOfLogin: 'jwt', jwtParameters: { domain: 'https://other.example.test' } },
      },
    })
    expect(options.map(({ key }) => key)).to.not.include('mine')
    expect(warned.join()).to.include('loginConfig.mine: UNKNOWN_VERIFIER')
  })

  it('warns of JWT parameters that are the operator’s to set', async () => {
    const jwtParameters = {
      domain: 'https://other.example.test',
      leeway: 5,
      verifierIdField: 'email',
      redirect_uri: 'https://other.example.test/back',
    }
    loginOptions(CONFIG.verifiers, {
      loginConfig: { google: { typeOfLogin: 'google', jwtParameters } },
    })
    await until(() => warned.length)
    expect(warned.map((line) => /jwtParameters\.(\w+)/.exec(line)?.[1])).to.deep.equal([
      'domain',
      'redirect_uri',
      'verifierIdField',
      'leeway',
    ])
  })

  it('hides, also by enabledVerifiers', async () => {
    await draw(
      loginOptions(CONFIG.verifiers, {
        loginConfig: { github: { typeOfLogin: 'github', showOnModal: false } },
        enabledVerifiers: { discord: false },
      }),
    )
    expect(names()).to.deep.equal(['Continue with Google', 'Continue with Weibo'])
  })

  for (const name of ['google', 'facebook', 'reddit', 'twitch', 'discord'] as const) {
    it(`hides ${name}, and no other, by enabledVerifiers`, () => {
      const entry = CONFIG.verifiers.google!
      const all = ['google', 'facebook', 'reddit', 'twitch', 'discord'] as const
      const verifiers = Object.fromEntries(
        all.map((typeOfLogin) => [typeOfLogin, { ...entry, typeOfLogin }]),
      )
      const shown = (enabledVerifiers: Record<string, boolean>) =>
        loginOptions(verifiers, { enabledVerifiers })
          .filter(({ isShown }) => isShown)
          .map(({ key }) => key)
      expect(shown({})).to.have.members(all)
      expect(shown({ [name]: true })).to.have.members(all)
      expect(shown({ [name]: false })).to.have.members(all.filter((one) => one !== name))
    })
  }

  for (const typeOfLogin of LOGIN_TYPES) {
    it(`draws a login of type ${typeOfLogin} with a mark, and the name that the operator gave it`, async () => {
      const entry = { ...CONFIG.verifiers.google!, typeOfLogin, name: 'Sample provider' }
      await draw(loginOptions({ mine: entry }, {}))
      const [button] = all('button').filter((one) => /Sample provider|email/i.test(nameOf(one)))
      expect(button, names().join()).to.not.equal(undefined)
      // Those of few operators load when they are needed.
      const mark = await until('its mark', () => marks()[0])
      expect(mark.childElementCount).to.be.at.least(1)
    })
  }

  it('shows its logos: for light, for dark, and under the pointer', async () => {
    const logos = {
      logoDark: `${LOGO}#dark`,
      logoLight: `${LOGO}#light`,
      logoHover: `${LOGO}#hover`,
    }
    const logins = loginOptions(CONFIG.verifiers, {
      loginConfig: { google: { typeOfLogin: 'google', ...logos } },
    })
    const shown = () => all('img').map((one) => new URL((one as HTMLImageElement).src).hash)
    await draw(logins, { theme: 'light' })
    expect(shown()).to.deep.equal(['#dark', '#hover'])
    fixtureCleanup()
    await draw(logins, { theme: 'dark' })
    expect(shown()).to.deep.equal(['#light', '#hover'])
  })

  it('has a mark for every type of login', async () => {
    const [one] = loginOptions(CONFIG.verifiers, {})
    await draw(
      LOGIN_TYPES.map((typeOfLogin) => ({
        ...one!,
        key: typeOfLogin,
        typeOfLogin,
        name: typeOfLogin,
      })),
    )
    all('button')
      .find((one) => nameOf(one) === 'More ways')!
      .click()
    await until(() => marks().length === LOGIN_TYPES.length)
    expect(LOGIN_TYPES.length).to.equal(14)
    expect(marks().every((svg) => svg.childElementCount > 0)).to.equal(true)
  })
})
