/** Calls in calls: multicalls, Safes, smart accounts; and who owns a contract and what code it has. */
import type { Descriptor } from '../descriptor.js'
import { address, call, choice, raw } from './fields.js'

const SEVERAL = 'Several calls in one'

export const CALLS_IN_CALLS: Descriptor = {
  context: { contract: {} },
  metadata: {
    enums: { operation: { 0: 'A usual call', 1: 'With full control over the account' } },
  },
  display: {
    formats: {
      'multicall(bytes[] data)': { intent: SEVERAL, fields: [call('data.[]')] },
      'multicall(bytes32 previousBlockhash,bytes[] data)': {
        intent: SEVERAL,
        fields: [call('data.[]')],
      },
      'aggregate((address target,bytes callData)[] calls)': {
        intent: SEVERAL,
        fields: [{ path: 'calls.[]', fields: [call('callData', { calleePath: 'target' })] }],
      },
      'tryAggregate(bool requireSuccess,(address target,bytes callData)[] calls)': {
        intent: SEVERAL,
        fields: [{ path: 'calls.[]', fields: [call('callData', { calleePath: 'target' })] }],
      },
      'aggregate3((address target,bool allowFailure,bytes callData)[] calls)': {
        intent: SEVERAL,
        fields: [{ path: 'calls.[]', fields: [call('callData', { calleePath: 'target' })] }],
      },
      'aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)': {
        intent: SEVERAL,
        fields: [
          {
            path: 'calls.[]',
            fields: [call('callData', { calleePath: 'target', amountPath: 'value' })],
          },
        ],
      },
      'execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)':
        {
          intent: 'Have a shared account do something',
          fields: [
            choice('operation', 'How', 'operation'),
            call('data', { calleePath: 'to', amountPath: 'value' }),
          ],
        },
      'execute(address dest,uint256 value,bytes func)': {
        intent: 'Have an account do something',
        fields: [call('func', { calleePath: 'dest', amountPath: 'value' })],
      },
      'executeBatch((address target,uint256 value,bytes data)[] calls)': {
        intent: SEVERAL,
        fields: [
          {
            path: 'calls.[]',
            fields: [call('data', { calleePath: 'target', amountPath: 'value' })],
          },
        ],
      },
      'multiSend(bytes transactions)': { intent: SEVERAL },
    },
  },
}

export const CONTROL: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      'transferOwnership(address newOwner)': {
        intent: 'Give away a contract',
        fields: [address('newOwner', 'New owner')],
      },
      'renounceOwnership()': { intent: 'Leave a contract without owner' },
      'acceptOwnership()': { intent: 'Take over a contract' },
      'grantRole(bytes32 role,address account)': {
        intent: 'Give rights over a contract',
        fields: [address('account', 'Who gets them'), raw('role', 'Role')],
      },
      'revokeRole(bytes32 role,address account)': {
        intent: 'Take back rights over a contract',
        fields: [address('account', 'Who loses them'), raw('role', 'Role')],
      },
      'upgradeTo(address newImplementation)': {
        intent: 'Replace the code of a contract',
        fields: [address('newImplementation', 'New code')],
      },
      'upgradeToAndCall(address newImplementation,bytes data)': {
        intent: 'Replace the code of a contract',
        fields: [address('newImplementation', 'New code'), raw('data', 'Data')],
      },
      'upgrade(address proxy,address implementation)': {
        intent: 'Replace the code of a contract',
        fields: [address('proxy', 'Contract'), address('implementation', 'New code')],
      },
      'upgradeAndCall(address proxy,address implementation,bytes data)': {
        intent: 'Replace the code of a contract',
        fields: [
          address('proxy', 'Contract'),
          address('implementation', 'New code'),
          raw('data', 'Data'),
        ],
      },
      'changeAdmin(address newAdmin)': {
        intent: 'Give away a contract',
        fields: [address('newAdmin', 'New owner')],
      },
    },
  },
}
