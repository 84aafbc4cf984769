/** Texts for why a transaction would fail. */
import { msg, str } from '@lit/localize'

import type { Reason } from '../../../chain/simulate/reason.js'
import { visible } from '../../../chain/values/text.js'

/** Solidity's numbers (Solidity documentation, "Panic via assert and Error via require"). */
const OVERFLOW = 0x11
const DIVISION = 0x12
const BOUNDS = 0x32

export function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case 'text':
      return msg(str`The contract says: ${reason.text}`)
    case 'node':
      return msg(str`The network says: ${reason.text}`)
    case 'panic':
      return panicText(reason.code)
    case 'known':
      return knownText(reason.name, reason.values)
    case 'unknown':
      return msg(str`The contract refuses with an error that has no name here: ${reason.selector}`)
    case 'silent':
      return msg('The contract refuses and gives no reason.')
  }
}

function panicText(code: number): string {
  switch (code) {
    case OVERFLOW:
      return msg('The contract calculates with a number that is too large or below zero.')
    case DIVISION:
      return msg('The contract divides by zero.')
    case BOUNDS:
      return msg('The contract looks for an item that is not in its list.')
    default:
      return msg(str`The contract stops with its own error number ${code}.`)
  }
}

function knownText(name: string, values: readonly string[]): string {
  switch (name) {
    case 'ERC20InsufficientBalance':
    case 'ERC1155InsufficientBalance':
      return msg('There are not enough tokens for this.')
    case 'ERC20InsufficientAllowance':
    case 'InsufficientAllowance':
    case 'ERC721InsufficientApproval':
    case 'ERC1155MissingApprovalForAll':
      return msg('The contract first needs permission to spend the tokens.')
    case 'OwnableUnauthorizedAccount':
    case 'AccessControlUnauthorizedAccount':
      return msg('This account is not allowed to do that.')
    case 'ERC2612ExpiredSignature':
    case 'AllowanceExpired':
    case 'TransactionDeadlinePassed':
      return msg('The time for this is over.')
    case 'V2TooLittleReceived':
    case 'V3TooLittleReceived':
      return msg('The price has moved too far.')
    case 'EnforcedPause':
      return msg('The contract is paused.')
    default:
      return msg(str`The contract refuses with: ${`${name}(${values.map(visible).join(', ')})`}`)
  }
}
