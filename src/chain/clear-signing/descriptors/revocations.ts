/** Functions that give a permission, called to revoke it: the intent follows from the arguments. */
import type { Descriptor, Field, Format } from '../descriptor.js'
import { address, allowance, spender } from './fields.js'

/** With a different value, the call is not a revocation and the descriptor does not fit. */
const isTaken = (path: string, value: '0' | 'false'): Field => ({
  path,
  visible: { mustMatch: [value] },
})
const APPROVE: Format = {
  intent: 'Revoke a spending cap',
  fields: [isTaken('amount', '0'), spender('spender'), allowance('amount')],
}
/** @param isOn - Argument that says whether it is given; without one it is not. */
export const acting = (whom: string, isOn?: string, no: '0' | 'false' = 'false'): Format => ({
  intent: 'Revoke permission to act for you',
  fields: [...(isOn ? [isTaken(isOn, no)] : []), address(whom, 'Revoked for')],
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
      'approve(address spender,uint256 id,uint256 amount)': {
        intent: 'Revoke a spending cap',
        fields: [isTaken('amount', '0'), address('spender', 'Revoked for')],
      },
      'setOperator(address operator,bool approved)': acting('operator', 'approved'),
      'setAccountOperator(address account,address operator,bool approved)': acting(
        'operator',
        'approved',
      ),
      'approve(address delegate,bool approved)': acting('delegate', 'approved'),
      'approve(bytes32 node,address delegate,bool approved)': acting('delegate', 'approved'),
      'cdpAllow(uint256 cdp,address usr,uint256 ok)': acting('usr', 'ok', '0'),
      'urnAllow(address usr,uint256 ok)': acting('usr', 'ok', '0'),
      'setUserPositionManager(address manager,bool approved)': acting('manager', 'approved'),
      'setOperator(bytes19 prefix,address operator,uint256 accounts)': acting(
        'operator',
        'accounts',
        '0',
      ),
      'revokePermissions(address token,address flowOperator)': acting('flowOperator'),
      'updateFlowOperatorPermissions(address token,address flowOperator,uint8 permissions,int96 rate)':
        acting('flowOperator', 'permissions', '0'),
      'delegateAll(address delegate,bytes32 rights,bool enabled)': acting('delegate', 'enabled'),
      'delegateForAll(address delegate,bool enabled)': acting('delegate', 'enabled'),
      'delegateContract(address delegate,address contract,bytes32 rights,bool enabled)': acting(
        'delegate',
        'enabled',
      ),
      'delegateForContract(address delegate,address contract,bool enabled)': acting(
        'delegate',
        'enabled',
      ),
      'nope(address operator)': acting('operator'),
      'revokeOperator(address operator)': acting('operator'),
      'denyPlugin(address plugin)': acting('plugin'),
      'removeAllDelegatePowers(address delegate)': acting('delegate'),
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
