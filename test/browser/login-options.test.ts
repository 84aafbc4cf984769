/** What a login client's page may ask of a login (`extraLoginOptions`), as the login window reads it. */
import { expect } from '@open-wc/testing'
import { readRequest } from '../../src/app/login-window/login-request.js'
import {
  checkToken,
  checkWishes,
  requestedLogin,
} from '../../src/app/login-window/requested-login.js'
import { extraParameters } from '../../src/app/sign-in/extra-parameters.js'
import { findOption, type LoginOption, loginOptions } from '../../src/app/sign-in/login-options.js'
import { refusedApp } from '../../src/app/support/in-app-browser.js'
import type { ExtraLoginOptions, LoginRequest } from '../../src/protocol/login.js'
import { toBase64Url, utf8 } from '../../src/shared/encoding.js'
import { WalletError } from '../../src/shared/errors.js'
import { CONFIG } from './app-support.js'

const OPTIONS = loginOptions(CONFIG.verifiers, {})
const GOOGLE = findOption(OPTIONS, 'google')!
const HOST = new URL(GOOGLE.issuer).host
/** Seconds since 1970. */
const NOW = 2_000_000_000

function outcome(act: () => unknown): string {
  try {
    act()
    return 'no error'
  } catch (error) {
    const { code, detail } = WalletError.from(error)
    return detail ? `${code} ${detail}` : code
  }
}

describe('extraLoginOptions', () => {
  const sent = (extra: object) => extraParameters(extra as Record<string, unknown>, 'openid email')

  const request = {
    clientId: 'demo',
    uxMode: 'popup',
    origin: 'https://shop.example.test',
    state: 'a'.repeat(22),
    key: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
  }
  const read = (extraLoginOptions: unknown) => {
    const json = JSON.stringify({ ...request, extraLoginOptions })
    return readRequest(`#request=${toBase64Url(utf8(json))}`)
  }

  for (const [name, value, text] of [
    ['max_age', 60, '60'],
    ['ui_locales', 'fr-CA fr', 'fr-CA fr'],
    ['id_token_hint', 'a.b.c', 'a.b.c'],
    ['login_hint', 'sample.one@example.test', 'sample.one@example.test'],
    ['acr_values', 'phr phrh', 'phr phrh'],
    ['audience', 'https://api.example.test', 'https://api.example.test'],
    ['connection', 'google-oauth2', 'google-oauth2'],
    ['organization', 'org_7', 'org_7'],
  ] as const) {
    it(`sends ${name} under its own name`, () => {
      expect(sent({ [name]: value })).to.deep.equal({ [name]: text, scope: 'openid email' })
    })
  }

  for (const [name, ...values] of [
    ['display', 'page', 'popup', 'touch', 'wap', 'tv'],
    ['prompt', 'none', 'login', 'consent', 'select_account', 'create'],
  ] as const) {
    it(`sends ${name} under its own name, whatever its value`, () => {
      for (const value of values) {
        expect(read({ [name]: value }).error).to.equal(undefined)
        expect(sent({ [name]: value })).to.deep.equal({ [name]: value, scope: 'openid email' })
      }
    })
  }

  it('leaves an empty connection out: then the provider shows its login page', () => {
    const { request: asked, error } = read({ connection: '' })
    expect(error).to.equal(undefined)
    expect(sent(asked.extraLoginOptions!)).to.deep.equal({ scope: 'openid email' })
  })

  it('adds scope to what the operator needs', () => {
    expect(sent({ scope: 'email offline_access' }).scope).to.equal('openid email offline_access')
  })

  it('sends lists and objects as JSON, and leaves null out', () => {
    const { claims, list, nothing, flag } = sent({
      claims: { id_token: { auth_time: null } },
      list: ['a', 1],
      nothing: null,
      flag: false,
    })
    expect([claims, list, nothing, flag]).to.deep.equal([
      '{"id_token":{"auth_time":null}}',
      '["a",1]',
      undefined,
      'false',
    ])
  })

  for (const name of [
    'state',
    'nonce',
    'redirect_uri',
    'client_id',
    'client_secret',
    'response_type',
    'response_mode',
    'code_challenge',
    'code_challenge_method',
    'request',
    'request_uri',
    'State',
    'domain',
    'leeway',
    'verifierIdField',
    'isVerifierIdCaseSensitive',
  ]) {
    it(`never sends ${name}`, () => {
      expect(sent({ [name]: 'mine' })).to.deep.equal({ scope: 'openid email' })
    })
  }

  it('may hold login_hint alone', () => {
    const extraLoginOptions = { login_hint: 'sample.one@example.test' }
    expect(read(extraLoginOptions)).to.deep.equal({ request: { ...request, extraLoginOptions } })
  })

  it('takes max_age as a number or as a text', () => {
    for (const max_age of [60, '60']) {
      expect(read({ max_age }).request.extraLoginOptions).to.deep.equal({ max_age: 60 })
    }
  })

  for (const [what, extra, path] of [
    [
      'a max_age that is none',
      { max_age: 'soon' },
      'extraLoginOptions.max_age: expected whole seconds',
    ],
    ['a leeway beyond a day', { leeway: 86_401 }, 'extraLoginOptions.leeway: expected'],
    ['a prompt that is no text', { prompt: 1 }, 'extraLoginOptions.prompt: expected'],
    ['a list', ['x'], 'extraLoginOptions: expected'],
    ['too much', { more: 'x'.repeat(17_000) }, 'extraLoginOptions: expected at most 16384'],
    [
      'a case rule that is no boolean',
      { isVerifierIdCaseSensitive: 'yes' },
      'extraLoginOptions.isVerifierIdCaseSensitive: expected true or false',
    ],
  ] as const) {
    it(`with ${what} is INVALID_ARGUMENT, naming the path, for the page to hear`, () => {
      const { request: known, error } = read(extra)
      expect(known).to.deep.equal(request)
      expect(error?.code).to.equal('INVALID_ARGUMENT')
      expect(error?.detail).to.contain(path)
    })
  }
})

