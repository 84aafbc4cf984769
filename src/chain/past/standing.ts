/** What others may spend or take of an account now, and the calls that end it. */
import type { Hex } from '../clear-signing/descriptor.js'
import { isPermit2 } from '../parties/known-contracts.js'
import { ZERO } from '../parties/parties.js'
import { type Read, readAll } from '../reads/contract-reads.js'
import { callMany } from '../reads/many-calls.js'
import type { Rpc } from '../rpc/rpc.js'
import type { Log } from '../simulate/logs.js'
import { type Grant, grantsIn, numbersIn, revocableEvents } from '../simulate/permissions.js'
import type { Permission } from '../simulate/simulation.js'
import { word } from '../values/words.js'

/** Most permissions that are told. If there are more, the result says so. */
const MAX_STANDING = 200
/** First four bytes of the hashes of `getApproved(uint256)` and `ownerOf(uint256)`. */
const GET_APPROVED = '0x081812fc'
const OWNER_OF = '0x6352211e'

export interface Standing {
  permission: Permission
  /**
   * The call that revokes it. Absent if the contract does not tell the remaining amount: it may not be a token, and the
   * call may do something else.
   */
  revoke?: Read
  /** Unix time in seconds. */
  until?: bigint
}

/** Filter for `eth_getLogs`: the events by which the account gave permissions. */
export const topicsOf = (account: string): (string | string[])[] => [
  revocableEvents(),
  `0x${word(BigInt(account))}`,
]

/**
 * The permissions in these events that are still in force, according to the contracts, or to the last event if a
 * contract does not answer. The most far-reaching come first.
 *
 * @param now - Unix time in seconds: permissions that have expired are left out.
 * @param known - Contracts, in lower case, whose permissions are told first if there are too many: anyone can make
 *   contracts that fill the list, and hide what they may take.
 * @throws {WalletError} `CHAIN_DISCONNECTED`
 */
export async function standingOf(
  rpc: Rpc,
  logs: readonly Log[],
  account: Hex,
  now: bigint,
  known: ReadonlySet<string>,
): Promise<{ list: Standing[]; hasMore: boolean }> {
  const { list } = grantsIn(logs, account, Number.POSITIVE_INFINITY)
  const given = list.flatMap(({ read, news, revoke }) => {
    const permission = news(undefined, undefined)
    if (!permission || !revoke || permission.to === ZERO) return []
    const one = { permission, revoke, read, news }
    // For any other contract, a claim to manage other tokens' permissions does not count.
    return isTimed(one) && !isPermit2(read.to) ? [] : [one]
  })
  const answers = await readGiven(rpc, given, account)
  const all = given.flatMap((one, at) => standingNow(one, answers[at]!, now) ?? [])
  const isKnown = ({ permission }: Standing) =>
    Number(known.has(permission.contract?.toLowerCase() ?? ''))
  const told = all.sort((one, other) => isKnown(one) - isKnown(other)).slice(-MAX_STANDING)
  const sorted = told.sort((one, other) => reachOf(one) - reachOf(other))
  return { list: sorted, hasMore: told.length < all.length }
}

/** A permission as the last event tells it. */
interface Given extends Pick<Grant, 'read' | 'news'> {
  permission: Permission
  revoke: Read
}

/** How much is left; of a collectible, whether it still is the account's. `undefined`: the contract did not answer. */
interface Answer {
  left: Hex | undefined
  isOwn: boolean | undefined
}

/** Permit2 keeps permissions for the tokens of other contracts, and each for a time. */
const isTimed = ({ permission, read }: Given): boolean =>
  permission.kind === 'tokens' && permission.contract !== read.to

const isCollectible = ({ permission, read }: Given): boolean =>
  permission.kind === 'collectible' && read.data === '0x'

function standingNow(given: Given, { left, isOwn }: Answer, now: bigint): Standing | undefined {
  const { permission: said, news, revoke } = given
  if (isCollectible(given)) {
    // A transfer clears a collectible's permissions, even if no event says so.
    const isStill = !left || `0x${left.slice(-40)}`.toLowerCase() === said.to
    const isSilent = left === undefined && isOwn === undefined
    return isOwn !== false && isStill
      ? { permission: said, ...(!isSilent && { revoke }) }
      : undefined
  }
  const permission = news(undefined, left)
  if (!permission) return undefined
  if (isTimed(given)) {
    const [, until] = numbersIn(left)
    if (until !== undefined && until <= now) return undefined
    return { permission, revoke, ...(until !== undefined && { until }) }
  }
  const isSilent = left === undefined && given.read.data !== '0x'
  return { permission, ...(!isSilent && { revoke }) }
}

/** In their order. */
async function readGiven(
  rpc: Rpc,
  given: readonly Given[],
  account: Hex,
): Promise<readonly Answer[]> {
  const timed = given.filter(isTimed)
  const others = given.filter((one) => !isTimed(one) && dataOf(one) !== '0x')
  const owned = given.filter(isCollectible)
  const views = [
    ...others.map((one) => ({ to: one.read.to, data: dataOf(one) })),
    ...owned.map((one) => ({ to: one.read.to, data: `${OWNER_OF}${idOf(one)}` })),
  ]
  const [ofTimed, ofOthers] = await Promise.all([
    readAll(
      rpc,
      timed.map(({ read }) => read),
    ),
    callMany(rpc, views),
  ])
  return given.map((one) => {
    const owner = ofOthers[others.length + owned.indexOf(one)]
    return {
      left: isTimed(one)
        ? ofTimed[timed.indexOf(one)]
        : (ofOthers[others.indexOf(one)] as Hex | undefined),
      isOwn: owner === undefined ? undefined : BigInt(owner) === BigInt(account),
    }
  })
}

/** The call data that ask how much is left. */
const dataOf = (given: Given): Hex =>
  isCollectible(given) ? `${GET_APPROVED}${idOf(given)}` : given.read.data

const idOf = ({ permission }: Given): string =>
  permission.kind === 'collectible' ? word(permission.id) : ''

/** Permissions for everything come before those for a part. */
const reachOf = ({ permission }: Standing): number => {
  if (permission.kind === 'collectible') return 2
  return permission.kind === 'tokens' && !permission.isUnlimited ? 1 : 0
}
