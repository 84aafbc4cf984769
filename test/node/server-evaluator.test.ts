/** libsodium in the node against the RFC's vectors, and against noble, which browsers check it with. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'

import { ristretto255 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/curves/utils.js'
import { compactDecrypt, importJWK } from 'jose'

import {
  combine,
  evaluate,
  hashToGroup,
  publicKeyOf,
  verifyElement,
  verifyEvaluation,
} from '../../src/keys/oprf.js'
import { createEvaluator, curveReady } from '../../src/server/keys/evaluator.js'
import { seal } from '../../src/server/platform/seal.js'
import { toHex } from '../../src/shared/encoding.js'
import { decrypt, exportPublicKey, generateKeyPair } from '../../src/shared/jwe.js'

interface Suite {
  identifier: string
  mode: number
  skSm: string
  pkSm: string
  vectors: {
    Batch: number
    BlindedElement: string
    EvaluationElement: string
    Input: string
    Output: string
    Proof: { proof: string; r: string }
  }[]
}

const suites: Suite[] = JSON.parse(
  readFileSync(new URL('../fixtures/rfc9497.json', import.meta.url), 'utf8'),
)
const { skSm, pkSm, vectors } = suites.find(
  ({ identifier, mode }) => identifier === 'ristretto255-SHA512' && mode === 1,
)!
const { Fn, BASE } = ristretto255.Point
const RANDOM_INPUTS = 20

const randomScalar = (): Uint8Array =>
  Fn.toBytes(Fn.create(BigInt(`0x${randomBytes(40).toString('hex')}`)))

before(curveReady)

describe("a node's evaluation", () => {
  for (const [i, vector] of vectors.entries()) {
    it(`gives vector ${i + 1} of RFC 9497`, () => {
      const evaluator = createEvaluator(hexToBytes(skSm))
      assert.equal(evaluator.publicKey, pkSm)
      const column = (key: 'BlindedElement' | 'EvaluationElement' | 'Input' | 'Output') =>
        vector[key].split(',')
      for (const [k, blinded] of column('BlindedElement').entries()) {
        // The proof of a batch covers all of it.
        const isAlone = vector.Batch === 1
        const nonce = isAlone ? hexToBytes(vector.Proof.r) : undefined
        const answer = evaluator.evaluateElement(hexToBytes(blinded), nonce)
        assert.equal(answer.element, column('EvaluationElement')[k])
        if (isAlone) assert.equal(answer.proof, vector.Proof.proof)
        assert.ok(verifyElement(hexToBytes(blinded), pkSm, answer))
        const input = hexToBytes(column('Input')[k]!)
        const part = { index: 1, ...evaluator.evaluate(input) }
        assert.equal(toHex(combine(input, [part])), column('Output')[k])
      }
    })
  }

  it(`is what noble gives, and noble accepts its proof, for ${RANDOM_INPUTS} random inputs and shares`, () => {
    for (let n = 0; n < RANDOM_INPUTS; n++) {
      const secret = randomScalar()
      const input = randomBytes(n * 7)
      const evaluator = createEvaluator(secret)
      assert.equal(evaluator.publicKey, publicKeyOf(secret))
      const answer = evaluator.evaluate(input)
      assert.equal(answer.element, evaluate(input, secret, evaluator.publicKey).element)
      assert.ok(verifyEvaluation(input, evaluator.publicKey, answer))
    }
  })

  it('is proved with another nonce each time', () => {
    const { evaluate: again } = createEvaluator(randomScalar())
    const proofs = [1, 2, 3].map(() => again(Uint8Array.of(1)).proof)
    assert.equal(new Set(proofs).size, 3)
  })

  for (const [name, element] of [
    ['the identity', '00'.repeat(32)],
    // RFC 9496, appendix A.3: not below the field's prime, a negative one, no square.
    ['what is not in its one encoding', `ed${'ff'.repeat(30)}7f`],
    ['a negative element', `01${'00'.repeat(31)}`],
    ['what is no element', `26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371`],
    ['an element of 31 bytes', toHex(BASE.toBytes()).slice(2)],
  ] as const) {
    it(`is refused for ${name}`, () => {
      const { evaluateElement } = createEvaluator(randomScalar())
      assert.throws(() => evaluateElement(hexToBytes(element)), { code: 'INVALID_ARGUMENT' })
    })
  }

  it('is of the same element for every way to write the input', () => {
    const one = createEvaluator(Fn.toBytes(1n))
    for (const input of [new Uint8Array(), randomBytes(300)]) {
      assert.equal(one.evaluate(input).element, toHex(hashToGroup(input)))
    }
  })
})

describe('a share', () => {
  for (const [name, secret] of [
    ['0', new Uint8Array(32)],
    ['the order of the group', hexToBytes(toHex(Fn.toBytes(Fn.ORDER - 1n)).replace(/^ec/, 'ed'))],
    ['longer than a scalar', new Uint8Array(33).fill(1)],
    ['past the order', new Uint8Array(32).fill(255)],
  ] as const) {
    it(`is refused if it is ${name}`, () => {
      assert.throws(() => createEvaluator(secret), { code: 'INVALID_ARGUMENT' })
    })
  }
})

describe('a sealed answer', () => {
  it('is opened by the wallet app and by jose', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
      'deriveBits',
    ])
    const sealed = seal('text – é', await exportPublicKey(pair.publicKey))
    assert.equal(await decrypt(sealed, pair.privateKey), 'text – é')
    const jwk = { ...(await crypto.subtle.exportKey('jwk', pair.privateKey)), alg: 'ECDH-ES' }
    const { plaintext } = await compactDecrypt(sealed, await importJWK({ ...jwk, kty: 'EC' }))
    assert.equal(new TextDecoder().decode(plaintext), 'text – é')
  })

  it('is opened by nobody else', async () => {
    const [one, two] = await Promise.all([generateKeyPair(), generateKeyPair()])
    const sealed = seal('text', await exportPublicKey(one.publicKey))
    await assert.rejects(decrypt(sealed, two.privateKey), { code: 'TOKEN_MALFORMED' })
  })

  it('is refused for a key that is no point', async () => {
    const { publicKey } = await generateKeyPair()
    const key = { ...(await exportPublicKey(publicKey)), y: 'A'.repeat(43) }
    assert.throws(() => seal('text', key), { code: 'INVALID_REQUEST' })
  })
})