describe('the login that a page asks for', () => {
  const asked = (own: Partial<LoginRequest>) => requestedLogin(OPTIONS, own as LoginRequest)?.key

  it('is the person’s choice if the page names none', () => {
    expect(asked({})).to.equal(undefined)
    expect(asked({ extraLoginOptions: { login_hint: 'x' } })).to.equal(undefined)
  })

  it('is found by provider, by domain, or by both', () => {
    expect(asked({ loginProvider: 'github' })).to.equal('github')
    for (const domain of [HOST, `https://${HOST}`, `https://${HOST}/some/path`]) {
      expect(asked({ extraLoginOptions: { domain } })).to.equal(OPTIONS[0]!.key)
      expect(asked({ loginProvider: 'google', extraLoginOptions: { domain } })).to.equal('google')
    }
  })

  for (const [what, own] of [
    ['an unknown provider', { loginProvider: 'constructor' }],
    ['an unknown domain', { extraLoginOptions: { domain: 'evil.example.test' } }],
    ['no host', { extraLoginOptions: { domain: 'http://' } }],
    [
      'a provider at another domain',
      { loginProvider: 'google', extraLoginOptions: { domain: 'evil.example.test' } },
    ],
  ] as const) {
    it(`with ${what} is UNKNOWN_VERIFIER`, () => {
      expect(outcome(() => asked(own))).to.match(/^UNKNOWN_VERIFIER/)
    })
  }

  const wish = (extra: ExtraLoginOptions) => outcome(() => checkWishes(GOOGLE, extra))
  const another: Record<string, unknown> = {
    client_id: 'another',
    verifierIdField: 'another',
    isVerifierIdCaseSensitive: !GOOGLE.isVerifierIdCaseSensitive,
  }
  const same: Record<string, unknown> = {
    client_id: GOOGLE.clientId,
    verifierIdField: GOOGLE.verifierIdField,
    isVerifierIdCaseSensitive: GOOGLE.isVerifierIdCaseSensitive,
  }
  for (const name of Object.keys(another)) {
    it(`may name ${name} as the operator set it, and is refused with another`, () => {
      expect(wish({ [name]: same[name] })).to.equal('no error')
      expect(wish({ [name]: another[name] })).to.match(
        new RegExp(`^INVALID_ARGUMENT extraLoginOptions.${name}: `),
      )
    })
  }

  it('has a warning for the page’s developer where redirect_uri or leeway is the operator’s', () => {
    const warnings: string[] = []
    const { warn } = console
    console.warn = (text: string) => warnings.push(text)
    try {
      expect(wish({ redirect_uri: `${location.origin}/login`, leeway: 60 })).to.equal('no error')
      expect(warnings).to.deep.equal([])
      expect(wish({ redirect_uri: 'https://shop.example.test', leeway: 61 })).to.equal('no error')
    } finally {
      console.warn = warn
    }
    expect(warnings.length).to.equal(2)
    expect(warnings.join()).to.match(/redirect_uri.*leeway/s)
  })
})

