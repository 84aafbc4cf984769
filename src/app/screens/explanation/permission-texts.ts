/** Permissions that a signature or call grants, one sentence each. Screens show the address below. */
import { msg, str } from '@lit/localize'

import type { Permission } from '../../../chain/simulate/simulation.js'
import { apartIfMixed } from '../../../chain/values/mixed-scripts.js'
import { visible } from '../../../chain/values/text.js'
import { nameOf, nftText, symbolOf, tokenText, type Wording } from './values.js'

/** The account's token balances, by lower-case address, as far as known. */
export type Held = ReadonlyMap<string, bigint> | undefined

export function permissionText(permission: Permission, wording: Wording, held: Held): string {
  const { kind, contract } = permission
  const who = apartIfMixed(whoText(permission, wording))
  const name = apartIfMixed(nameOf(contract, wording))
  switch (kind) {
    case 'tokens': {
      const { amount, isUnlimited } = permission
      const symbol = apartIfMixed(symbolOf(contract, wording))
      const has = contract && held?.get(contract.toLowerCase())
      const today = has === undefined ? '' : apartIfMixed(tokenText(has, contract, wording))
      if (isUnlimited) {
        return today
          ? msg(str`${who} can spend all of your ${symbol}: ${today} today.`)
          : msg(str`${who} can spend all of your ${symbol}.`)
      }
      const most = apartIfMixed(tokenText(amount, contract, wording))
      return today
        ? msg(str`${who} can spend up to ${most} of your ${today}.`)
        : msg(str`${who} can spend up to ${most}.`)
    }
    case 'collectible':
      return msg(str`${who} can move ${apartIfMixed(nftText(permission.id, contract, wording))}.`)
    case 'collection':
      return msg(str`${who} can move all your ${name}.`)
    case 'operator':
      return msg(str`${who} can do anything with all that you have in ${name}.`)
    case 'borrowing':
      return msg(str`${who} can borrow in your name.`)
    case 'module':
      return msg(str`${who} gets control over the shared account ${name}.`)
    case 'ownership':
      return msg(str`${who} gets control over the contract ${name}.`)
  }
}

/** At the beginning of a sentence. */
function whoText({ to }: Permission, { parties }: Wording): string {
  const party = parties.get(to.toLowerCase())
  if (party?.name) return visible(party.name)
  switch (party?.kind) {
    case 'contract':
      return msg('This contract')
    case 'person':
    case 'delegated':
      return msg('This person’s account')
    default:
      return msg('This unknown address')
  }
}
