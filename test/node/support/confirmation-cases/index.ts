/** Transactions that people meet, and what they read of each. */
import { approvals } from './approvals.js'
import { batches } from './batches.js'
import type { Case } from './case.js'
import { collectibles } from './collectibles.js'
import { contracts } from './contracts.js'
import { failures } from './failures.js'
import { payments } from './payments.js'
import { swaps } from './swaps.js'

export const CASES: readonly Case[] = [
  ...payments,
  ...approvals,
  ...swaps,
  ...collectibles,
  ...contracts,
  ...failures,
  ...batches,
]
