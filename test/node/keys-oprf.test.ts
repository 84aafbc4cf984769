/** The threshold function against RFC 9497's published vectors (appendix A.1) and against liars. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { ristretto255, ristretto255_oprf } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/curves/utils.js'

import {
  combine,
  evaluate,
  evaluateElement,
  hashToGroup,
  identityInput,
  interpolate,
  publicKeyOf,
  verifyElement,
  verifyEvaluation,
} from '../../src/keys/oprf.js'
import { toHex } from '../../src/shared/encoding.js'
import { type KnownShare, split, subsets } from './support/shares.js'

interface Vector {
  Batch: number
  Blind: string
  BlindedElement: string
  EvaluationElement: string
  Input: string
  Output: string
  Proof?: { proof: string; r: string }
}
interface Suite {
  identifier: string
  mode: number
  skSm: string
  pkSm?: string
  vectors: Vector[]
}

const suites: Suite[] = JSON.parse(
  readFileSync(new URL('../fixtures/rfc9497.json', import.meta.url), 'utf8'),
)
const suite = (mode: number) =>
  suites.find((each) => each.identifier === 'ristretto255-SHA512' && each.mode === mode)!
const voprf = suite(1)
const { Fn } = ristretto255.Point

/** A batch as single evaluations. The proof of a batch covers all of it, so it stays behind. */
const singles = (vectors: Vector[]) =>
  vectors.flatMap((vector) => {
    const column = (key: 'Blind' | 'BlindedElement' | 'EvaluationElement' | 'Input' | 'Output') =>
      vector[key].split(',')
    return column('Input').map((input, i) => ({
      input: hexToBytes(input),
      blind: hexToBytes(column('Blind')[i]!),
      blinded: hexToBytes(column('BlindedElement')[i]!),
      evaluated: column('EvaluationElement')[i]!,
      output: column('Output')[i]!,
      proof: vector.Batch === 1 ? vector.Proof : undefined,
    }))
  })

/** Bytes that noble maps to the scalar `r`: it takes 48 and returns 1 more than them. */
const randomGiving = (r: string) => () => {
  const bytes = new Uint8Array(48)
  bytes.set(Fn.toBytes(Fn.fromBytes(hexToBytes(r)) - 1n))
  return bytes
}

const parts = (shares: readonly KnownShare[], element: Uint8Array) =>
  shares.map(({ index, secret, publicKey }) => {
    const answer = evaluateElement(element, secret, publicKey)
    assert.ok(verifyElement(element, publicKey, answer))
    return { index, element: answer.element }
  })

describe('the whole key, as the RFC has it', () => {
  for (const [i, vector] of singles(voprf.vectors).entries()) {
    it(`gives vector ${i + 1}: element, proof and output`, () => {
      const random = vector.proof && randomGiving(vector.proof.r)
      const secret = hexToBytes(voprf.skSm)
      const answer = evaluateElement(vector.blinded, secret, voprf.pkSm!, random)
      assert.equal(answer.element, vector.evaluated)
      if (vector.proof) assert.equal(answer.proof, vector.proof.proof)
      assert.ok(verifyElement(vector.blinded, voprf.pkSm!, answer))
      const part = evaluate(vector.input, secret, voprf.pkSm!)
      assert.equal(toHex(combine(vector.input, [{ index: 1, ...part }])), vector.output)
    })
  }

  it('has the public key of the vectors', () => {
    assert.equal(publicKeyOf(hexToBytes(voprf.skSm)), voprf.pkSm)
  })
})

