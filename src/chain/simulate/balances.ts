/** Balances before and after, read from the contracts, since events are only claims. */
import type { Hex } from '../clear-signing/descriptor.js'
import { balanceRead, type Read, toInteger } from '../reads/contract-reads.js'
import { lower } from '../values/addresses.js'
import { word } from '../values/words.js'
import type { Log } from './logs.js'
import type { BalanceChange } from './simulation.js'

/** Contracts whose balances are read; for any more, only events count. */
const MAX_CONTRACTS = 40
const BALANCE_OF_ID = '0x00fdd58e'
const OWNER_OF = '0x6352211e'

export interface Reading {
  read: Read
  /** The token if the reading is its balance; absent for a collectible. */
  token?: Hex
  toChange: (before: Hex | undefined, after: Hex | undefined) => BalanceChange | undefined
}

/** The balances to read before and after: of everything that the request touched. */
export function readingsOf(
  changes: readonly BalanceChange[],
  logs: readonly Log[],
  tokens: readonly Hex[],
  account: Hex,
): Reading[] {
  const collectibles = changes.filter((change) => change.kind === 'nft')
  const collections = new Set<string>(collectibles.map(({ collection }) => collection))
  const contracts = new Set([...tokens, ...logs.map(({ address }) => address as Hex)].map(lower))
  const fungible = [...contracts]
    .filter((contract) => !collections.has(contract) && !/^0xe{40}$/.test(contract))
    .slice(0, MAX_CONTRACTS)
  return [
    ...fungible.map((token): Reading => {
      return {
        token,
        read: balanceRead(token, account),
        toChange: (before, after) => {
          const change = difference(before, after)
          return change === undefined ? undefined : { kind: 'token', token, change }
        },
      }
    }),
    ...collectibles.flatMap((change) => readingsOfCollectible(change, account)),
  ]
}

/** Asks by both standards: only the contract's own standard answers. */
function readingsOfCollectible(
  { collection, id }: Extract<BalanceChange, { kind: 'nft' }>,
  account: Hex,
): Reading[] {
  const isOwner = (owner: Hex | undefined) => {
    return owner ? BigInt(+(lower(`0x${owner.slice(-40)}`) === lower(account))) : undefined
  }
  return [
    {
      read: { to: collection, data: `${OWNER_OF}${word(id)}` as Hex },
      toChange: (before, after) => {
        // A collectible has no owner before it is minted and after it is burned.
        const [was, is] = [isOwner(before), isOwner(after)]
        if (was === undefined && is === undefined) return undefined
        return { kind: 'nft', collection, id, change: (is ?? 0n) - (was ?? 0n) }
      },
    },
    {
      read: { to: collection, data: `${BALANCE_OF_ID}${word(account)}${word(id)}` as Hex },
      toChange: (before, after) => {
        const real = difference(before, after)
        return real === undefined ? undefined : { kind: 'nft', collection, id, change: real }
      },
    },
  ]
}

function difference(before: Hex | undefined, after: Hex | undefined): bigint | undefined {
  const [was, is] = [toInteger(before), toInteger(after)]
  return was === undefined || is === undefined ? undefined : is - was
}
