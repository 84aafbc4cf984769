import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'

import { CompactEncrypt, exportJWK } from 'jose'

import { exportPublicKey, generateKeyPair, thumbprint } from '../../src/shared/jwe.js'
import { CLIENT_ID, now } from '../node/support/issuer.js'
import {
  type KeyServer,
  makeKey,
  mint,
  part,
  type SigningKey,
  startKeyServer,
} from '../node/support/mint.js'
import { startTokenWorld, type TokenNode } from '../node/support/token-node.js'
import { claim } from './claim.js'

type World = Awaited<ReturnType<typeof startTokenWorld>>

const SAYS =
  'A key node gives a part of a key only for a token that the provider signed for this very login'

claim(SAYS, ({ attack, before, after }) => {
  const rsa = makeKey('one')
  const ec = makeKey('two', 'ES256')
  const stranger = makeKey('one')
  let world: World
  let node: TokenNode

  before(async () => {
    world = await startTokenWorld(rsa, ec)
    node = await world.startNode()
    // What follows is refused for what is wrong with it, not for all of it.
    await node.assertShare(mint(rsa, world.good()))
  })
  after(async () => {
    await node?.close()
    world?.provider.close()
  })

  const good = (changes: object = {}) => world.good(changes)
  const refused = (
    name: string,
    code: string,
    make: () => string | Promise<string>,
    verifier?: string,
  ) =>
    attack(name, `The node answers ${code}`, async () =>
      node.assertRefused(await make(), code, verifier),
    )
  /** Signed by the provider, with one thing in the header that is odd. */
  const header = (changes: object) => () =>
    mint(rsa, good(), { alg: 'RS256', kid: 'one', ...changes })
  const claims = (changes: object) => () => mint(rsa, good(changes))
  /** For what `JSON.stringify` would not write: the text in the place of a claim's value. */
  const spelled = (name: string, text: string) => () =>
    mint(rsa, JSON.stringify(good({ [name]: '@' })).replace('"@"', text))

  // Who signed it.
  refused('A token says that nobody signed it (alg none)', 'TOKEN_ALGORITHM', () => {
    return `${part({ alg: 'none', kid: 'one' })}.${part(good())}.`
  })
  refused(
    'A token is signed with the public key of the provider as secret',
    'TOKEN_ALGORITHM',
    () => {
      const signed = `${part({ alg: 'HS256', kid: 'one' })}.${part(good())}`
      const pem = rsa.publicKey.export({ format: 'pem', type: 'spki' })
      return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`
    },
  )
  refused('A key of the attacker has the key id of the provider', 'TOKEN_SIGNATURE', () =>
    mint(stranger, good()),
  )
  for (const kid of ['../../dev/null', "one' OR '1'='1", 'https://evil.example/key', '__proto__']) {
    refused(`The key id is ${kid}, and the key the attacker's`, 'TOKEN_SIGNATURE', () =>
      mint(stranger, good(), { alg: 'RS256', kid }),
    )
  }
  refused('The token brings its own key along (jwk, x5c)', 'TOKEN_SIGNATURE', async () => {
    const jwk = await exportJWK(stranger.publicKey)
    const x5c = [stranger.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')]
    return mint(stranger, good(), { alg: 'RS256', kid: 'own', jwk, x5c })
  })
  attack(
    'The token names an address of the attacker for its key (jku, x5u)',
    'The node answers TOKEN_SIGNATURE, and asks nobody there',
    async () => {
      const thief = await startKeyServer(stranger)
      try {
        const place = `${thief.url}/jwks`
        for (const brought of [{ jku: place }, { x5u: place }]) {
          for (const kid of ['one', 'own', undefined]) {
            const idToken = mint(stranger, good(), { alg: 'RS256', kid, ...brought })
            await node.assertRefused(idToken, 'TOKEN_SIGNATURE')
          }
        }
        assert.deepEqual(thief.asked, [])
      } finally {
        thief.close()
      }
    },
  )
  refused(
    'The signature of another token of the provider is put under it',
    'TOKEN_SIGNATURE',
    () => {
      const [head, body] = mint(rsa, good({ email: 'other.person@example.test' })).split('.')
      return `${head}.${body}.${mint(rsa, good()).split('.')[2]}`
    },
  )
  refused('An ES256 signature is nothing but zeros', 'TOKEN_SIGNATURE', () => {
    const [head, body] = mint(ec, good()).split('.')
    return `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`
  })

  // What its header demands.
  for (const [what, changes] of [
    ['demands b64, which changes what is signed', { crit: ['b64'], b64: true }],
    ['says b64 false without demanding it', { b64: false }],
    ['demands something that nobody knows', { crit: ['x'], x: 1 }],
    ['says that the claims are compressed (zip)', { zip: 'DEF' }],
    ['says that the token is encrypted (enc)', { enc: 'A256GCM' }],
    ['says that there is a token in it (cty)', { cty: 'JWT' }],
  ] as const) {
    refused(`The header ${what}`, 'TOKEN_MALFORMED', header(changes))
  }
  for (const typ of [7, ['JWT'], { a: 1 }, null, true]) {
    refused(`typ is ${JSON.stringify(typ)}, no text`, 'TOKEN_MALFORMED', header({ typ }))
  }
  for (const typ of ['at+jwt', 'logout+jwt', 'application/secevent+jwt', 'JOSE+JSON', '']) {
    refused(`typ is ${JSON.stringify(typ)}: no ID token`, 'TOKEN_MALFORMED', header({ typ }))
  }
  for (const kid of [1, ['one'], { one: 1 }, null]) {
    refused(`The key id is ${JSON.stringify(kid)}, no text`, 'TOKEN_MALFORMED', header({ kid }))
  }

  // When it counts.
  for (const exp of ['1e400', '253402300800', '9007199254740993', '-1', '9999999999.5']) {
    refused(`The token ends at ${exp}, which is no time`, 'TOKEN_CLAIM', spelled('exp', exp))
  }
  for (const iat of ['-1e400', '-1', '0.5', 'true']) {
    refused(`The token was made at ${iat}, which is no time`, 'TOKEN_CLAIM', spelled('iat', iat))
  }
  refused('The token counts from 1e400 on', 'TOKEN_CLAIM', spelled('nbf', '1e400'))
  refused('The token has expired', 'TOKEN_EXPIRED', () => mint(rsa, good({ exp: now() - 61 })))
  refused('The token was made in the future', 'TOKEN_NOT_YET_VALID', () =>
    mint(rsa, good({ iat: now() + 70 })),
  )

  // For whom, and for what.
  const evil = { iss: 'https://evil.example' }
  refused('A token of another issuer, whose keys are the same', 'TOKEN_ISSUER', claims(evil))
  for (const [what, changes] of [
    ['another application', { aud: 'another' }],
    ['ours and another application, without azp', { aud: [CLIENT_ID, 'b'] }],
    ['ours that another application got (azp)', { azp: 'another' }],
  ] as const) {
    refused(`A token for ${what}`, 'TOKEN_AUDIENCE', claims(changes))
  }
  for (const azp of [null, [CLIENT_ID], 7]) {
    refused(`azp is ${JSON.stringify(azp)}`, 'TOKEN_AUDIENCE', claims({ azp }))
  }
  for (const aud of [
    [CLIENT_ID, 7],
    [CLIENT_ID, null],
    [CLIENT_ID, [CLIENT_ID]],
    { 0: CLIENT_ID },
    [],
  ]) {
    refused(
      `aud is ${JSON.stringify(aud)}, no list of names`,
      'TOKEN_AUDIENCE',
      claims({ aud, azp: CLIENT_ID }),
    )
  }
  refused('A stolen token, made for the key of somebody else (nonce)', 'TOKEN_NONCE', async () => {
    const other = await exportPublicKey((await generateKeyPair()).publicKey)
    return mint(rsa, good({ nonce: await thumbprint(other) }))
  })
  for (const nonce of [7, null, ['@'], { toString: '@' }]) {
    refused(`The nonce is ${JSON.stringify(nonce)}`, 'TOKEN_NONCE', claims({ nonce }))
  }

  // Whom it is about.
  for (const [what, sub] of [
    ['NUL', 'a\0b'],
    ['a line break', 'a\nb'],
    ['DEL', 'a\x7f'],
    ['a C1 control', 'a\x85b'],
    ['half of a character', 'a\ud800'],
  ] as const) {
    refused(`There is ${what} in sub`, 'TOKEN_CLAIM', claims({ sub }), 'github')
  }
  refused('A token names two subjects', 'TOKEN_MALFORMED', () =>
    mint(rsa, `${JSON.stringify(good()).slice(0, -1)},"sub":"Person-2"}`),
  )
  refused('A token names its address twice, once with an escape', 'TOKEN_MALFORMED', () =>
    mint(rsa, `${JSON.stringify(good()).slice(0, -1)},"e\\u006dail":"b@example.test"}`),
  )
  refused('A claim comes from the prototype', 'TOKEN_CLAIM', () => {
    const text = JSON.stringify(good({ email: undefined })).slice(0, -1)
    return mint(rsa, `${text},"__proto__":{"email":"other.person@example.test"}}`)
  })
  refused('The token has padding', 'TOKEN_MALFORMED', () => `${mint(rsa, good())}==`)
  refused('A token of the provider is wrapped into another one of it', 'TOKEN_MALFORMED', () =>
    mint(rsa, mint(rsa, good()), { alg: 'RS256', kid: 'one', cty: 'JWT' }),
  )
  refused('The token is encrypted for the key that asks', 'TOKEN_MALFORMED', () =>
    new CompactEncrypt(new TextEncoder().encode(mint(rsa, good())))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt({ ...world.key, use: 'enc' }),
  )
  refused(
    'A verifier is named that the registry does not have',
    'UNKNOWN_VERIFIER',
    () => mint(rsa, good()),
    '__proto__',
  )

  attack(
    'A token that one verifier of the registry got is used with another',
    'The node answers TOKEN_AUDIENCE: the other has a client id of its own',
    async () => {
      const apart = await world.startNode(({ verifiers }) => {
        verifiers.github!.clientId = 'our other client'
      })
      try {
        const idToken = mint(rsa, good())
        await apart.assertShare(idToken)
        await apart.assertRefused(idToken, 'TOKEN_AUDIENCE', 'github')
      } finally {
        await apart.close()
      }
    },
  )
  attack(
    'An aggregate is asked for by its own name, and by a member with an address that is not verified',
    'The node answers UNKNOWN_VERIFIER, and TOKEN_CLAIM',
    async () => {
      const joined = await world.startNode((registry) => {
        registry.aggregates = { people: { verifiers: ['google', 'github'] } }
      })
      try {
        await joined.assertRefused(mint(rsa, good()), 'UNKNOWN_VERIFIER', 'people')
        for (const email_verified of [undefined, false, 'TRUE', 1]) {
          const idToken = mint(rsa, good({ email_verified }))
          for (const member of ['google', 'github'])
            await joined.assertRefused(idToken, 'TOKEN_CLAIM', member)
        }
      } finally {
        await joined.close()
      }
    },
  )

  // The provider's keys.
  const weak: [string, () => Promise<object>][] = [
    ['an RSA key of 1024 bits', () => weakRsa(1024)],
    ['an RSA key of 2040 bits', () => weakRsa(2040)],
    [
      'an RSA key with exponent 1, under which anybody can sign',
      async () => ({ ...(await exportJWK(rsa.publicKey)), e: 'AQ' }),
    ],
    ['a private key', () => exportJWK(rsa.privateKey)],
    ['a secret for HS256', async () => ({ kty: 'oct', k: part('secret') })],
    [
      'a point that is not on its curve',
      async () => ({ ...(await exportJWK(ec.publicKey)), y: part(Buffer.alloc(32, 1)) }),
    ],
    ['half of a key', async () => ({ kty: 'RSA', e: 'AQAB' })],
    ['null', async () => null as unknown as object],
  ]
  for (const [what, make] of weak) {
    attack(
      `The provider publishes ${what} beside a good one`,
      'Tokens under it are refused with TOKEN_SIGNATURE or TOKEN_ALGORITHM, those under the good key count',
      async () => {
        const strong = makeKey('strong')
        const provider = await withKeys(strong, await make())
        const own = await world.startNode()
        try {
          await own.assertShare(mint(strong, good()))
          const alg = what.includes('HS256') ? 'HS256' : what.includes('curve') ? 'ES256' : 'RS256'
          const code = alg === 'HS256' ? 'TOKEN_ALGORITHM' : 'TOKEN_SIGNATURE'
          await own.assertRefused(await signedWith(what, alg), code)
          await own.assertShare(mint(strong, good()))
        } finally {
          provider.gives = [rsa, ec]
          await own.close()
        }
      },
    )
  }

  let weakKey: SigningKey | undefined
  async function weakRsa(modulusLength: number): Promise<object> {
    const pair = generateKeyPairSync('rsa', { modulusLength })
    weakKey = { kid: 'weak', alg: 'RS256', ...pair }
    return exportJWK(pair.publicKey)
  }
  async function withKeys(strong: SigningKey, other: object | null): Promise<KeyServer> {
    const { provider } = world
    const keys = [
      { ...(await exportJWK(strong.publicKey)), kid: 'strong' },
      other && { ...other, kid: 'weak' },
    ]
    provider.gives = { status: 200, body: JSON.stringify({ keys }) }
    return provider
  }
  async function signedWith(what: string, alg: string): Promise<string> {
    const own = { alg, kid: 'weak' }
    const signed = `${part(own)}.${part(good())}`
    if (alg === 'HS256') {
      return `${signed}.${createHmac('sha256', 'secret').update(signed).digest('base64url')}`
    }
    if (alg === 'ES256') return mint(ec, good(), own)
    if (what.includes('bits')) return mint(weakKey!, good(), own)
    const key = what.includes('exponent') ? undefined : rsa.privateKey
    return key
      ? `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
      : await byAnybody(signed)
  }
  /** With exponent 1 a signature is the padded hash itself (PKCS #1, section 9.2). */
  async function byAnybody(signed: string): Promise<string> {
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(signed)))
    const info = Buffer.from('3031300d060960864801650304020105000420', 'hex')
    const filled = Buffer.alloc(256 - 3 - info.length - hash.length, 0xff)
    const padded = Buffer.concat([Buffer.from([0, 1]), filled, Buffer.from([0]), info, hash])
    return `${signed}.${padded.toString('base64url')}`
  }
})
