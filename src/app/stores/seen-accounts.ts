/** Which accounts each site saw last, by their indices: not a permission, only what to pick when it connects again. */
import * as z from 'zod/mini'

import { readItem, writeItem } from '../support/storage.js'

const ITEM = 'wallet-embed:site-accounts:'

/** By origin. */
const SeenAccounts = z.record(z.string(), z.array(z.int().check(z.gte(0))))
export type SeenAccounts = z.infer<typeof SeenAccounts>

/** @param first - The first address of the recovery phrase. */
export const seenAccounts = (first: string | undefined): SeenAccounts | undefined =>
  readItem(ITEM + first, SeenAccounts)

export const keepSeenAccounts = (first: string | undefined, seen: SeenAccounts): void =>
  void writeItem(ITEM + first, seen)
