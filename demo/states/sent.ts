/** Transactions that were sent, for states that show how they stand. */
import { Activity } from '../../src/app/activity/activity.js'
import { Journal } from '../../src/app/activity/journal.js'
import { idOf, isPending, recordOf, type Sent, settle } from '../../src/app/activity/record.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import { ACCOUNT, HASH, OTHER } from './data.js'

const MINUTE = 60_000

/** 0.25 of the chain's coin, sent a while ago. */
export function sentOne(own: Partial<Sent> = {}, at = 1): Sent {
  const record = recordOf(
    {
      from: ACCOUNT,
      to: OTHER,
      value: 250_000_000_000_000_000n,
      data: '0x',
      gas: 21_000n,
      nonce: BigInt(at),
      chainId: 31_337,
      fees: { type: 'eip1559', maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
    },
    { raw: '0x', hash: `0x${at.toString(16).padStart(2, '0')}${HASH.slice(4)}`, site: null },
  )
  const attempts = record.attempts.map((one) => ({ ...one, time: Date.now() - at * 7 * MINUTE }))
  const sent = { ...record, attempts, isKnown: true, ...own }
  return isPending(sent) ? sent : settle(sent, { status: sent.status, mined: idOf(sent) })
}

/** The wallet with these in its journal; the last is what home tells of. */
export function withSent(app: WalletApp, ...records: Sent[]): WalletApp {
  const journal = new Journal(null)
  journal.add(records)
  const activity = new Activity(app, () => {}, journal)
  Object.defineProperty(app.core, 'activity', { value: activity })
  if (records.length) activity.announce(idOf(records.at(-1)!))
  return app
}
