/** What is known of the providers: what the wallet asks of each, whose answer it takes, and what is documented. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'

import {
  authorizationUrl,
  prepareAttempt,
  readCallback,
} from '../../src/app/sign-in/authorization.js'
import { findOption, type LoginOption, loginOptions } from '../../src/app/sign-in/login-options.js'
import type { Signer } from '../../src/app/signer/signer.js'
import { Registry } from '../../src/protocol/registry.js'
import { CATALOGUE, type ProviderName } from '../../src/server/registry/providers/catalogue.js'
import { checkRegistry } from '../../src/server/registry/registry.js'
import { publicPart } from '../../src/server/wallet-app/app-config.js'
import { WalletError } from '../../src/shared/errors.js'
import { LOGIN_PROVIDER, LOGIN_TYPES } from '../../src/shared/options.js'

const WALLET = 'https://wallet.example'
const LOGIN = 'https://login.example/'
const NAMES = Object.keys(CATALOGUE) as ProviderName[]
const STATE = '0f'.repeat(16)
const ATTEMPT = { state: STATE, nonce: 'the-nonce', codeChallenge: 'the-challenge' }

const registryOf = (verifiers: Record<string, unknown>): Registry =>
  checkRegistry({ loginService: LOGIN, applications: {}, verifiers }, 'registry.json: ')

const registry = registryOf(
  Object.fromEntries(
    NAMES.map((provider) => [provider, { provider, clientId: `id of ${provider}` }]),
  ),
)
const options = loginOptions(publicPart(registry).verifiers, {})
const optionOf = (name: string): LoginOption => findOption(options, name)!

const requestTo = (name: ProviderName, extra = {}) => {
  const url = new URL(authorizationUrl(optionOf(name), ATTEMPT, extra))
  const { origin, pathname, hash } = url
  return { to: `${origin}${pathname}${hash}`, asked: Object.fromEntries(url.searchParams) }
}

/** What is sent in addition when somebody has to prove that it is them. */
const anewOf = (name: ProviderName) => {
  const { searchParams } = new URL(authorizationUrl(optionOf(name), ATTEMPT, {}, true))
  const { asked } = requestTo(name)
  return Object.fromEntries([...searchParams].filter(([key, value]) => asked[key] !== value))
}

const outcomeOf = (name: string, answer: Record<string, string>): string =>
  outcomeAt(optionOf(name), answer)

const outcomeAt = (option: LoginOption, answer: Record<string, string>): string => {
  const query = `?${new URLSearchParams({ state: STATE, ...answer })}`
  try {
    return readCallback(query, STATE, option).code
  } catch (error) {
    return WalletError.from(error).code
  }
}

before(() => {
  Object.assign(globalThis, { location: new URL(WALLET) })
})

describe('the catalogue', () => {
  it('has every provider and type of the interface but those that are nobody else’s', () => {
    const theirs = [...Object.values(LOGIN_PROVIDER), ...LOGIN_TYPES].filter(
      (name) =>
        !['email_passwordless', 'passwordless', 'webauthn', 'jwt', 'email-password'].includes(name),
    )
    assert.deepEqual(NAMES.toSorted(), [...new Set(theirs)].toSorted())
  })

  it('leaves an entry nothing to say but provider and client id', () => {
    const { github, google } = registry.verifiers
    assert.deepEqual(
      [github?.issuer, github?.jwksUri, github?.algorithms, github?.clientId],
      [LOGIN, 'https://login.example/jwks.json', ['ES256'], 'id of github'],
    )
    assert.deepEqual(
      [google?.issuer, google?.jwksUri, google?.algorithms],
      ['https://accounts.google.com', 'https://www.googleapis.com/oauth2/v3/certs', ['RS256']],
    )
  })

  it('gives way, field by field, to what an entry says itself', () => {
    const own = { provider: 'wechat', clientId: 'x', name: 'Weixin', authorization: { pkce: true } }
    const { wechat } = registryOf({ wechat: own }).verifiers
    assert.equal(wechat?.name, 'Weixin')
    assert.deepEqual(wechat?.authorization, {
      ...CATALOGUE.wechat.authorization,
      pkce: true,
    })
  })

  it('is asked for by names that it has, and none of its own making', () => {
    for (const provider of ['gogle', 'constructor', '__proto__', 7]) {
      assert.throws(
        () => registryOf({ one: { provider, clientId: 'x' } }),
        ({ detail }: WalletError) =>
          detail!.startsWith('registry.json: verifiers.one.provider: expected one of google,'),
      )
    }
  })

  for (const [part, name] of [
    ['verifiers', 'webauthn'],
    ['verifiers', '__proto__'],
    ['aggregates', 'webauthn'],
  ] as const) {
    it(`lends no entry of ${part} the reserved name ${name}`, () => {
      const google = { provider: 'google', clientId: 'x' }
      const verifiers = part === 'verifiers' ? `{"${name}":${JSON.stringify(google)}}` : '{}'
      const aggregates = part === 'aggregates' ? `{"${name}":{"verifiers":["google"]}}` : '{}'
      const text = `{"applications":{},"verifiers":${verifiers},"aggregates":${aggregates}}`
      assert.throws(() => checkRegistry(JSON.parse(text), 'registry.json: '), {
        detail: `registry.json: ${part}.${name}: this name is reserved; choose another.`,
      })
      assert.equal(Registry.safeParse(JSON.parse(text)).success, name === '__proto__')
    })
  }

  it('needs a login service that vouches where a provider cannot', () => {
    const registry = {
      applications: {},
      verifiers: { github: { provider: 'github', clientId: 'x' } },
    }
    assert.throws(
      () => checkRegistry(registry),
      ({ detail }: WalletError) => /verifiers\.github\.(issuer|jwksUri)/.test(detail!),
    )
  })
})

