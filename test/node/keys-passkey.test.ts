/** Secrets of passkeys: fixed values, and the same computed by Node's own cryptography. */
import assert from 'node:assert/strict'
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { keepPasskey, knownPasskeys } from '../../src/app/sign-in/passkeys/known-passkeys.js'
import { PRF_SALT, passkeySecret, unwrapSecret, wrapSecret } from '../../src/keys/passkey.js'
import { toBase64Url, toHex } from '../../src/shared/encoding.js'
import { WalletError } from '../../src/shared/errors.js'
import { MemoryStorage } from './support/memory-storage.js'

const OUTPUT = Uint8Array.from({ length: 32 }, (_, i) => i)
const SECRET = Uint8Array.from({ length: 32 }, (_, i) => 255 - i)
const CREDENTIAL = Uint8Array.from([1, 2, 3, 4])
const WRAP = 'wallet-embed/passkey-wrap/v1'

/** HKDF-SHA256 without salt (RFC 5869), by Node. */
const derive = (info: Uint8Array | string) =>
  Buffer.from(hkdfSync('sha256', OUTPUT, new Uint8Array(), info, 32))
const bound = Buffer.concat([Buffer.from(WRAP), CREDENTIAL])
const code = (error: unknown) => WalletError.from(error).code

describe("a passkey's own account", () => {
  it('has a secret that never changes for an output', () => {
    const secret = toHex(passkeySecret(OUTPUT))
    assert.equal(secret, derive('wallet-embed/passkey-wallet-secret/v1').toString('hex'))
    assert.equal(secret, 'efa77832760ab801437866ba3c2056c2b2c3fd23d6e961063985a0e35c895a21')
  })

  it('comes from what the passkey is asked about, which never changes', () => {
    assert.equal(Buffer.from(PRF_SALT).toString(), 'wallet-embed/passkey-prf/v1')
  })

  it('needs an output of 32 bytes', () => {
    for (const size of [0, 31, 33]) {
      assert.throws(
        () => passkeySecret(new Uint8Array(size)),
        (error) => code(error) === 'INVALID_ARGUMENT',
      )
    }
  })
})

describe('a secret wrapped by a passkey', () => {
  it('is AES-256-GCM under a key of the label and the passkey, which Node opens', async () => {
    const { version, iv, data } = await wrapSecret(SECRET, OUTPUT, CREDENTIAL)
    const sealed = Buffer.from(data, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', derive(bound), Buffer.from(iv, 'base64url'))
    decipher.setAAD(bound)
    decipher.setAuthTag(sealed.subarray(-16))
    const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    assert.deepEqual(new Uint8Array(opened), SECRET)
    assert.equal(version, 1)
  })

  it('is opened if Node wrapped it', async () => {
    const iv = new Uint8Array(12)
    const cipher = createCipheriv('aes-256-gcm', derive(bound), iv)
    cipher.setAAD(bound)
    const data = Buffer.concat([cipher.update(SECRET), cipher.final(), cipher.getAuthTag()])
    const wrapped = { version: 1 as const, iv: toBase64Url(iv), data: toBase64Url(data) }
    assert.deepEqual(await unwrapSecret(wrapped, OUTPUT, CREDENTIAL), SECRET)
  })

  it('has another ciphertext each time', async () => {
    const [one, other] = [
      await wrapSecret(SECRET, OUTPUT, CREDENTIAL),
      await wrapSecret(SECRET, OUTPUT, CREDENTIAL),
    ]
    assert.notEqual(one.iv, other.iv)
    assert.notEqual(one.data, other.data)
  })

  it('is opened by no other passkey, no other output, and not if it was changed', async () => {
    const wrapped = await wrapSecret(SECRET, OUTPUT, CREDENTIAL)
    const flipped = `${wrapped.data.startsWith('A') ? 'B' : 'A'}${wrapped.data.slice(1)}`
    const attempts = [
      () => unwrapSecret(wrapped, OUTPUT, Uint8Array.from([1, 2, 3, 5])),
      () => unwrapSecret(wrapped, SECRET, CREDENTIAL),
      () => unwrapSecret(wrapped, OUTPUT.subarray(1), CREDENTIAL),
      () => unwrapSecret({ ...wrapped, data: flipped }, OUTPUT, CREDENTIAL),
      () => unwrapSecret({ ...wrapped, data: '%' }, OUTPUT, CREDENTIAL),
    ]
    for (const attempt of attempts) {
      await assert.rejects(attempt, (error) => code(error) === 'PASSKEY_UNAVAILABLE')
    }
  })

  it('is no secret of the passkey’s own account', async () => {
    assert.notDeepEqual(new Uint8Array(derive(bound)), passkeySecret(OUTPUT))
  })
})

describe('a passkey that was not used for 90 days', () => {
  it('is discarded on the device with its wrapped secret, and the secret is not kept', (t) => {
    const storage = new MemoryStorage()
    const told: string[] = []
    const signalUnknownCredential = async (about: { credentialId: string }) =>
      void told.push(about.credentialId)
    const location = new URL('https://wallet.example.test/login')
    const PublicKeyCredential = { signalUnknownCredential }
    Object.assign(globalThis, { localStorage: storage, location, PublicKeyCredential })
    t.mock.timers.enable({ apis: ['Date'], now: 0 })
    const userInfo = {
      ...{ email: '', name: '', profileImage: '', aggregateVerifier: '' },
      ...{ verifier: 'sample', verifierId: 'one', typeOfLogin: 'jwt' },
    }
    const wrapped = { version: 1, iv: 'iv', data: 'data' } as const
    const keep = (kind: 'account' | 'device', id: number) =>
      keepPasskey({
        ...{ credentialId: Uint8Array.of(id), kind, address: `0x${'a'.repeat(40)}`, userInfo },
        wrapped: kind === 'device' ? wrapped : null,
      })
    keep('account', 1)
    keep('device', 2)
    t.mock.timers.tick(91 * 86_400_000)
    assert.deepEqual(knownPasskeys(), [])
    assert.deepEqual([told, storage.length], [[toBase64Url(Uint8Array.of(2))], 0])
  })
})
