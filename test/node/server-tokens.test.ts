/** ID tokens that are good, and mistakes in them that give no share; more are in token-*.test.ts, and what an attacker would try in test/attacks/tokens. */
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'

import { CLIENT_ID, now } from './support/issuer.js'
import { makeKey, mint, part, type SigningKey } from './support/mint.js'
import { ISSUER, startTokenWorld, type TokenNode } from './support/token-node.js'

const rsa = makeKey('one')
const ec = makeKey('two', 'ES256')
const { provider, good, startNode } = await startTokenWorld(rsa, ec)
const { nonce } = good()

let node: TokenNode

before(async () => {
  node = await startNode()
})

after(async () => {
  await node.close()
  provider.close()
})

/** Good claims as JSON, with more text at the end of the object. */
const goodWith = (text: string, changes: object = {}) =>
  `${JSON.stringify(good(changes)).slice(0, -1)},${text}}`

type Case = [what: string, code: string, make: () => string | Promise<string>, verifier?: string]

const claims = (changes: () => object) => () => mint(rsa, good(changes()))
const header = (changes: object, by: SigningKey = rsa) => {
  return () => mint(by, good(), { alg: by.alg, kid: by.kid, ...changes })
}
const hmac = (secret: string | Buffer, alg: string) => () => {
  const signed = `${part({ alg, kid: 'one' })}.${part(good())}`
  const hash = `sha${alg.slice(2)}`
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
}
const der = rsa.publicKey.export({ format: 'der', type: 'spki' })
const unsecured = (alg: string) => () => `${part({ alg, kid: 'one' })}.${part(good())}.`
const spelled = (change: (parts: [string, string, string]) => string) => () =>
  change(mint(rsa, good()).split('.') as [string, string, string])

/** The next letter of base64url: in a last place, only bits that do not count are others. */
const looseBits = (text: string): string => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return text.slice(0, -1) + letters[letters.indexOf(text.at(-1)!) + 1]
}
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

