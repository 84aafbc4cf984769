/** The contracts and storage that a request reads beyond the addresses it names. */
import * as z from 'zod/mini'

import type { Call } from '../clear-signing/calldata.js'
import type { Hex } from '../clear-signing/descriptor.js'
import type { Node } from '../reads/contract-reads.js'
import { AnyAddress, Data, Word } from '../rpc/schemas.js'
import { lower } from '../values/addresses.js'
import type { Log } from './logs.js'
import { heldIn, writtenIn } from './mentions.js'

/** Limits on code and slots that are searched for addresses. */
const MAX_CODES = 6
const MAX_SLOTS = 20
/** Most addresses taken from one contract's code. */
const MAX_WRITTEN = 10

/** Of one call. */
export interface Touched {
  contracts: Hex[]
  /** Places in a contract's storage. */
  slots: [contract: Hex, slot: Hex][]
}

/** Facts about a request from its simulation. */
export interface Happened {
  account: Hex
  calls: readonly Call[]
  /** Transactions that the chain executes before them. */
  ahead: readonly Call[]
  logs: readonly Log[]
  /** Tokens that the request names. */
  tokens: readonly Hex[]
  /** By each of the calls; absent if the node does not tell. */
  touched: readonly (Touched | undefined)[]
}

/** Calls that share a contract. */
export interface Group {
  calls: Call[]
  /** Contracts that the calls reach. */
  contracts: Set<Hex>
}

const AccessList = z.object({
  accessList: z.array(z.object({ address: AnyAddress, storageKeys: z.array(Word) })),
})

/**
 * Asks by `eth_createAccessList`. Does not throw: without that method, less is found.
 *
 * @param requests - As the node takes them.
 * @returns One for each; `undefined` if the node does not tell.
 */
export const touchedBy = (
  node: Node,
  requests: readonly unknown[],
): Promise<(Touched | undefined)[]> =>
  Promise.all(
    requests.map(async (one) => {
      const answer = await node.request('eth_createAccessList', [one, 'latest']).catch(() => null)
      const list = AccessList.safeParse(answer).data?.accessList
      return (
        list && {
          contracts: list.map(({ address }) => lower(address)),
          slots: list.flatMap(({ address, storageKeys }) =>
            storageKeys.map((slot): [Hex, Hex] => [lower(address), slot]),
          ),
        }
      )
    }),
  )

/**
 * Calls that share no contract cannot read what the others write, so each group is searched alone. All are one group if
 * it is not known what each call reaches: the node does not tell, or transactions ahead may change it.
 */
export function groupsOf({ account, calls, ahead, touched, logs }: Happened): Group[] {
  const each = calls.map((call, at): Group => {
    const reached = [...(call.to ? [call.to] : []), ...(touched[at]?.contracts ?? [])]
    return { calls: [call], contracts: new Set(reached.map(lower)) }
  })
  const all = joined(each)
  // Any contract may call the account's own code, and the lists leave the account out.
  const isTold = !ahead.length && calls.every((_, at) => touched[at]) && !all.contracts.has(account)
  if (!isTold) {
    const emitters = logs.map(({ address }) => lower(address))
    return [{ ...all, contracts: new Set([...all.contracts, ...emitters]) }]
  }
  return each.reduce<Group[]>((groups, one) => {
    const isNear = (group: Group) => [...group.contracts].some((each) => one.contracts.has(each))
    return [...groups.filter((group) => !isNear(group)), joined([...groups.filter(isNear), one])]
  }, [])
}

const joined = (groups: readonly Group[]): Group => ({
  calls: groups.flatMap(({ calls }) => calls),
  contracts: new Set(groups.flatMap(({ contracts }) => [...contracts])),
})

/** Addresses in the code and storage of contracts, each with the contract. It does not throw. */
export async function addressesHeld(
  node: Node,
  contracts: readonly Hex[],
  slots: Touched['slots'],
): Promise<[contract: Hex, address: Hex][]> {
  const read = async (method: string, params: string[]): Promise<Hex> => {
    const answer = await node.request(method, [...params, 'latest']).catch(() => undefined)
    return Data.safeParse(answer).data ?? '0x'
  }
  const found = await Promise.all([
    ...slots.slice(0, MAX_SLOTS).map(async (slot) => {
      return [slot[0], heldIn([await read('eth_getStorageAt', slot)])] as const
    }),
    ...contracts.slice(0, MAX_CODES).map(async (one) => {
      return [one, writtenIn(await read('eth_getCode', [one])).slice(0, MAX_WRITTEN)] as const
    }),
  ])
  return found.flatMap(([contract, held]) => held.map((one): [Hex, Hex] => [contract, one]))
}
