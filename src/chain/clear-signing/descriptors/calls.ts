/** The calls that the wallet knows. The first match counts: standards come before protocols with the same names. */
import type { Descriptor } from '../descriptor.js'
import { CALLS_IN_CALLS, CONTROL } from './accounts.js'
import { LISTS } from './lists.js'
import { PERMIT2 } from './permit2.js'
import { PAID_OUT } from './protocols.js'
import { ALLOWANCES_TAKEN, RIGHTS_TAKEN } from './revocations.js'
import { SEAPORT } from './seaport.js'
import { V2, V3 } from './swaps.js'
import { ERC20, ERC721, ERC1155, ERC6909, OPERATORS, VAULT, WRAPPED } from './tokens.js'

export const CALLS: readonly Descriptor[] = [
  ALLOWANCES_TAKEN,
  RIGHTS_TAKEN,
  ERC20,
  ERC721,
  ERC1155,
  ERC6909,
  OPERATORS,
  WRAPPED,
  VAULT,
  PAID_OUT,
  LISTS,
  PERMIT2,
  V2,
  V3,
  SEAPORT,
  CALLS_IN_CALLS,
  CONTROL,
]