const CASES: Case[] = [
  // The algorithm
  ['HS256 with the public key (DER) as secret', 'TOKEN_ALGORITHM', hmac(der, 'HS256')],
  ...['None', 'none\0'].map((alg): Case => {
    return [`alg ${JSON.stringify(alg)} and no signature`, 'TOKEN_ALGORITHM', unsecured(alg)]
  }),
  ['alg none with a good signature', 'TOKEN_ALGORITHM', header({ alg: 'none' })],
  ['alg in lower case', 'TOKEN_ALGORITHM', header({ alg: 'rs256' })],
  ['an algorithm that the registry does not list', 'TOKEN_ALGORITHM', header({ alg: 'RS512' })],
  ['no alg', 'TOKEN_MALFORMED', header({ alg: undefined })],
  ['alg as a list', 'TOKEN_MALFORMED', header({ alg: ['RS256'] })],
  ['ES256 said, signed by RS256', 'TOKEN_SIGNATURE', header({ alg: 'ES256' })],
  ['RS256 said, signed by ES256', 'TOKEN_SIGNATURE', header({ alg: 'RS256' }, ec)],
  // The key
  ['an unknown key id', 'TOKEN_SIGNATURE', header({ kid: 'nobody' })],
  // The header
  ['crit with nothing in it', 'TOKEN_MALFORMED', header({ crit: [] })],
  [
    'two alg in the header',
    'TOKEN_MALFORMED',
    () => mint(rsa, good(), '{"alg":"none","alg":"RS256","kid":"one"}'),
  ],
  ['a header that is a list', 'TOKEN_MALFORMED', () => mint(rsa, good(), '["RS256"]')],
  // The time
  ['no exp', 'TOKEN_CLAIM', claims(() => ({ exp: undefined }))],
  ['no iat', 'TOKEN_CLAIM', claims(() => ({ iat: undefined }))],
  ['exp as text', 'TOKEN_CLAIM', claims(() => ({ exp: String(now() + 300) }))],
  ['iat as text', 'TOKEN_CLAIM', claims(() => ({ iat: String(now()) }))],
  ['nbf as text', 'TOKEN_CLAIM', claims(() => ({ nbf: 'yesterday' }))],
  // For whom
  ['no audience', 'TOKEN_AUDIENCE', claims(() => ({ aud: undefined }))],
  [
    'our client id as a part of the audience',
    'TOKEN_AUDIENCE',
    claims(() => ({ aud: `${CLIENT_ID}s` })),
  ],
  // Who says so
  ['the issuer with a slash at its end', 'TOKEN_ISSUER', claims(() => ({ iss: `${ISSUER}/` }))],
  ['the issuer in a list', 'TOKEN_ISSUER', claims(() => ({ iss: [ISSUER] }))],
  // For which login
  ['the nonce with a space', 'TOKEN_NONCE', claims(() => ({ nonce: `${nonce} ` }))],
  // About whom
  ['no sub', 'TOKEN_CLAIM', claims(() => ({ sub: undefined }))],
  ['sub as a number', 'TOKEN_CLAIM', claims(() => ({ sub: 1 })), 'github'],
  ['no email', 'TOKEN_CLAIM', claims(() => ({ email: undefined }))],
  ['email as an object', 'TOKEN_CLAIM', claims(() => ({ email: { toString: 'a@b.test' } }))],
  ['email of 513 characters', 'TOKEN_CLAIM', claims(() => ({ email: 'a'.repeat(513) }))],
  [
    'a nonce under __proto__ alone',
    'TOKEN_NONCE',
    () => mint(rsa, goodWith(`"__proto__":{"nonce":"${nonce}"}`, { nonce: undefined })),
  ],
  // The form
  [
    'two members in a nested object',
    'TOKEN_MALFORMED',
    () => mint(rsa, goodWith('"x":[{"a":1,"a" :2}]')),
  ],
  ['claims that are a list', 'TOKEN_MALFORMED', () => mint(rsa, [good()])],
  ['claims that are null', 'TOKEN_MALFORMED', () => mint(rsa, 'null')],
  [
    'claims with text after them',
    'TOKEN_MALFORMED',
    () => mint(rsa, `${JSON.stringify(good())} {}`),
  ],
  [
    'claims with a byte order mark',
    'TOKEN_MALFORMED',
    () => mint(rsa, `\ufeff${JSON.stringify(good())}`),
  ],
  ['claims nested 9 levels deep', 'TOKEN_MALFORMED', () => mint(rsa, goodWith(`"x":${nested(8)}`))],
  [
    'claims nested 5,000 levels deep',
    'TOKEN_MALFORMED',
    () => mint(rsa, goodWith(`"x":${nested(5_000)}`)),
  ],
  ['16 kB and more', 'INVALID_REQUEST', claims(() => ({ picture: 'a'.repeat(16_384) }))],
  ['a space before it', 'TOKEN_MALFORMED', spelled((parts) => ` ${parts.join('.')}`)],
  ['the other base64', 'TOKEN_MALFORMED', spelled(([a, b, c]) => `${a}.${b}.+/${c.slice(2)}`)],
  [
    'other last bits in its signature',
    'TOKEN_MALFORMED',
    spelled(([a, b, c]) => `${a}.${b}.${looseBits(c)}`),
  ],
  ['four parts', 'TOKEN_MALFORMED', spelled((parts) => `${parts.join('.')}.a`)],
  ['JSON in place of the compact form', 'TOKEN_MALFORMED', () => jsonForm()],
]

function jsonForm(): string {
  const [head, payload, signature] = mint(rsa, good()).split('.')
  return JSON.stringify({ protected: head, payload, signature })
}

describe('a token that is good', () => {
  it('yields a share, by either algorithm of the registry', async () => {
    await node.assertShare(mint(rsa, good()))
    await node.assertShare(mint(ec, good()))
    await node.assertShare(mint(rsa, good({ sub: 'p' })), 'github')
  })

  it('yields one just within the leeway, with azp and audiences, and with claims of its own', async () => {
    await node.assertShare(mint(rsa, good({ exp: now() - 50 })))
    await node.assertShare(mint(rsa, good({ nbf: now() + 50, iat: now() + 50 })))
    await node.assertShare(mint(rsa, good({ aud: [CLIENT_ID, 'b'], azp: CLIENT_ID })))
    await node.assertShare(mint(rsa, good({ aud: [CLIENT_ID], email_verified: 'true' })))
    await node.assertShare(mint(rsa, good(), { alg: 'RS256', kid: 'one', typ: 'JWT', x5t: 'abc' }))
    const own = '"address":{"sub":"x","a":{"sub":":{"}},"tags":["sub","\\"sub\\":"],"sub ":"y"'
    await node.assertShare(mint(rsa, goodWith(own)))
    await node.assertShare(mint(rsa, goodWith(`"x":${nested(7)}`)))
  })
})

describe('no share is to be had with', () => {
  for (const [what, code, make, verifier] of CASES) {
    it(`${what}: ${code}`, async () => {
      await node.assertRefused(await make(), code, verifier)
    })
  }
})