describe('the ID token of a login', () => {
  const check = (
    claims: object,
    extra: ExtraLoginOptions = {},
    option: Pick<LoginOption, 'leeway'> = GOOGLE,
  ) =>
    outcome(() => {
      const token = `e30.${toBase64Url(utf8(JSON.stringify(claims)))}.x`
      checkToken(token, option, extra, NOW * 1000)
    })

  for (const [what, claims, extra, expected] of [
    [
      'as old as max_age allows',
      { auth_time: NOW - 100 },
      { max_age: 40, leeway: 60 },
      /^no error/,
    ],
    [
      'of somebody who logged in longer ago',
      { auth_time: NOW - 101 },
      { max_age: 40 },
      /^TOKEN_EXPIRED auth_time/,
    ],
    [
      'where the clock of the device is fast',
      { iat: NOW - 600, auth_time: NOW - 620 },
      { max_age: 40 },
      /^no error/,
    ],
    [
      'of long ago where the clock of the device is slow',
      { iat: NOW + 600, auth_time: NOW + 499 },
      { max_age: 40 },
      /^TOKEN_EXPIRED auth_time/,
    ],
    ['that does not say when', {}, { max_age: 40 }, /^TOKEN_CLAIM auth_time/],
    ['that says so in words', { auth_time: 'today' }, { max_age: 40 }, /^TOKEN_CLAIM auth_time/],
    ['that nobody asked to be recent', { auth_time: 1 }, {}, /^no error/],
    ['that expired within the page’s leeway', { exp: NOW - 10 }, { leeway: 10 }, /^no error/],
    ['that expired before it', { exp: NOW - 11 }, { leeway: 10 }, /^TOKEN_EXPIRED/],
  ] as const) {
    it(`${what}: ${expected.source.replace(/\^/, '')}`, () => {
      expect(check(claims, extra)).to.match(expected)
    })
  }

  it('is given 60 seconds where the page says nothing', () => {
    expect(GOOGLE.leeway).to.equal(60)
    expect(check({ auth_time: NOW - 100 }, { max_age: 40 })).to.equal('no error')
  })
})

describe('a browser within an app', () => {
  const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)'
  const IOS =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  for (const [name, userAgent, app] of [
    ['Instagram', `${IOS} Mobile/21E219 Instagram 325.0`, 'Instagram'],
    [
      'Facebook',
      `${ANDROID} Version/4.0 Chrome/122.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/450.0]`,
      'Facebook',
    ],
    ['LINE', `${IOS} Mobile/15E148 Safari Line/14.3.0`, 'LINE'],
    ['WeChat', `${IOS} Mobile/21E219 MicroMessenger/8.0.47`, 'WeChat'],
    [
      'an Android WebView',
      'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Chrome/122.0 Safari/537.36',
      '',
    ],
    ['an iOS WebView', `${IOS} Mobile/21E219`, ''],
  ] as const) {
    it(`of ${name} is told apart, for the providers that refuse it`, () => {
      expect(refusedApp('google', userAgent)).to.equal(app)
      expect(refusedApp('github', userAgent)).to.equal(undefined)
    })
  }

  for (const [name, userAgent] of [
    ['Chrome', `${ANDROID} Chrome/122.0 Mobile Safari/537.36`],
    ['Safari', `${IOS} Version/17.4 Mobile/15E148 Safari/604.1`],
    ['Chrome on iOS', `${IOS} CriOS/122.0 Mobile/15E148 Safari/604.1`],
    ['this browser', navigator.userAgent],
  ] as const) {
    it(`is not what ${name} is taken for`, () => {
      expect(refusedApp('google', userAgent)).to.equal(undefined)
    })
  }

  it('may be the provider’s own', () => {
    const userAgent = `${ANDROID} Chrome/122.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/450.0]`
    expect(refusedApp('facebook', userAgent)).to.equal(undefined)
    expect(refusedApp('facebook', `${IOS} Mobile/21E219 Instagram 325.0`)).to.equal('Instagram')
  })
})
