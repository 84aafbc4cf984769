/** What a list says of what was sent. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { Sent } from '../../src/app/activity/record.js'
import { loadSummaries, summaryOf } from '../../src/app/screens/activity/transaction-summary.js'
import { encodeCall as encode } from '../support/contracts.js'

const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

const sent = (own: Partial<Sent>) =>
  ({ ...{ account: OTHER, chainId: 1, to: OTHER, value: 0n, data: '0x' }, ...own }) as Sent
const told = (own: Partial<Sent>) => {
  const { kind, words } = summaryOf(sent(own))
  return [kind, words]
}
const movedBy = (own: Partial<Sent>) => summaryOf(sent(own)).moved

describe('what was sent', () => {
  it('is told in the words of its call, once they are loaded', async () => {
    const transfer = { data: encode('transfer(address to,uint256 amount)', [OTHER, 1n]) }
    assert.deepEqual(told(transfer), ['call', 'Contract call'])
    await loadSummaries()
    assert.deepEqual(told(transfer), ['token', 'Send tokens'])
    assert.deepEqual(movedBy(transfer), { token: OTHER, amount: 1n })
    const approve = encode('approve(address spender,uint256 amount)', [OTHER, 1n])
    assert.deepEqual(told({ data: approve }), ['approval', 'Approve a spending cap'])
    assert.equal(movedBy({ data: approve }), undefined)
    assert.deepEqual(told({ data: '0xdeadbeef' }), ['call', 'Contract call'])
    assert.deepEqual(told({}), ['payment', 'Payment'])
    assert.deepEqual(told({ to: undefined }), ['contract', 'Deploy a contract'])
  })
})
