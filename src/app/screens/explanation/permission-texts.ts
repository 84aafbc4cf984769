/** What others may do from then on, in one sentence each. Who it is, is shown below. */
import { msg, str } from '@lit/localize'

import type { Permission } from '../../../chain/simulate/simulation.js'
import { nameOf, nftText, symbolOf, tokenText, type Wording } from './values.js'

export function permissionText(permission: Permission, wording: Wording): string {
  const { kind, contract } = permission
  const name = nameOf(contract, wording)
  switch (kind) {
    case 'tokens': {
      const { amount, isUnlimited } = permission
      if (isUnlimited) {
        const symbol = symbolOf(contract, wording)
        return msg(str`Somebody gets permission to take all of your ${symbol}.`)
      }
      const most = tokenText(amount, contract, wording)
      return msg(str`Somebody gets permission to take up to ${most}.`)
    }
    case 'collectible': {
      const collectible = nftText(permission.id, contract, wording)
      return msg(str`Somebody gets permission to take ${collectible}.`)
    }
    case 'collection':
      return msg(str`Somebody gets permission to take all that you have of ${name}.`)
    case 'operator':
      return msg(str`Somebody gets control over all that you have in ${name}.`)
    case 'borrowing':
      return msg('Somebody gets permission to borrow in your name.')
    case 'module':
      return msg(str`Somebody gets control over the shared account ${name}.`)
    case 'ownership':
      return msg(str`Somebody gets control over the contract ${name}.`)
  }
}
