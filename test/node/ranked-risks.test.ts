/** The order of risks, and which of two equal ones is told. */
import assert from 'node:assert/strict'
import { it } from 'node:test'

import { ranked } from '../../src/chain/risks/risk.js'

it('of two risks about the same address, the worse one is told', () => {
  const address = `0x${'ab'.repeat(20)}` as const
  const worse = { code: 'othersGet', address, severity: 'danger' } as const
  const milder = { code: 'othersGet', address, severity: 'warning' } as const
  for (const found of [
    [worse, milder],
    [milder, worse],
  ]) {
    assert.deepEqual(ranked(found), [worse])
  }
})
