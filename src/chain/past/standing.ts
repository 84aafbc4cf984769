/** What others may spend or take of an account now, and the calls that end it. */
import type { Hex } from '../clear-signing/descriptor.js'
import { ZERO } from '../parties/parties.js'
import { type Read, readAll } from '../reads/contract-reads.js'
import { callMany } from '../reads/many-calls.js'
import type { Rpc } from '../rpc/rpc.js'
import type { Log } from '../simulate/logs.js'
import { type Grant, grantsIn, numbersIn, revocableEvents } from '../simulate/permissions.js'
import type { Permission } from '../simulate/simulation.js'
import { word } from '../values/words.js'

/** More are not read; it is said that there are. */
const MAX_STANDING = 200
/** First four bytes of the hash of `getApproved(uint256)`. */
const GET_APPROVED = '0x081812fc'

export interface Standing {
  permission: Permission
  /** Ends it. */
  revoke: Read
  /** Unix time in seconds. */
  until?: bigint
}

/** For `eth_getLogs`: the events by which the account gave something. */
export const topicsOf = (account: string): (string | string[])[] => [
  revocableEvents(),
  `0x${word(BigInt(account))}`,
]

/**
 * The permissions of these events that still stand, by the word of the contracts; of a contract that does not answer,
 * by the word of its last event. What reaches furthest comes first.
 *
 * @param now - Unix time in seconds: what has run out does not stand.
 * @throws {WalletError} `CHAIN_DISCONNECTED`
 */
export async function standingOf(
  rpc: Rpc,
  logs: readonly Log[],
  account: Hex,
  now: bigint,
): Promise<{ list: Standing[]; hasMore: boolean }> {
  const { list, hasMore } = grantsIn(logs, account, MAX_STANDING)
  const given = list.flatMap(({ read, news, revoke }) => {
    const permission = news(undefined, undefined)
    return permission && revoke && permission.to !== ZERO
      ? [{ permission, revoke, read, news }]
      : []
  })
  const answers = await readGiven(rpc, given)
  const standing = given.flatMap((one, at) => {
    const permission = permissionNow(one, answers[at])
    if (!permission) return []
    const until = isTimed(one) ? numbersIn(answers[at])[1] : undefined
    if (until === undefined) return [{ permission, revoke: one.revoke }]
    return until > now ? [{ permission, revoke: one.revoke, until }] : []
  })
  return { list: standing.sort((one, other) => reachOf(one) - reachOf(other)), hasMore }
}

/** As the last event has it. */
interface Given extends Pick<Grant, 'read' | 'news'> {
  permission: Permission
  revoke: Read
}

/** Permit2 keeps permissions for the tokens of other contracts, and each for a time. */
const isTimed = ({ permission, read }: Given): boolean =>
  permission.kind === 'tokens' && permission.contract !== read.to

const isCollectible = ({ permission, read }: Given): boolean =>
  permission.kind === 'collectible' && read.data === '0x'

function permissionNow(given: Given, answer: Hex | undefined): Permission | undefined {
  const { permission, news } = given
  if (!isCollectible(given)) return news(undefined, answer)
  const isStill = !answer || `0x${answer.slice(-40)}`.toLowerCase() === permission.to
  return isStill ? permission : undefined
}

/** In their order; `undefined` for what was not answered, or cannot be asked. */
async function readGiven(rpc: Rpc, given: readonly Given[]): Promise<(Hex | undefined)[]> {
  const timed = given.filter(isTimed)
  const others = given.filter((one) => !isTimed(one) && dataOf(one) !== '0x')
  const [ofTimed, ofOthers] = await Promise.all([
    readAll(
      rpc,
      timed.map(({ read }) => read),
    ),
    callMany(
      rpc,
      others.map((one) => ({ to: one.read.to, data: dataOf(one) })),
    ),
  ])
  const answers = new Map<Given, Hex | undefined>()
  timed.forEach((one, at) => {
    answers.set(one, ofTimed[at])
  })
  others.forEach((one, at) => {
    answers.set(one, ofOthers[at] as Hex | undefined)
  })
  return given.map((one) => answers.get(one))
}

/** The call data that ask how much is left. */
function dataOf(given: Given): Hex {
  const { permission, read } = given
  if (permission.kind !== 'collectible' || !isCollectible(given)) return read.data
  return `${GET_APPROVED}${word(permission.id)}`
}

/** All of something comes before a part of it. */
const reachOf = ({ permission }: Standing): number => {
  if (permission.kind === 'collectible') return 2
  return permission.kind === 'tokens' && !permission.isUnlimited ? 1 : 0
}
