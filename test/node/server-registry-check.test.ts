/** A registry beside what its providers say of themselves, and beside the one before it. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'

import type { Registry, Verifier } from '../../src/protocol/registry.js'
import { makeVerifier } from '../../src/server/registry/entries.js'
import { shapeOf } from '../../src/server/registry/providers/catalogue.js'
import { checkRegistry } from '../../src/server/registry/registry.js'
import { checkEntries, movedAccounts } from '../../src/server/registry/registry-check.js'
import { registryFor } from './support/issuer.js'
import { DISCOVERY, type KeyServer, makeKey, startKeyServer } from './support/mint.js'

const rsa = makeKey('one')
const ec = makeKey('two', 'ES256')

let provider: KeyServer

before(async () => {
  provider = await startKeyServer()
})
beforeEach(() => {
  provider.gives = [rsa]
  provider.discovery = { body: DISCOVERY }
})
after(() => provider.close())

describe('a check', () => {
  const findingsOf = async (changes: Partial<Verifier> = {}, more: Partial<Registry> = {}) => {
    const { google } = registryFor(provider.url).verifiers
    const registry = {
      embedders: [],
      applications: {},
      verifiers: { google: { ...google!, ...changes } },
    }
    const findings = await checkEntries({ ...registry, ...more })
    return findings.find(({ where }) => where === 'verifiers.google')!
  }

  it('finds nothing wrong with a provider that is as the registry says', async () => {
    assert.deepEqual((await findingsOf()).wrong, [])
    provider.gives = [ec]
    assert.deepEqual((await findingsOf()).wrong, [])
  })

  interface Wrong {
    verifier?: Partial<Verifier>
    discovery?: object | { status: number; body: unknown }
    gives?: KeyServer['gives']
  }
  const wrongs: [what: string, wrong: Wrong, text: RegExp][] = [
    ['keys that are no JSON', { gives: { status: 200, body: '<html>' } }, /^jwksUri: .*JSON/],
    [
      'keys that are no key set',
      { gives: { status: 200, body: '[]' } },
      /^jwksUri: is no set of keys$/,
    ],
    [
      'keys that are elsewhere',
      { gives: { status: 301, body: '' } },
      /^jwksUri: answers 301, expected 200$/,
    ],
    [
      'a host that is not there',
      { verifier: { jwksUri: 'http://localhost:1/jwks' } },
      /^jwksUri: cannot be reached \(/,
    ],
    [
      'no key for its algorithms',
      { gives: [ec], verifier: { algorithms: ['RS256'] } },
      /^jwksUri: has no key for RS256$/,
    ],
    [
      'an issuer that writes itself in another way',
      { discovery: { issuer: 'URL/' } },
      /^issuer: the provider says http:.*\/$/,
    ],
    [
      'another token endpoint',
      { verifier: { tokenEndpoint: 'https://other.example/token' } },
      /^tokenEndpoint: the provider says http:\S+\/token$/,
    ],
    [
      'an algorithm that is not used there',
      { discovery: { id_token_signing_alg_values_supported: ['HS256'] } },
      /^algorithms: the provider signs with HS256$/,
    ],
    [
      'a discovery that fails',
      { discovery: { status: 500, body: '' } },
      /^discovery: answers 500, expected 200$/,
    ],
    [
      'a discovery with holes',
      { discovery: { status: 200, body: { issuer: 'URL', jwks_uri: 'URL/jwks' } } },
      /^discovery: is not as it should be: authorization_endpoint, token_endpoint$/,
    ],
  ]
  for (const [what, { verifier, discovery, gives }, text] of wrongs) {
    it(`says so in words: ${what}`, async () => {
      if (gives) provider.gives = gives
      if (discovery && 'body' in discovery) provider.discovery = discovery
      else provider.discovery = { body: { ...DISCOVERY, ...discovery } }
      assert.match((await findingsOf(verifier)).wrong[0]!, text)
    })
  }

  it('says which keys do not count, and that there is none if there is no other', async () => {
    provider.discovery = { body: DISCOVERY }
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
    const give = (...keys: object[]) => {
      provider.gives = { status: 200, body: JSON.stringify({ keys }) }
    }
    const old = { ...weak.export({ format: 'jwk' }), kid: 'old\u001b[2J' }
    const note = 'jwksUri: a key that does not count: "old\\u001b[2J", RSA of 1024 bits'
    give(old, rsa.publicKey.export({ format: 'jwk' }))
    assert.deepEqual(await findingsOf(), {
      ...{ where: 'verifiers.google', wrong: [], notes: [note] },
    })
    give(old)
    const { wrong, notes } = await findingsOf()
    assert.deepEqual([wrong, notes], [['jwksUri: has no key for RS256, ES256'], [note]])
  })

  it('says who answers for the claim by which people are known, and that logins fail if nobody does', async () => {
    const byClaim = (verifierIdField: string, more: Partial<Verifier> = {}) =>
      findingsOf({ verifierIdField, isVerifierIdCaseSensitive: true, ...more })
    for (const field of ['upn', 'preferred_username', 'oid']) {
      const unsure = /^verifierIdField: nobody says that \w+ is verified/
      assert.match((await byClaim(field)).wrong[0]!, unsure)
      const vouched = await byClaim(field, { isVerifierIdVerified: true })
      assert.deepEqual(vouched.wrong, [])
      assert.match(vouched.notes[0]!, new RegExp(`^you answer for ${field}: `))
    }
    provider.discovery = { body: { ...DISCOVERY, claims_supported: ['sub', 'email'] } }
    assert.match((await byClaim('email')).notes[0]!, /does not say .* the claim email_verified$/)
    assert.match(
      (await byClaim('email', { isVerifierIdVerified: true })).notes[0]!,
      /^you answer for email: /,
    )
    assert.deepEqual((await byClaim('sub')).notes, [])
    assert.match(
      (await byClaim('sub', { isVerifierIdCaseSensitive: false })).notes[0]!,
      /differs in case alone$/,
    )
    const silent = shapeOf('facebook') as Partial<Verifier>
    const { userInfo } = checkRegistry({
      applications: {},
      loginService: provider.url,
      verifiers: { facebook: { ...silent, clientId: 'f' } },
    }).verifiers.facebook!
    assert.match((await byClaim('email', { userInfo })).wrong[0]!, /says of no e-mail address/)
  })

  it('notes what may be as it should: no discovery, claims and iss that nobody promises', async () => {
    provider.discovery = { body: { ...DISCOVERY, claims_supported: ['sub', 'email'] } }
    const aggregates = { people: { verifiers: ['google'] } }
    const { wrong, notes } = await findingsOf({}, { aggregates })
    assert.deepEqual(
      [wrong, notes],
      [[], ['the provider does not say that it has the claim email_verified']],
    )
    provider.discovery = {
      body: { ...DISCOVERY, authorization_response_iss_parameter_supported: true },
    }
    assert.match((await findingsOf()).notes[0]!, /set authorization\.issParameter$/)
    const authorization = { issParameter: true }
    assert.deepEqual((await findingsOf({ authorization })).notes, [])
    provider.discovery = { body: DISCOVERY }
    assert.match((await findingsOf({ authorization })).notes[0]!, /does not say .* have iss$/)
    provider.discovery = undefined
    assert.match((await findingsOf()).notes[0]!, /has no discovery/)
  })
})

it('a check notes whose codes another provider could use, if there is another', async () => {
  const userInfo = { endpoint: `${provider.url}/me`, claims: {} } as Verifier['userInfo']
  const { google } = registryFor(provider.url).verifiers
  const notesOf = async (verifier: Partial<Verifier>, others: Registry['verifiers']) => {
    const weibo = { ...google!, protocol: 'oauth2' as const, userInfo, ...verifier }
    const registry = { ...registryFor(provider.url), verifiers: { weibo, ...others } }
    return (await checkEntries(registry))
      .filter(({ notes }) => notes.some((note) => note.includes('bound to no login')))
      .map(({ where }) => where)
  }
  const authorization = { pkce: false }
  const others = { google: google! }
  assert.deepEqual(await notesOf({ authorization }, others), ['verifiers.weibo'])
  assert.deepEqual(await notesOf({ authorization }, {}), [])
  assert.deepEqual(await notesOf({}, others), [])
  const named = { pkce: false, iss: 'https://weibo.example', issParameter: true }
  assert.deepEqual(await notesOf({ authorization: named }, others), [])
})

it('says of an application that it is open to any port of localhost, for development', async () => {
  const demo = { name: 'Demo', origins: ['http://localhost:*'], redirectUrls: [], permissions: [] }
  const registry = { ...registryFor('https://id.example'), verifiers: {}, applications: { demo } }
  const [finding] = await checkEntries(registry)
  assert.deepEqual(finding?.wrong, [])
  assert.match(finding?.notes.join() ?? '', /http:\/\/localhost:\*.*for development alone/)
})

describe('a new verifier', () => {
  const make = (theirs: string) => {
    provider.discovery = { body: { ...DISCOVERY, issuer: theirs } }
    return makeVerifier({ name: 'Work', clientId: 'our client', issuer: provider.url })
  }

  it('is written as its provider writes itself, with a slash at the end or without', async () => {
    const theirs = `${provider.url}/`
    assert.equal((await make(theirs)).issuer, theirs)
  })

  it('is none where the provider says that it is a different one, or a pattern for many', async () => {
    const pattern = 'https://login.example/{tenantid}/v2.0'
    for (const theirs of [pattern, 'https://other.example', `${provider.url}/other`]) {
      await assert.rejects(make(theirs), {
        code: 'INVALID_ARGUMENT',
        detail: `issuer: the provider there says that it is ${theirs}; give the issuer of its ID tokens.`,
      })
    }
  })
})

describe('addresses move', () => {
  const before = registryFor('https://id.example')
  const changed = (changes: Partial<Registry>): Registry => ({
    ...structuredClone(before),
    ...changes,
  })
  const github = (changes: Partial<Verifier>) =>
    changed({
      verifiers: { ...before.verifiers, github: { ...before.verifiers.github!, ...changes } },
    })

  it('by another field, another case, another name, another issuer', () => {
    const { google } = before.verifiers
    for (const [after, text] of [
      [github({ verifierIdField: 'email' }), /^github: its people get other addresses/],
      [
        github({ isVerifierIdCaseSensitive: false }),
        /^github: .*now known to github by sub in lower case/,
      ],
      [
        github({ issuer: 'https://other.example' }),
        /^github: whomever https:\/\/other\.example names/,
      ],
      [changed({ verifiers: { google: google! } }), /^github is gone/],
      [
        changed({ aggregates: { people: { verifiers: ['google'] } } }),
        /^google: .*now known to people by email/,
      ],
    ] as const) {
      const moved = movedAccounts(before, after)
      assert.equal(moved.length, 1)
      assert.match(moved[0]!.sentence, text)
    }
  })

  describe('where the login service vouches', () => {
    const people = (entry: object) =>
      checkRegistry({
        loginService: 'https://login.example',
        applications: {},
        verifiers: { people: { clientId: 'our client', ...entry } },
      })
    const github = people({ provider: 'github' })
    const email = { typeOfLogin: 'passwordless', name: 'E-mail', protocol: 'email', scope: '' }

    it('by another provider, or place in its answer, though the issuer is the same', () => {
      for (const [entry, now] of [
        [{ provider: 'discord' }, 'https://discord.com (id)'],
        [
          { provider: 'github', userInfo: { claims: { sub: 'login' } } },
          'https://api.github.com (login)',
        ],
        [email, 'a code by e-mail'],
      ] as const) {
        const moved = movedAccounts(github, people(entry))
        const sentence = `people: whomever ${now} names gets the accounts of https://api.github.com (id)`
        assert.deepEqual(moved, [{ verifier: 'people', sentence, isDestructive: true }])
      }
    })

    it('by no other version of its endpoints', () => {
      const userInfo = { endpoint: 'https://api.github.com/v2/user' }
      const after = people({ provider: 'github', userInfo, clientId: 'other', scope: 'other' })
      assert.deepEqual(movedAccounts(github, after), [])
    })
  })

  it('by nothing else', () => {
    const named = { google: { verifiers: ['google'] } }
    const renamed = github({ name: 'Git', clientId: 'other', scope: 'openid', leeway: 0 })
    for (const after of [before, renamed, changed({ aggregates: named, applications: {} })]) {
      assert.deepEqual(movedAccounts(before, after), [])
    }
  })
})
