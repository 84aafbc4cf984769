import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readPaymentUri } from '../../src/chain/values/payment-uri.js'

const TO = '0x8e23ee67d1332ad560396262c48ffbb01f93d052'
const TOKEN = '0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7'

describe('a link that asks to be paid', () => {
  const READ: [string, ReturnType<typeof readPaymentUri>][] = [
    [`ethereum:${TO}`, { to: TO }],
    [`ETHEREUM:${TO}`, { to: TO }],
    [`ethereum:pay-${TO}@137`, { to: TO, chainId: 137 }],
    // The code by which MetaMask's users receive.
    [`ethereum:${TO}@0xa4b1`, { to: TO, chainId: 42_161 }],
    // The examples of EIP-681.
    [
      'ethereum:0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359?value=2.014e18',
      { to: '0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359', amount: 2_014_000_000_000_000_000n },
    ],
    [`ethereum:${TOKEN}/transfer?address=${TO}&uint256=1`, { to: TO, token: TOKEN, amount: 1n }],
    ['ethereum:sample.eth?value=5', { to: 'sample.eth', amount: 5n }],
    [`ethereum:${TOKEN}@10/transfer?address=${TO}`, { to: TO, token: TOKEN, chainId: 10 }],
    [`eip155:8453:${TO}`, { to: TO, chainId: 8453 }],
    // As Safe copies an address.
    [`eth:${TO}`, { to: TO, chainId: 1 }],
    [`arb1:${TOKEN}`, { to: TOKEN, chainId: 42_161 }],
    [`ethereum:${TO}?gas=21000&value=.5e1`, { to: TO, amount: 5n }],
  ]
  for (const [text, payment] of READ) {
    it(`is read: ${text}`, () => assert.deepEqual(readPaymentUri(text), payment))
  }

  const NOT: [string, string][] = [
    ['an address alone', TO],
    [
      'another call: its address is a contract',
      `ethereum:${TOKEN}/approve?address=${TO}&uint256=1`,
    ],
    [
      'a token without a recipient: the contract would get it',
      `ethereum:${TOKEN}/transfer?uint256=1`,
    ],
    ['a token by a name', `ethereum:token.eth/transfer?address=${TO}`],
    ['a fraction of the smallest unit', `ethereum:${TO}?value=1.5`],
    ['a negative amount', `ethereum:${TO}?value=-1`],
    ['an amount that is no number', `ethereum:${TO}?value=0x10`],
    ['no digits', `ethereum:${TO}?value=e3`],
    ['a huge exponent', `ethereum:${TO}?value=1e999`],
    ['a huge chain id', `ethereum:${TO}@${'9'.repeat(40)}`],
    ['a huge chain id in hex', `ethereum:${TO}@0x${'f'.repeat(14)}`],
    ['a chain id in words', `ethereum:${TO}@mainnet`],
    ['another kind', `bitcoin:${TO}`],
    ['an account of another kind of chain', `cosmos:cosmoshub-3:${TO}`],
    ['an address on a chain of an unknown short name', `constructor:${TO}`],
    ['a short name before less than an address', `eth:${TO.slice(0, -1)}`],
    ['text before it', `x ethereum:${TO}`],
    ['nothing', 'ethereum:'],
  ]
  for (const [what, text] of NOT) {
    it(`is not read: ${what}`, () => assert.equal(readPaymentUri(text), undefined))
  }
})
