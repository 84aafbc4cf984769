/** Warnings beside the recipient, while the node does not answer. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { Node } from '../../src/chain/reads/contract-reads.js'
import { recipientRisks } from '../../src/chain/risks/recipient.js'

const ACCOUNT = `0x${'11'.repeat(20)}` as const
const FRIEND = `0xabcd${'22'.repeat(16)}ef01` as const
const IMITATION = `0xabcd${'33'.repeat(16)}ef01` as const
const DEAD_END = `0x${'0'.repeat(40)}` as const
const TOKEN = `0x${'44'.repeat(20)}` as const

const silent = {
  request: async () => {
    throw new Error('No answer.')
  },
} as unknown as Node

async function codes(to: `0x${string}`, asset?: { type: 'ERC20'; address: `0x${string}` }) {
  const sending = { account: ACCOUNT, to, chainId: 1, ticker: 'ETH' }
  const whole = asset && { ...asset, symbol: 'SUSD', decimals: 6 }
  const known = { known: [FRIEND] }
  const risks = await recipientRisks(silent, { ...sending, asset: whole }, known)
  return risks.map(({ code }) => code)
}

describe('a recipient, while the node does not answer', () => {
  const asset = { type: 'ERC20', address: TOKEN } as const

  it('that imitates a known address is still a danger', async () => {
    assert.deepEqual(await codes(IMITATION), ['lookAlikeAddress', 'uncheckedAddress'])
    assert.deepEqual(await codes(IMITATION, asset), ['lookAlikeAddress', 'uncheckedAddress'])
  })

  it('that is a dead end is still a danger', async () => {
    assert.deepEqual(await codes(DEAD_END), ['toDeadEnd', 'uncheckedAddress'])
  })

  it('that is known was not checked, and that is said', async () => {
    assert.deepEqual(await codes(FRIEND), ['uncheckedAddress'])
  })

  it('that is the own account needs no node', async () => {
    assert.deepEqual(await codes(ACCOUNT), ['toSelf'])
  })
})
