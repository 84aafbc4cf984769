/** Calls inside calls: multicalls, Safes, smart accounts; and changes of a contract's owner or code. */
import type { Descriptor, Field, Format, Params } from '../descriptor.js'
import { address, call, choice, raw } from './fields.js'

const several = (...fields: Field[]): Format => ({ intent: 'Several calls in one', fields })
/** Of each in the list. */
const each = (data: string, params: Params = {}): Format =>
  several({ path: 'calls.[]', fields: [call(data, { calleePath: 'target', ...params })] })
const replaceCode = (...fields: Field[]): Format => ({
  intent: 'Upgrade a contract',
  fields,
})
const newCode = (path: string): Field => address(path, 'New code')
const giveAway = (path: string): Format => ({
  intent: 'Transfer ownership of a contract',
  fields: [address(path, 'New owner')],
})

export const CALLS_IN_CALLS: Descriptor = {
  context: { contract: {} },
  metadata: {
    enums: { operation: { 0: 'Normal call', 1: 'With full control over the account' } },
  },
  display: {
    formats: {
      'multicall(bytes[] data)': several(call('data.[]')),
      'multicall(bytes32 previousBlockhash,bytes[] data)': several(call('data.[]')),
      'aggregate((address target,bytes callData)[] calls)': each('callData'),
      'tryAggregate(bool requireSuccess,(address target,bytes callData)[] calls)': each('callData'),
      'aggregate3((address target,bool allowFailure,bytes callData)[] calls)': each('callData'),
      'aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)':
        each('callData', { amountPath: 'value' }),
      'execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)':
        {
          intent: 'Execute a transaction of a shared account',
          fields: [
            choice('operation', 'How', 'operation'),
            call('data', { calleePath: 'to', amountPath: 'value' }),
          ],
        },
      'execute(address dest,uint256 value,bytes func)': {
        intent: 'Execute a transaction of an account',
        fields: [call('func', { calleePath: 'dest', amountPath: 'value' })],
      },
      'executeBatch((address target,uint256 value,bytes data)[] calls)': each('data', {
        amountPath: 'value',
      }),
      'multiSend(bytes transactions)': several(),
    },
  },
}

export const CONTROL: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      'transferOwnership(address newOwner)': giveAway('newOwner'),
      'setOwner(address newOwner)': giveAway('newOwner'),
      'enableModule(address module)': {
        intent: 'Give a contract control of a shared account',
        fields: [address('module', 'Who gets control')],
      },
      'renounceOwnership()': { intent: 'Give up ownership of a contract' },
      'acceptOwnership()': { intent: 'Accept ownership of a contract' },
      'grantRole(bytes32 role,address account)': {
        intent: 'Grant a role in a contract',
        fields: [address('account', 'Who gets them'), raw('role', 'Role')],
      },
      'revokeRole(bytes32 role,address account)': {
        intent: 'Revoke a role in a contract',
        fields: [address('account', 'Who loses them'), raw('role', 'Role')],
      },
      'upgradeTo(address newImplementation)': replaceCode(newCode('newImplementation')),
      'upgradeToAndCall(address newImplementation,bytes data)': replaceCode(
        newCode('newImplementation'),
        raw('data', 'Data'),
      ),
      'upgrade(address proxy,address implementation)': replaceCode(
        address('proxy', 'Contract'),
        newCode('implementation'),
      ),
      'upgradeAndCall(address proxy,address implementation,bytes data)': replaceCode(
        address('proxy', 'Contract'),
        newCode('implementation'),
        raw('data', 'Data'),
      ),
      'changeAdmin(address newAdmin)': giveAway('newAdmin'),
    },
  },
}
