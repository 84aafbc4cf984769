import { ACCOUNT_GROUPS } from './account-requests.js'
import { CHAIN_GROUPS, SENDING_GROUPS } from './chain-requests.js'
import type { Known, RequestGroup } from './types.js'

/** Everything that one can ask the wallet for, in the order in which a newcomer might try it. */
export const GROUPS: RequestGroup[] = [...ACCOUNT_GROUPS, ...SENDING_GROUPS, ...CHAIN_GROUPS]

const NOBODY = `0x${'0'.repeat(40)}`
const NOTHING = `0x${'0'.repeat(64)}`

/** Before anything is known, requests have at least the right form. */
export const unknown = (rpcUrl: string): Known => ({
  address: NOBODY,
  chainId: '0x1',
  rpcUrl,
  signature: `0x${'0'.repeat(130)}`,
  transaction: NOTHING,
  raw: '0x',
  calls: NOTHING,
  subscription: '0x1',
  filter: '0x1',
  encrypted: '0x',
})
