/** The check of tokens that the service signed itself: with its own keys, and to the second. */
import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'

import { importJWK, type JWTPayload, SignJWT } from 'jose'

import { checkRegistry } from '../../src/server/registry/registry.js'
import {
  createIdTokenSigner,
  type IdTokenSigner,
  makeSigningKeys,
  type SigningKeys,
} from '../../src/server/tokens/self-issued-tokens.js'
import { createPersonCheck } from '../../src/server/tokens/token-check.js'
import {
  exportPublicKey,
  generateKeyPair,
  type PublicJwk,
  thumbprint,
} from '../../src/shared/jwe.js'

const ISSUER = 'http://localhost:4051'
/** Nothing answers there. */
const NOWHERE = 'http://localhost:9'
const NOW = 1_700_000_000
const verifier = (issuer: string) => ({
  typeOfLogin: 'jwt',
  name: 'Ours',
  clientId: 'us',
  issuer,
  jwksUri: `${NOWHERE}/jwks.json`,
  authorizationEndpoint: `${NOWHERE}/authorize`,
  tokenEndpoint: `${NOWHERE}/token`,
  algorithms: ['ES256'],
  verifierIdField: 'sub',
  isVerifierIdCaseSensitive: true,
  leeway: 60,
})
const registry = checkRegistry({
  loginService: ISSUER,
  applications: {},
  verifiers: { ours: verifier(ISSUER), theirs: verifier(NOWHERE) },
})

describe('a token of the service’s own', () => {
  let keys: SigningKeys
  let signer: IdTokenSigner
  let holder: PublicJwk
  let claims: JWTPayload
  before(async () => {
    mock.timers.enable({ apis: ['Date'], now: NOW * 1_000 })
    keys = { keys: [...(await makeSigningKeys()).keys, ...(await makeSigningKeys()).keys] }
    signer = await createIdTokenSigner(keys, ISSUER)
    holder = await exportPublicKey((await generateKeyPair()).publicKey)
    const nonce = await thumbprint(holder)
    claims = { iss: ISSUER, aud: 'us', sub: 'one', nonce, iat: NOW, exp: NOW + 300 }
  })
  after(() => mock.timers.reset())

  const check = (name: string, token: string) =>
    createPersonCheck(registry, signer)(name, token, holder)
  async function sign(changes: JWTPayload, kid = signer.jwks.keys[0]!.kid): Promise<string> {
    const header = { alg: 'ES256', ...(kid ? { kid } : {}) }
    const key = await importJWK({ ...keys.keys[0]! }, 'ES256')
    return new SignJWT({ ...claims, ...changes }).setProtectedHeader(header).sign(key)
  }

  it('is checked by keys that need not be fetched; another’s are asked for', async () => {
    assert.deepEqual(await check('ours', await sign({})), {
      realm: 'ours',
      verifierId: 'one',
      email: undefined,
    })
    const theirs = check('theirs', await sign({ iss: NOWHERE }))
    await assert.rejects(theirs, { code: 'SERVICE_UNAVAILABLE' })
  })

  it('counts from and until the leeway, to the second', async () => {
    await check('ours', await sign({ iat: NOW + 60, nbf: NOW + 60 }))
    for (const [changes, code] of [
      [{ iat: NOW + 61 }, 'TOKEN_NOT_YET_VALID'],
      [{ nbf: NOW + 61 }, 'TOKEN_NOT_YET_VALID'],
      [{ exp: NOW - 60 }, 'TOKEN_EXPIRED'],
    ] as const)
      await assert.rejects(check('ours', await sign(changes)), { code })
    await check('ours', await sign({ exp: NOW - 59 }))
  })

  it('says by which key it is signed, if there are several', async () => {
    await assert.rejects(check('ours', await sign({}, '')), { code: 'TOKEN_SIGNATURE' })
  })
})