describe('an authorization request', () => {
  const ours = { redirect_uri: `${WALLET}/login`, response_type: 'code', state: STATE }
  const pkce = { code_challenge: 'the-challenge', code_challenge_method: 'S256' }

  it('to a provider of ID tokens has the nonce, and what that one needs to hear', () => {
    assert.deepEqual(requestTo('apple'), {
      to: 'https://appleid.apple.com/auth/authorize',
      asked: {
        ...{ ...ours, ...pkce, nonce: 'the-nonce', client_id: 'id of apple' },
        ...{ scope: 'openid name email', response_mode: 'form_post' },
      },
    })
    assert.equal(
      requestTo('kakao').asked.scope,
      'openid,profile_nickname,profile_image,account_email',
    )
    assert.match(requestTo('twitch').asked.claims!, /"preferred_username":null/)
  })

  it('to another has its own names and separators, and nothing that it would choke on', () => {
    assert.deepEqual(requestTo('wechat'), {
      to: 'https://open.weixin.qq.com/connect/qrconnect#wechat_redirect',
      asked: { ...ours, appid: 'id of wechat', scope: 'snsapi_login' },
    })
    assert.deepEqual(requestTo('linkedin').asked, {
      ...{ ...ours, client_id: 'id of linkedin', nonce: 'the-nonce' },
      scope: 'openid profile email',
    })
    assert.deepEqual(requestTo('weibo').asked, { ...ours, client_id: 'id of weibo' })
    assert.equal(requestTo('facebook').asked.scope, 'public_profile,email')
  })

  it('has each provider ask people again in its own way, and none in a way that it refuses', () => {
    const asking = NAMES.map((name) => [name, anewOf(name)] as const)
    assert.deepEqual(Object.fromEntries(asking.filter(([, anew]) => Object.keys(anew).length)), {
      google: { prompt: 'select_account' },
      kakao: { prompt: 'login' },
      twitch: { force_verify: 'true' },
      facebook: { auth_type: 'reauthenticate' },
      weibo: { forcelogin: 'true' },
    })
    const verifier = {
      typeOfLogin: 'jwt',
      name: 'Own',
      issuer: 'https://id.example',
      clientId: 'x',
    }
    const endpoints = {
      authorizationEndpoint: 'https://id.example/authorize',
      tokenEndpoint: 'https://id.example/token',
      jwksUri: 'https://id.example/jwks',
    }
    const { verifiers } = publicPart(registryOf({ own: { ...verifier, ...endpoints } }))
    const [own] = loginOptions(verifiers, {})
    const { searchParams } = new URL(authorizationUrl(own!, ATTEMPT, { prompt: 'none' }, true))
    assert.deepEqual([searchParams.get('prompt'), searchParams.get('max_age')], ['login', '0'])
  })

  it('is no page’s to change in what is ours, by whatever name the provider has for it', () => {
    const { asked } = requestTo('wechat', { appid: 'mine', response_mode: 'fragment', lang: 'en' })
    assert.deepEqual(
      [asked.appid, asked.response_mode, asked.lang],
      ['id of wechat', undefined, 'en'],
    )
    assert.equal(requestTo('apple', { response_mode: 'query' }).asked.response_mode, 'form_post')
  })

  it('has a state that every provider hands back: WeChat takes no other characters', async () => {
    const signer = { ask: async () => ({ id: 'id', nonce: 'nonce' }) } as unknown as Signer
    const attempts = await Promise.all([1, 2].map(() => prepareAttempt(signer, false)))
    for (const { state } of attempts) assert.match(state, /^[a-zA-Z0-9]{32,128}$/)
    for (const name of ['state', 'codeVerifier', 'codeChallenge'] as const) {
      assert.notEqual(attempts[0]![name], attempts[1]![name])
    }
  })
})

