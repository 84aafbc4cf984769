/** Tokens that the login service signs and seals itself: for a site's server, for the key nodes, for itself. */
import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'

import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, EncryptJWT, jwtVerify } from 'jose'

import {
  BackendKeys,
  type BackendTokens,
  createBackendTokens,
  type Grant,
  makeBackendKeys,
} from '../../src/server/tokens/backend-tokens.js'
import {
  createIdTokenSigner,
  makeSigningKeys,
  SigningKeys,
} from '../../src/server/tokens/self-issued-tokens.js'
import { exportPublicKey, generateKeyPair } from '../../src/shared/jwe.js'

const ISSUER = 'https://login.example.test'
const SITE = 'https://site.example.test'
const EMPTY_SUBJECTS = 'A'.repeat(43)

// A lifetime is counted from one moment.
before(() => mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 }))
after(() => mock.timers.reset())

describe('tokens for a site’s server', () => {
  let old: BackendKeys
  let keys: BackendKeys
  let tokens: BackendTokens
  let grant: Grant
  before(async () => {
    old = await makeBackendKeys()
    keys = await makeBackendKeys(old)
    tokens = await createBackendTokens(keys, ISSUER)
    const holder = await exportPublicKey((await generateKeyPair()).publicKey)
    grant = { verifier: 'club', realm: 'club', verifierId: 'one', auth_time: 1, holder }
  })

  it('are signed by the first key, say what they are, and last five minutes', async () => {
    const token = await tokens.sign('person', SITE, { nonce: 'n' })
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(tokens.jwks), {
      issuer: ISSUER,
      audience: SITE,
      subject: 'person',
      typ: 'wallet-id+jwt',
    })
    assert.equal(protectedHeader.kid, tokens.jwks.keys[0]!.kid)
    assert.equal(protectedHeader.alg, 'ES256')
    assert.equal(payload.nonce, 'n')
    assert.equal(payload.exp! - payload.iat!, 300)
  })

  it('have keys of which the older stay known, and one secret for the names of people', () => {
    assert.equal(keys.keys.length, 2)
    assert.deepEqual(keys.keys.slice(1), old.keys)
    assert.equal(keys.subjects, old.subjects)
    assert.equal(Buffer.from(old.subjects, 'base64url').length, 32)
    assert.equal(BackendKeys.safeParse({ keys: [], subjects: EMPTY_SUBJECTS }).success, false)
    assert.equal(BackendKeys.safeParse({ keys: old.keys, subjects: 'A' }).success, false)
  })

  it('name a person by another name at each site, and by the same one for ever', async () => {
    const { subjectOf } = await createBackendTokens({ ...old, subjects: EMPTY_SUBJECTS }, ISSUER)
    const person = new Uint8Array([1, 2, 3])
    assert.equal(subjectOf(person, SITE), '8mMqhZtnCYS6zlMvXhxxmMzQS3m5JGVNoRVyB3pLlao')
    assert.notEqual(subjectOf(person, SITE), subjectOf(person, `${SITE}:8443`))
    assert.notEqual(subjectOf(person, SITE), subjectOf(new Uint8Array([1, 2, 4]), SITE))
  })

  it('are given for a grant that only the service opens, also one of an older key', async () => {
    const sealed = await tokens.seal(grant)
    assert.deepEqual(await tokens.open(sealed), grant)
    assert.equal(decodeProtectedHeader(sealed).kid, tokens.jwks.keys[0]!.kid)
    assert.ok(!sealed.includes(Buffer.from('one').toString('base64url')))
    const before = await createBackendTokens(old, ISSUER)
    assert.deepEqual(await tokens.open(await before.seal(grant)), grant)
    await assert.rejects(before.open(sealed), { code: 'NO_IDENTITY' })
    await assert.rejects(tokens.open('a.b.c.d.e'), { code: 'NO_IDENTITY' })
  })

  it('are given for no sealed text of another kind', async () => {
    const key = new Uint8Array(32)
    const other = await new EncryptJWT({ grant })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: tokens.jwks.keys[0]!.kid! })
      .setExpirationTime('1h')
      .encrypt(key)
    await assert.rejects(tokens.open(other), { code: 'NO_IDENTITY' })
  })
})

describe('ID tokens of the service’s own', () => {
  it('last five minutes, and are signed by the first of its keys', async () => {
    const first = await makeSigningKeys()
    const second = await makeSigningKeys()
    const both = { keys: [...first.keys, ...second.keys] }
    const signer = await createIdTokenSigner(both, ISSUER)
    const token = await signer.sign({ clientId: 'us' }, { sub: 'one' }, 'nonce')
    const { iat, exp } = decodeJwt(token)
    assert.equal(exp! - iat!, 300)
    assert.equal(decodeProtectedHeader(token).kid, signer.jwks.keys[0]!.kid)
    await jwtVerify(token, createLocalJWKSet(signer.jwks), { issuer: ISSUER, audience: 'us' })
  })

  it('need a key', () => {
    assert.equal(SigningKeys.safeParse({ keys: [] }).success, false)
  })

  it('come with secrets of 32 bytes, another for each use, from the first key', async () => {
    const keys = await makeSigningKeys()
    const { secretFor } = await createIdTokenSigner(keys, ISSUER)
    assert.equal(secretFor('one').length, 32)
    assert.notDeepEqual(secretFor('one'), secretFor('two'))
    const more = { keys: [...keys.keys, ...(await makeSigningKeys()).keys] }
    assert.deepEqual((await createIdTokenSigner(more, ISSUER)).secretFor('one'), secretFor('one'))
  })
})