for (const [threshold, of] of [
  [2, 3],
  [3, 5],
] as const) {
  describe(`a key shared ${threshold} of ${of}`, () => {
    const shares = split(hexToBytes(voprf.skSm), threshold, of)

    for (const [i, vector] of singles(voprf.vectors).entries()) {
      it(`gives vector ${i + 1} from every subset, blinded or not`, () => {
        const blinded = parts(shares, vector.blinded)
        const plain = parts(shares, hashToGroup(vector.input))
        for (const chosen of subsets([...shares.keys()], threshold)) {
          const combined = interpolate(chosen.map((k) => blinded[k]!))
          assert.equal(combined, vector.evaluated)
          const unblinded = ristretto255_oprf.oprf.finalize(
            vector.input,
            vector.blind,
            hexToBytes(combined),
          )
          assert.equal(toHex(unblinded), vector.output)
          const output = combine(
            vector.input,
            chosen.map((k) => plain[k]!),
          )
          assert.equal(toHex(output), vector.output)
        }
      })
    }

    it('gives the elements of the base mode too', () => {
      const base = suite(0)
      const baseShares = split(hexToBytes(base.skSm), threshold, of)
      for (const { blinded, evaluated } of singles(base.vectors)) {
        for (const chosen of subsets(parts(baseShares, blinded), threshold)) {
          assert.equal(interpolate(chosen), evaluated)
        }
      }
    })

    it('has public keys that interpolate to the group key', () => {
      for (const chosen of subsets(shares, threshold)) {
        const keys = chosen.map(({ index, publicKey }) => ({ index, element: publicKey }))
        assert.equal(interpolate(keys), voprf.pkSm)
      }
    })

    it('is not given by fewer shares', () => {
      const input = identityInput('google', 'sample.one@example.test')
      const some = parts(shares.slice(0, threshold - 1), hashToGroup(input))
      const whole = evaluate(input, hexToBytes(voprf.skSm), voprf.pkSm!)
      assert.notEqual(interpolate(some), whole.element)
    })
  })
}

describe('an answer of a node', () => {
  const input = identityInput('google', 'sample.one@example.test')
  const [one, two] = split(hexToBytes(voprf.skSm), 2, 3) as [KnownShare, KnownShare]
  const answer = evaluate(input, one.secret, one.publicKey)
  const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)
  const identity = '00'.repeat(32)

  it('is accepted as it is', () => {
    assert.ok(verifyEvaluation(input, one.publicKey, answer))
  })

  for (const [name, publicKey, wrong] of [
    ['for another input', one.publicKey, evaluate(Uint8Array.of(1), one.secret, one.publicKey)],
    ["under another node's share", one.publicKey, evaluate(input, two.secret, two.publicKey)],
    ["checked under another node's key", two.publicKey, answer],
    ['made with a wrong share', one.publicKey, evaluate(input, two.secret, one.publicKey)],
    ['with a changed challenge', one.publicKey, { ...answer, proof: flip(answer.proof) }],
    [
      'with a changed response',
      one.publicKey,
      { ...answer, proof: answer.proof.slice(0, 64) + flip(answer.proof.slice(64)) },
    ],
    ['with a short proof', one.publicKey, { ...answer, proof: answer.proof.slice(2) }],
    ['with a proof of zeros', one.publicKey, { ...answer, proof: '00'.repeat(64) }],
    ['with an element that is no point', one.publicKey, { ...answer, element: 'ff'.repeat(32) }],
    ['with the identity as element', one.publicKey, { ...answer, element: identity }],
    ['under the identity as key', identity, answer],
    ['that is no hex', one.publicKey, { element: 'x', proof: 'y' }],
  ] as const) {
    it(`is refused ${name}`, () => {
      assert.equal(verifyEvaluation(input, publicKey, wrong), false)
    })
  }

  for (const [name, wrong] of [
    ['the index 0', [{ index: 0, element: answer.element }]],
    ['an index past 255', [{ index: 256, element: answer.element }]],
    ['half an index', [{ index: 1.5, element: answer.element }]],
    [
      'an index twice',
      [
        { index: 1, element: answer.element },
        { index: 1, element: answer.element },
      ],
    ],
    ['no part at all', []],
    ['the identity', [{ index: 1, element: identity }]],
    ['what is no point', [{ index: 1, element: 'ff'.repeat(32) }]],
  ] as const) {
    it(`is not combined with ${name}`, () => {
      assert.throws(() => combine(input, wrong), { code: 'INVALID_ARGUMENT' })
    })
  }

  it('combined under a wrong index gives another output', () => {
    const other = evaluate(input, two.secret, two.publicKey)
    const right = combine(input, [
      { index: 1, ...answer },
      { index: 2, ...other },
    ])
    const wrong = combine(input, [
      { index: 1, ...answer },
      { index: 3, ...other },
    ])
    assert.notDeepEqual(right, wrong)
  })
})
