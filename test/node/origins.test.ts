/** Sites whose address passes for that of one that the person has connected. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { originRisks } from '../../src/chain/risks/origins.js'

const KNOWN = [
  'https://uniswap.example',
  'https://app.market.example',
  'https://shop.example.test',
  'http://localhost:5173',
]

const ALIKE: Record<string, string> = {
  'https://unlswap.example': 'https://uniswap.example',
  'https://un1swap.example': 'https://uniswap.example',
  'https://uniswaps.example': 'https://uniswap.example',
  'https://uniwap.example': 'https://uniswap.example',
  'https://uniwsap.example': 'https://uniswap.example',
  'https://uni-swap.example': 'https://uniswap.example',
  'https://www.unisvvap.example': 'https://uniswap.example',
  'https://uniswap.test': 'https://uniswap.example',
  'https://app.rnarket.example': 'https://app.market.example',
  'https://app.market.example.evil.test': 'https://app.market.example',
}

const OTHERS = [
  'https://uniswap.example',
  'https://www.uniswap.example',
  'https://uniswap.example:8443',
  'https://pancake.example',
  'https://app.uniswap.example',
  'https://blog.market.example',
  'https://chop.example.test',
  'http://localhost:3000',
]

describe('the address of a site that asks', () => {
  for (const [origin, other] of Object.entries(ALIKE)) {
    it(`${origin} passes for ${other}`, () => {
      assert.deepEqual(originRisks(origin, KNOWN), [{ kind: 'alike', other }])
    })
  }

  for (const origin of OTHERS) {
    it(`${origin} passes for none`, () => assert.deepEqual(originRisks(origin, KNOWN), []))
  }

  it('may be written in letters that pass for others', () => {
    assert.deepEqual(originRisks('https://xn--80ak6aa92e.example', []), [{ kind: 'letters' }])
  })

  it('may belong to anybody where the connection is not encrypted, but on this machine', () => {
    assert.deepEqual(originRisks('http://uniswap.example', KNOWN), [{ kind: 'open' }])
    assert.deepEqual(originRisks('http://wallet.localhost:5173', []), [])
  })
})
