/** The contracts and storage that a request reads beyond the addresses it names. */
import * as z from 'zod/mini'

import type { Hex } from '../clear-signing/descriptor.js'
import type { Node } from '../reads/contract-reads.js'
import { AnyAddress, Data, Word } from '../rpc/schemas.js'
import { heldIn, writtenIn } from './mentions.js'

/** Limits on code and slots that are searched for addresses. */
const MAX_CODES = 6
const MAX_SLOTS = 20
/** Most addresses taken from one contract's code. */
const MAX_WRITTEN = 10

export interface Touched {
  contracts: Hex[]
  /** Places in a contract's storage. */
  slots: [contract: Hex, slot: Hex][]
}

const AccessList = z.object({
  accessList: z.array(z.object({ address: AnyAddress, storageKeys: z.array(Word) })),
})

/**
 * Asks by `eth_createAccessList`. Does not throw: without that method, less is found.
 *
 * @param requests - As the node takes them.
 */
export async function touchedBy(node: Node, requests: readonly unknown[]): Promise<Touched> {
  const lists = await Promise.all(
    requests.map(async (one) => {
      const answer = await node.request('eth_createAccessList', [one, 'latest']).catch(() => null)
      return AccessList.safeParse(answer).data?.accessList ?? []
    }),
  )
  return {
    contracts: lists.flat().map(({ address }) => address),
    slots: lists
      .flat()
      .flatMap(({ address, storageKeys }) =>
        storageKeys.map((slot): [Hex, Hex] => [address, slot]),
      ),
  }
}

/** Addresses in the code and storage of contracts. It does not throw. */
export async function whomCodeNames(
  node: Node,
  contracts: readonly Hex[],
  slots: Touched['slots'],
): Promise<Hex[]> {
  const read = async (method: string, params: string[]): Promise<Hex> => {
    const answer = await node.request(method, [...params, 'latest']).catch(() => undefined)
    return Data.safeParse(answer).data ?? '0x'
  }
  const [codes, stored] = await Promise.all([
    Promise.all(contracts.slice(0, MAX_CODES).map((one) => read('eth_getCode', [one]))),
    Promise.all(slots.slice(0, MAX_SLOTS).map((one) => read('eth_getStorageAt', one))),
  ])
  return [...heldIn(stored), ...codes.flatMap((code) => writtenIn(code).slice(0, MAX_WRITTEN))]
}
