/** Functions that give a permission, called to revoke it: the intent follows from the arguments. */
import type { Descriptor, Field, Format } from '../descriptor.js'
import { address, allowance, spender } from './fields.js'

/** With any other value it is no revocation. */
const isTaken = (path: string, value: '0' | 'false'): Field => ({
  path,
  visible: { mustMatch: [value] },
})
const APPROVE: Format = {
  intent: 'Revoke a spending cap',
  fields: [isTaken('amount', '0'), spender('spender'), allowance('amount')],
}
const acting = (whom: string, isOn: string): Format => ({
  intent: 'Revoke permission to act for you',
  fields: [isTaken(isOn, 'false'), address(whom, 'Revoked for')],
})

export const ALLOWANCES_TAKEN: Descriptor = {
  context: { $id: 'ERC-20', contract: {} },
  display: {
    formats: {
      'approve(address spender,uint256 amount)': APPROVE,
      'approveAndCall(address spender,uint256 amount)': APPROVE,
      'approveAndCall(address spender,uint256 amount,bytes data)': APPROVE,
    },
  },
}

export const RIGHTS_TAKEN: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      'setApprovalForAll(address operator,bool approved)': {
        intent: 'Revoke permission for a whole collection',
        fields: [
          isTaken('approved', 'false'),
          address('operator', 'Revoked for'),
          address('@.to', 'Collection'),
        ],
      },
      'setOperator(address operator,bool approved)': acting('operator', 'approved'),
      'allow(address manager,bool isAllowed)': acting('manager', 'isAllowed'),
      'setAuthorization(address authorized,bool isAuthorized)': acting(
        'authorized',
        'isAuthorized',
      ),
      'setRelayerApproval(address sender,address relayer,bool approved)': acting(
        'relayer',
        'approved',
      ),
      'approveDelegation(address delegatee,uint256 amount)': {
        intent: 'Revoke permission to borrow in your name',
        fields: [isTaken('amount', '0'), address('delegatee', 'Revoked for')],
      },
    },
  },
}
