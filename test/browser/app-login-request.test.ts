import { expect } from '@open-wc/testing'

import { checkRequest, readRequest } from '../../src/app/login-window/login-request.js'
import type { LoginRequest } from '../../src/protocol/login.js'
import { toBase64Url, utf8 } from '../../src/shared/encoding.js'
import { WalletError } from '../../src/shared/errors.js'
import { codeOf } from './support.js'

describe('the request of a login client', () => {
  const ORIGIN = 'https://shop.example.test'
  const request: LoginRequest = {
    clientId: 'demo',
    uxMode: 'redirect',
    origin: ORIGIN,
    redirectUrl: `${ORIGIN}/back?at=1`,
    state: 'a'.repeat(22),
    key: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
  }
  const hash = (value: unknown) => `#request=${toBase64Url(utf8(JSON.stringify(value)))}`
  const { fetch } = window
  /** The login service knows one application. */
  const serve = (redirectUrls: string[] = [], origins = [ORIGIN]) => {
    window.fetch = async (url) => {
      const body = String(url).endsWith('/applications/demo')
        ? { name: 'Demo', origins, redirectUrls }
        : { error: { code: 'UNKNOWN_CLIENT' } }
      return new Response(JSON.stringify(body))
    }
  }
  afterEach(() => {
    window.fetch = fetch
  })

  it('is read from the fragment', () => {
    expect(readRequest(hash(request))).to.deep.equal({ request })
  })

  for (const [what, fragment] of [
    ['nothing', ''],
    ['no base64url', '#request=%'],
    ['no JSON', `#request=${toBase64Url(utf8('{'))}`],
    ['a state that can be guessed', hash({ ...request, state: 'a' })],
    ['no key', hash({ ...request, key: undefined })],
  ] as const) {
    it(`is INVALID_ARGUMENT if it is ${what}`, () => {
      expect(() => readRequest(fragment))
        .to.throw(WalletError)
        .with.property('code', 'INVALID_ARGUMENT')
    })
  }

  it('is none where a provider came back with an error alone, which is told', () => {
    for (const [query, detail] of [
      ['?error=invalid_request&error_description=no', 'invalid_request'],
      ['?error=%3Cb%3E', undefined],
    ] as const) {
      expect(() => readRequest('', query))
        .to.throw(WalletError)
        .include({
          ...{ code: 'LOGIN_FAILED', detail },
        })
    }
  })

  for (const [what, own, expected] of [
    ['a page of the application', {}, 'no error'],
    ['a client id that nobody registered', { clientId: 'nobody' }, 'UNKNOWN_CLIENT'],
    ['a client id that is a path', { clientId: '../demo' }, 'UNKNOWN_CLIENT'],
    ['another site', { origin: 'https://evil.example.test' }, 'ORIGIN_NOT_ALLOWED'],
    ['another place to go', { redirectUrl: 'https://evil.example.test' }, 'REDIRECT_NOT_ALLOWED'],
    ['an app of another scheme', { redirectUrl: 'shop://back' }, 'REDIRECT_NOT_ALLOWED'],
    ['a script as place to go', { redirectUrl: 'javascript:alert(1)' }, 'REDIRECT_NOT_ALLOWED'],
    ['another page of the application’s', { redirectUrl: `${ORIGIN}/out` }, 'REDIRECT_NOT_ALLOWED'],
    ['another query', { redirectUrl: `${ORIGIN}/back?at=2` }, 'REDIRECT_NOT_ALLOWED'],
    ['a fragment', { redirectUrl: `${ORIGIN}/back?at=1#/out` }, 'REDIRECT_NOT_ALLOWED'],
    ['another spelling', { redirectUrl: `${ORIGIN}/x/../back?at=1` }, 'REDIRECT_NOT_ALLOWED'],
    ['another case', { redirectUrl: `${ORIGIN}/Back?at=1` }, 'REDIRECT_NOT_ALLOWED'],
    ['no place to go', { redirectUrl: undefined }, 'REDIRECT_NOT_ALLOWED'],
    ['a look-alike', { redirectUrl: `${ORIGIN}@evil.example.test/` }, 'REDIRECT_NOT_ALLOWED'],
    [
      'credentials in the URL',
      { redirectUrl: 'https://a:b@shop.example.test/' },
      'REDIRECT_NOT_ALLOWED',
    ],
    ['a registered URL elsewhere', { redirectUrl: 'https://app.example.test/in' }, 'no error'],
    [
      'a path below it',
      { redirectUrl: 'https://app.example.test/in/deep' },
      'REDIRECT_NOT_ALLOWED',
    ],
    ['a popup, which goes nowhere', { uxMode: 'popup', redirectUrl: undefined }, 'no error'],
  ] as const) {
    it(`from ${what}: ${expected}`, async () => {
      serve([`${ORIGIN}/back?at=1`, 'https://app.example.test/in'])
      const asked = { ...request, ...own } as LoginRequest
      expect(await codeOf(checkRequest(asked, 'https://login.example.test'))).to.equal(expected)
    })
  }

  const local = { origin: 'http://localhost:5173', redirectUrl: 'http://localhost:5173/back?at=1' }
  const refused = { origin: 'ORIGIN_NOT_ALLOWED', redirectUrl: 'REDIRECT_NOT_ALLOWED' }

  it('from localhost needs an application that is open to it', async () => {
    for (const [origins, expected] of [
      [[ORIGIN, 'http://localhost:*'], 'no error'],
      [[ORIGIN], refused.origin],
    ] as const) {
      serve([], [...origins])
      const asked = { ...request, ...local } as LoginRequest
      expect(await codeOf(checkRequest(asked, 'https://login.example.test'))).to.equal(expected)
    }
  })

  for (const [part, value] of [
    ['origin', 'https://localhost:5173'],
    ['origin', 'http://localhost.evil.example.test:5173'],
    ['origin', 'http://evil.localhost:5173'],
    ['origin', 'http://localhost:5173/page'],
    ['origin', 'http://localhost:5173@evil.example.test'],
    ['origin', 'http://127.0.0.1:5173'],
    ['redirectUrl', 'http://localhost:5173@evil.example.test/'],
    ['redirectUrl', 'http://localhost.evil.example.test/'],
    ['redirectUrl', 'http://localhost\\@evil.example.test/'],
    ['redirectUrl', 'http://localhost:5173/#/out'],
    ['redirectUrl', 'https://evil.example.test/?http://localhost:5173/'],
  ] as const) {
    it(`where localhost may log in, ${part} ${value} may not`, async () => {
      serve([], ['http://localhost:*'])
      const asked = { ...request, ...local, [part]: value } as LoginRequest
      const code = await codeOf(checkRequest(asked, 'https://login.example.test'))
      expect(code).to.equal(refused[part])
    })
  }
})
