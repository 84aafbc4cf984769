/** The recovery phrase as typed, and what other wallets make of it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { HDNodeWallet } from 'ethers'
import { mnemonicToAccount } from 'viem/accounts'

import {
  completed,
  readPhrase,
  suggestionsFor,
  wordsOf,
} from '../../src/app/sign-in/recovery-words.js'
import { account, recoveryPhrase } from '../../src/keys/derive.js'

const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at * 7)
const WORDS = recoveryPhrase(SECRET).split(' ')

describe('a recovery phrase', () => {
  it('gives the wallet’s address in viem and in ethers', () => {
    const phrase = recoveryPhrase(SECRET)
    const { address, privateKey } = account(SECRET, 0)
    const viem = mnemonicToAccount(phrase)
    const ethers = HDNodeWallet.fromPhrase(phrase)
    assert.deepEqual([viem.address, ethers.address], [address, address])
    assert.equal(ethers.privateKey, `0x${Buffer.from(privateKey).toString('hex')}`)
    const second = mnemonicToAccount(phrase, { addressIndex: 1 })
    assert.equal(second.address, account(SECRET, 1).address)
  })

  it('gives the secret back that it was made from', () => {
    const reading = readPhrase(WORDS)
    assert.deepEqual(reading, { name: 'secret', secret: SECRET })
  })

  it('that lacks words says which', () => {
    assert.deepEqual(readPhrase(WORDS.with(2, '').with(9, '')), {
      ...{ name: 'missing', positions: [3, 10] },
    })
  })

  it('with words that are none says which', () => {
    const words = WORDS.with(4, 'wallett').with(23, 'xyz')
    assert.deepEqual(readPhrase(words), { name: 'unknown', positions: [5, 24] })
  })

  it('with two words in each other’s place is unsound', () => {
    const swapped = WORDS.with(0, WORDS[1]!).with(1, WORDS[0]!)
    assert.deepEqual(readPhrase(swapped), { name: 'unsound' })
  })

  it('is read through capitals, numbers and line ends', () => {
    const text = WORDS.map((word, at) => `${at + 1}. ${word.toUpperCase()}`).join('\n')
    assert.deepEqual(wordsOf(text), WORDS)
  })

  it('is read from a Turkish keyboard, whose capital I has a dot', () => {
    const words = ['input', 'image', 'basic']
    assert.deepEqual(wordsOf(words.join(' ').toLocaleUpperCase('tr')), words)
  })
})

describe('a word of it', () => {
  it('is known by its first four letters', () => {
    assert.equal(completed('aban'), 'abandon')
    assert.equal(completed('aba'), 'aba')
    assert.equal(completed('zzzz'), 'zzzz')
    // A word that begins another stays itself.
    assert.equal(completed('pear'), 'pear')
    assert.equal(completed('add'), 'add')
  })

  it('is suggested from its second letter on, never more than six', () => {
    assert.deepEqual(suggestionsFor('a'), [])
    assert.deepEqual(suggestionsFor('zo'), ['zone', 'zoo'])
    assert.equal(suggestionsFor('co').length, 6)
  })
})
