/** The changes of an account's balances and permissions in a simulated request. */
import type { Hex } from '../clear-signing/descriptor.js'
import { type Node, toInteger } from '../reads/contract-reads.js'
import { lower } from '../values/addresses.js'
import { readingsOf } from './balances.js'
import { changesIn, type Log, namings, TRANSFER } from './logs.js'
import { grantsIn, permissionsOf } from './permissions.js'
import { silentGrants } from './silent.js'
import type { BalanceChange, Simulation } from './simulation.js'
import type { Stage } from './stage.js'
import type { Happened } from './touched.js'

type Played = Extract<Simulation, { status: 'done' }>

/** @param coins - What moved of the chain's own coin, where events do not tell. */
export async function consequencesOf(
  happened: Happened,
  stage: Stage,
  node: Node,
  coins: readonly BalanceChange[] = [],
): Promise<Simulation> {
  const { account, logs, tokens } = happened
  const byEvents = [...coins, ...changesIn(logs, account)]
  const told = grantsIn(logs, account)
  const silent = await silentGrants(happened, stage, node)
  const grants = [...told.list, ...(silent?.list ?? [])]
  const readings = readingsOf(byEvents, logs, tokens, account)
  const reads = [...readings, ...grants].map(({ read }) => read)
  const around = reads.length ? await stage.around(reads) : { before: [], after: [] }
  if (!around) return done(byEvents, permissionsOf(told.list, [], []), told.hasMore, true)
  const { before, after } = around
  const isUnsteady =
    around.isFailed || (around.logs && namings(around.logs, account) !== namings(logs, account))
  const read = readings.flatMap(({ toChange }, at) => toChange(before[at], after[at]) ?? [])
  const losses = byEvents.filter(({ kind, change }) => kind !== 'coin' && change < 0n)
  const isSame = (one: BalanceChange, other: BalanceChange) => placeOf(one) === placeOf(other)
  // A missing answer does not mean "no change": then the losses told by events count.
  const changes = [...read, ...losses.filter((one) => !read.some((other) => isSame(one, other)))]
  const isContradicted = losses.some(
    (loss) =>
      read.some((one) => isSame(one, loss) && one.change >= 0n) && !isRefilled(loss, logs, account),
  )
  const permissions = permissionsOf(
    grants,
    before.slice(readings.length),
    after.slice(readings.length),
  )
  const held = new Map<string, bigint>()
  for (const [at, { token }] of readings.entries()) {
    const amount = toInteger(before[at])
    if (token && amount !== undefined) held.set(lower(token), amount)
  }
  const own = byEvents.filter(({ kind }) => kind === 'coin')
  const isUnclear = told.hasMore || isUnsteady || isContradicted
  const played = done([...own, ...changes], permissions, isUnclear, !silent || silent.hasMore)
  return { ...played, ...(held.size && { held }) }
}

/** Key of an asset, equal for changes from events and from reads. */
function placeOf(change: BalanceChange): string {
  if (change.kind === 'coin') return change.kind
  return change.kind === 'token'
    ? `token ${lower(change.token)}`
    : `nft ${lower(change.collection)} ${change.id}`
}

/** Whether the contract also emits other events about the account, as a wrapped coin does on deposit. */
function isRefilled(loss: BalanceChange, logs: readonly Log[], account: Hex): boolean {
  const contract = loss.kind === 'token' ? loss.token : ''
  const others = logs.filter(
    ({ address, topics }) =>
      lower(address as Hex) === lower(contract as Hex) && topics[0] !== TRANSFER,
  )
  return namings(others, account) !== ''
}

/** What events say about the account, as a text: two equal runs give the same text. */
export function outcomeOf(logs: readonly Log[], account: Hex): string {
  const permissions = permissionsOf(grantsIn(logs, account).list, [], [])
  const told = [...changesIn(logs, account), ...permissions].map((one) => Object.values(one).join())
  return [namings(logs, account), ...told].join(' ')
}

/** Marks a result as unclear, so that the wallet does not treat it as harmless. */
export const unclear = (simulation: Simulation): Simulation =>
  simulation.status === 'done' ? { ...simulation, isUnclear: true } : simulation

const done = (
  changes: BalanceChange[],
  permissions: Played['permissions'],
  isUnclear = false,
  isPartial = false,
): Played => ({
  status: 'done',
  changes: changes.filter(({ change }) => change),
  permissions,
  ...(isUnclear && { isUnclear }),
  ...(isPartial && { isPartial }),
})