describe('mix-up: an answer', () => {
  const issuers = [
    'https://accounts.google.com',
    'https://github.com/login/oauth',
    'https://discord.com',
  ]

  for (const name of NAMES) {
    it(`of another provider, which says so, is not taken for ${CATALOGUE[name].name}’s`, () => {
      const own = new URL(CATALOGUE[name].authorizationEndpoint!).origin
      for (const iss of issuers.filter((issuer) => new URL(issuer).origin !== own)) {
        assert.equal(outcomeOf(name, { code: 'c', iss }), 'STATE_MISMATCH', iss)
      }
      assert.equal(outcomeOf(name, { code: 'c', iss: 'no url' }), 'STATE_MISMATCH')
    })
  }

  it('without a name is not taken for that of a provider that always says its own', () => {
    const strict = NAMES.filter((name) => outcomeOf(name, { code: 'c' }) === 'STATE_MISMATCH')
    assert.deepEqual(strict, ['github', 'discord'])
    assert.equal(outcomeOf('github', { code: 'c', iss: 'https://github.com/login/oauth' }), 'c')
    assert.equal(outcomeOf('github', { code: 'c', iss: 'https://github.com/' }), 'STATE_MISMATCH')
    assert.equal(outcomeOf('google', { code: 'c', iss: 'https://accounts.google.com' }), 'c')
  })

  it('without a name is taken where an entry says that it may lack one, and another name is not', () => {
    const authorization = { issParameter: false }
    const own = registryOf({ github: { provider: 'github', clientId: 'x', authorization } })
    const option = findOption(loginOptions(publicPart(own).verifiers, {}), 'github')!
    const outcome = (answer: Record<string, string>) => outcomeAt(option, { code: 'c', ...answer })
    assert.equal(outcome({}), 'c')
    assert.equal(outcome({ iss: 'https://github.com/login/oauth' }), 'c')
    assert.equal(outcome({ iss: 'https://github.com' }), 'STATE_MISMATCH')
    assert.equal(outcome({ iss: 'https://discord.com' }), 'STATE_MISMATCH')
  })

  it('without a name is refused where an entry says that it always has one', () => {
    const authorization = { issParameter: true }
    const own = registryOf({ google: { provider: 'google', clientId: 'x', authorization } })
    const option = findOption(loginOptions(publicPart(own).verifiers, {}), 'google')!
    assert.equal(outcomeAt(option, { code: 'c' }), 'STATE_MISMATCH')
    assert.equal(outcomeAt(option, { code: 'c', iss: 'https://accounts.google.com' }), 'c')
    for (const [provider, issParameter, field] of [
      ['reddit', true, 'authorization.iss: needed with issParameter'],
      ['google', 'no', 'authorization.issParameter'],
    ] as const) {
      const entry = { provider, clientId: 'x', authorization: { issParameter } }
      assert.throws(
        () => registryOf({ one: entry }),
        ({ detail }: WalletError) => detail!.includes(`verifiers.one.${field}`),
      )
    }
  })

  it('of a provider that has begun to say its name is taken still', () => {
    assert.equal(outcomeOf('reddit', { code: 'c', iss: 'https://www.reddit.com' }), 'c')
    assert.equal(outcomeOf('reddit', { code: 'c', iss: 'https://reddit.com' }), 'STATE_MISMATCH')
    assert.equal(outcomeOf('reddit', { code: 'c', iss: LOGIN }), 'STATE_MISMATCH')
  })

  it('that refuses is held to the same', () => {
    const refusal = { error: 'access_denied' }
    assert.equal(outcomeOf('google', refusal), 'LOGIN_FAILED')
    assert.equal(outcomeOf('google', { ...refusal, iss: 'https://discord.com' }), 'STATE_MISMATCH')
  })
})

describe('docs/providers.md', () => {
  const page = readFileSync(new URL('../../docs/providers.md', import.meta.url), 'utf8')

  for (const name of NAMES) {
    it(`has the class of ${name}, and how to register there`, () => {
      const title = CATALOGUE[name].name
      const vouches = registry.verifiers[name]?.protocol === 'oidc' ? 'provider' : 'login service'
      assert.match(page, new RegExp(`^\\| ${title} \\| \`${name}\` \\| ${vouches} \\|`, 'm'))
      assert.match(page, new RegExp(`^### ${title}$`, 'm'))
    })
  }

  it('names every other provider and type of the interface', () => {
    for (const name of [...Object.values(LOGIN_PROVIDER), ...LOGIN_TYPES]) {
      assert.equal(page.includes(`\`${name}\``), true, name)
    }
  })
})
