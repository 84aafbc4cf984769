/** Wycheproof: known attacks on, and mistakes of, implementations of cryptography. */
import { x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

import { PublicKey } from '../../src/protocol/login.js'
import { decrypt } from '../../src/shared/jwe.js'
import { type Files, type Outcome, outcome, type Suite } from './suite.js'

const FROM = '[C2SP/wycheproof](https://github.com/C2SP/wycheproof), `testvectors_v1`'
const P256 = { name: 'ECDH', namedCurve: 'P-256' }

interface Case {
  result: 'valid' | 'invalid' | 'acceptable'
  comment: string
}
interface Vectors<Group> {
  testGroups: (Group & { tests: (Case & Record<string, string>)[] })[]
}

const read = <Group>(files: Files, name: string) =>
  (files.json(`testvectors_v1/${name}`, name) as Vectors<Group>).testGroups

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))

/** A valid case has to give `expected`, an invalid one has to be refused; an acceptable one may do either. */
async function held(
  { result, comment }: Case,
  expected: string,
  run: () => Promise<string> | string,
): Promise<Outcome> {
  return outcome(async () => {
    const got = await Promise.resolve()
      .then(run)
      .catch(() => undefined)
    if (got === undefined) return result !== 'valid' || `refused: ${comment}`
    if (result === 'invalid') return `accepted: ${comment}`
    return got === expected || `another value: ${comment}`
  })
}

const suite = (
  name: string,
  title: string,
  drives: string,
  run: (files: Files) => Promise<Outcome>[],
): Suite => ({
  ...{ name: `wycheproof-${name}`, title: `Wycheproof: ${title}`, from: FROM, drives },
  run: (files) => Promise.all(run(files)),
})

interface Jwks {
  public: JsonWebKey
  private: JsonWebKey
}

const p256 = suite(
  'p256',
  'ECDH on P-256',
  "the check of public keys that come from pages (`src/protocol/login.ts`), then WebCrypto: that of Node, in place of the browsers'",
  (files) =>
    read<object>(files, 'ecdh_secp256r1_webcrypto_test.json').flatMap(({ tests }) =>
      tests.map((one) =>
        held(one, one.shared ?? '', async () => {
          const jwks = one as unknown as Jwks
          const of = (jwk: JsonWebKey, uses: 'deriveBits'[]) =>
            crypto.subtle.importKey('jwk', jwk, P256, false, uses)
          const key = await of(jwks.private, ['deriveBits'])
          const other = await of(PublicKey.parse(jwks.public), [])
          const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, key, 256)
          return Buffer.from(bits).toString('hex')
        }),
      ),
    ),
)

const curve25519 = suite(
  'x25519',
  'X25519',
  '`@noble/curves`, with which `eth_decrypt` agrees on a key',
  (files) =>
    read<object>(files, 'x25519_test.json').flatMap(({ tests }) =>
      tests.map((one) =>
        held(one, one.shared ?? '', () =>
          Buffer.from(x25519.getSharedSecret(hex(one.private!), hex(one.public!))).toString('hex'),
        ),
      ),
    ),
)

const jwe = suite(
  'jwe',
  'JSON Web Encryption',
  'the JWEs that cross windows (`src/shared/jwe.ts`), which are ECDH-ES on P-256 with A256GCM',
  (files) =>
    read<{ private: JsonWebKey & { alg?: string } }>(
      files,
      'json_web_encryption_test.json',
    ).flatMap(({ tests, private: key }) =>
      tests.map(async (one) => {
        const isOurs = key.crv === 'P-256' && key.alg === 'ECDH-ES' && one.enc === 'A256GCM'
        const opened = async () => {
          const uses: KeyUsage[] = ['deriveBits']
          const { kty, crv, x, y, d } = key
          const jwk = { kty, crv, x, y, d } as JsonWebKey
          const own = await crypto.subtle.importKey('jwk', jwk, P256, false, uses)
          return Buffer.from(await decrypt(one.jwe!, own)).toString('hex')
        }
        if (isOurs) return held(one, one.pt ?? '', opened)
        // JWEs with other algorithms must be refused.
        const refused = await opened().then(
          () => false,
          () => true,
        )
        return refused
          ? { apart: 'other algorithms: the wallet refused them' }
          : { miss: `another algorithm was accepted: ${key.alg} ${one.enc}` }
      }),
    ),
)

const kdf = suite(
  'hkdf',
  'HKDF with SHA-256',
  "`@noble/hashes`, with which the wallet's secret is derived (`src/keys/derive.ts`)",
  (files) =>
    read<object>(files, 'hkdf_sha256_test.json').flatMap(({ tests }) =>
      tests.map((one) =>
        held(one, one.okm ?? '', () =>
          Buffer.from(
            hkdf(sha256, hex(one.ikm!), hex(one.salt!), hex(one.info!), Number(one.size)),
          ).toString('hex'),
        ),
      ),
    ),
)

export const wycheproof = [p256, curve25519, jwe, kdf]
