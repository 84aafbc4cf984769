/** A message can be a digest, which stands for anything, in many ways of writing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keccak256, toBytes } from 'viem'

import { readMessage } from '../../src/chain/requests/message-reading.js'
import { utf8 } from '../../src/shared/encoding.js'

const DIGEST = keccak256('0x1234')
const BYTES = toBytes(DIGEST)
const HEX = DIGEST.slice(2)
const base64 = Buffer.from(BYTES).toString('base64')
const base64url = Buffer.from(BYTES).toString('base64url')
const pairs = HEX.match(/../g)!
const siwe = (nonce: string) =>
  [
    'shop.example.test wants you to sign in with your Ethereum account:',
    ...['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '', ''],
    ...['URI: https://shop.example.test', 'Version: 1', 'Chain ID: 1', `Nonce: ${nonce}`],
    'Issued At: 2026-03-01T12:00:00Z',
  ].join('\n')

const looks = (message: string) => readMessage(utf8(message)).looksLike

describe('a message that is a digest and nothing else', () => {
  for (const [writing, message] of Object.entries({
    'base64 with its end': base64,
    'base64 without its end': base64.replace('=', ''),
    base64url,
    'base64 in two lines': `${base64.slice(0, 30)}\n${base64.slice(30)}\n`,
    'hex in two lines': `${HEX.slice(0, 32)}\n${HEX.slice(32)}`,
    'hex in two lines, each with 0x': `0x${HEX.slice(0, 32)}\r\n0x${HEX.slice(32)}`,
    'hex in groups': HEX.match(/.{8}/g)!.join(' '),
    'hex with colons': pairs.join(':').toUpperCase(),
    'hex as a list': `[${pairs.map((pair) => `0x${pair}`).join(', ')}]`,
    'hex as escaped bytes': pairs.map((pair) => `\\x${pair}`).join(''),
    'hex in quotation marks': `"${DIGEST}"`,
    'hex with 0X': `0X${HEX}`,
    'hex with hidden characters': `${HEX.slice(0, 9)}\u200b${HEX.slice(9)}`,
    'a decimal number': BigInt(DIGEST).toString(),
    'bytes that can all be printed': `x]!m${'k"T7[qZ#'.repeat(3)}ab~Q`,
    'bytes that can all be printed, with a space': `x] m${'k"T7[qZ#'.repeat(3)}ab~Q`,
    'bytes that are letters of many kinds': 'QbXkRwPzGmVtHsYcJnDfLaKeUoIiQxWv',
  })) {
    it(`is seen as ${writing}`, () => assert.equal(looks(message), 'hash'))
  }

  for (const [what, message] of Object.entries({
    'a sentence': 'I agree to the Terms of Service.',
    'a sentence with marks': 'Sign in to Shop: costs nothing.!',
    'a sentence with accents': 'Ich möchte mich gern anmelden !',
    'a sentence in Chinese': '请签名登录我们商店！ 1',
    'a sentence in Russian': 'Войдите в магазин',
    'a number of 16 bytes': '550e8400e29b41d4a716446655440000',
    'that number in capitals': '550E8400E29B41D4A716446655440000',
    'a login with a number': 'Login nonce: 8f3ac2d1e6b04577123',
    'an address of e-mail': 'firstname.lastname@example.shop1',
  })) {
    it(`is not ${what} of 32 bytes`, () => {
      assert.equal(utf8(message).length, 32)
      assert.equal(looks(message), undefined)
    })
  }

  for (const [what, message] of Object.entries({
    'an address': '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    'an identifier': '550e8400-e29b-41d4-a716-446655440000',
    'a hash of 20 bytes': HEX.slice(0, 40),
    'a hash of 48 bytes': HEX + HEX.slice(0, 32),
    'base64 of 31 bytes': Buffer.from(BYTES.slice(1)).toString('base64'),
    'base64 of 33 bytes': Buffer.from([1, ...BYTES]).toString('base64'),
    'a sentence of 43 letters': 'Please sign this message to log in to Shops.',
    '43 letters in words': 'please sign here so that we know who you are',
    'a link': `https://example.com/orders/${HEX.slice(0, 16)}`,
    'a long number': '1234567890'.repeat(3),
  })) {
    it(`is not ${what}`, () => assert.equal(looks(message), undefined))
  }
})

describe('a digest among words', () => {
  for (const message of [
    `Order hash: ${DIGEST}`,
    `Sign this: ${HEX}`,
    `Hello!\n\n${HEX.toUpperCase()}\n\nThank you.`,
    `Approve (${DIGEST}).`,
    `nonce: 5, order: ${DIGEST}`,
    `Nonce: ${DIGEST}\nOrder: ${HEX}`,
  ]) {
    it(`is seen in ${JSON.stringify(message.slice(0, 24))}`, () => {
      assert.equal(looks(message), 'text with a hash')
    })
  }

  for (const message of [
    `Welcome to Shop!\n\nNonce: ${DIGEST}`,
    `Sign in to Shop. nonce=${HEX}`,
    `Log in to Shop. Challenge: ${DIGEST}`,
    siwe(HEX),
    `${siwe('12345678')}\nRequest ID: ${HEX}`,
    `Paid in 0x${HEX.slice(0, 40)}`,
    `The key is 0x04${HEX}${HEX}.`,
    `Signature: 0x${HEX}${HEX}1b`,
    `Your code: ${base64url}`,
  ]) {
    it(`is none in ${JSON.stringify(message.slice(0, 24))}`, () => {
      assert.equal(looks(message), undefined)
    })
  }
})
