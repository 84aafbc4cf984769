/** Calls inside calls: multicalls, Safes, smart accounts; and changes of a contract's, or an account's, owner or code. */
import type { Descriptor, Field, Format, Params } from '../descriptor.js'
import { address, call, choice, raw } from './fields.js'
import { acting } from './revocations.js'

const several = (...fields: Field[]): Format => ({ intent: 'Several calls in one', fields })
/** A list of calls, one field for each. */
const each = (data: string, params: Params = {}): Format =>
  several({ path: 'calls.[]', fields: [call(data, { calleePath: 'target', ...params })] })
/** Lists of targets, values and data, one place for each call. */
const listed = (params: Params = {}): Format =>
  several(call('func.[]', { calleePath: 'dest.[]', ...params }))
const BORROWING = 'address to,uint256 value,bytes data,uint8 operation'
const borrowing = (intent: string): Format => ({
  intent,
  fields: [
    choice('operation', 'How', 'operation'),
    call('data', { calleePath: 'to', amountPath: 'value' }),
  ],
})
const acted = borrowing('Execute a transaction of an account')
const executed: Format = { intent: 'Execute a transaction of an account', fields: [] }
const replaceCode = (...fields: Field[]): Format => ({
  intent: 'Upgrade a contract',
  fields,
})
const newCode = (path: string): Field => ({ ...address(path, 'New code'), role: 'code' })
const newOwner: Field = { ...address('newOwner', 'New owner'), role: 'owner' }
const giveAway = (path = 'newOwner'): Format => ({
  intent: 'Transfer ownership of a contract',
  fields: [{ ...newOwner, path }],
})
const control: Format = {
  intent: 'Give a contract control of a shared account',
  fields: [{ ...address('module', 'Who gets control'), role: 'module' }],
}
const owners = (...fields: Field[]): Format => ({
  intent: 'Change who controls a shared account',
  fields,
})
const role = (user: string, roles: string): Format => ({
  intent: 'Grant a role in a contract',
  fields: [address(user, 'Who gets them'), raw(roles, 'Role')],
})
const left = raw('threshold', 'How many have to agree')

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
      'blockAndAggregate((address target,bytes callData)[] calls)': each('callData'),
      'tryBlockAndAggregate(bool requireSuccess,(address target,bytes callData)[] calls)':
        each('callData'),
      'aggregate3((address target,bool allowFailure,bytes callData)[] calls)': each('callData'),
      'aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)':
        each('callData', { amountPath: 'value' }),
      [`execTransaction(${BORROWING},uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)`]:
        borrowing('Execute a transaction of a shared account'),
      // Accounts of ERC-6551, and the module of Safe's accounts.
      [`execute(${BORROWING})`]: acted,
      [`executeUserOp(${BORROWING})`]: acted,
      [`executeUserOpWithErrorString(${BORROWING})`]: acted,
      'execute(address dest,uint256 value,bytes func)': {
        intent: 'Execute a transaction of an account',
        fields: [call('func', { calleePath: 'dest', amountPath: 'value' })],
      },
      // MakerDAO's proxies: the code runs as the account itself.
      'execute(address code,bytes data)': {
        intent: 'Execute a transaction of an account',
        fields: [
          { ...address('code', 'With full control over the account'), role: 'module' },
          call('data', { calleePath: 'code' }),
        ],
      },
      'executeBatch((address target,uint256 value,bytes data)[] calls)': each('data', {
        amountPath: 'value',
      }),
      'executeBatch(address[] dest,bytes[] func)': listed(),
      'executeBatch(address[] dest,uint256[] value,bytes[] func)': listed({
        amountPath: 'value.[]',
      }),
      // Euler's connector, and Morpho's bundler.
      'batch((address target,address account,uint256 value,bytes data)[] calls)': each('data', {
        amountPath: 'value',
      }),
      'multicall((address target,bytes data,uint256 value,bool skipRevert,bytes32 callbackHash)[] calls)':
        each('data', { amountPath: 'value' }),
      'multiSend(bytes transactions)': several(),
      // ERC-7579 and ERC-7821.
      'execute(bytes32 mode,bytes calls)': executed,
      'executeFromExecutor(bytes32 mode,bytes calls)': executed,
    },
  },
}

export const CONTROL: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      'transferOwnership(address newOwner)': giveAway(),
      'setOwner(address newOwner)': giveAway(),
      'beginDefaultAdminTransfer(address newAdmin)': giveAway('newAdmin'),
      'completeOwnershipHandover(address newOwner)': giveAway(),
      'changeProxyAdmin(address proxy,address newAdmin)': giveAway('newAdmin'),
      'setAuthority(address newAuthority)': giveAway('newAuthority'),
      'updateAuthority(address target,address newAuthority)': giveAway('newAuthority'),
      'nominateNewOwner(address newOwner)': giveAway(),
      'setPendingAdmin(address newAdmin)': giveAway('newAdmin'),
      'transferAdmin(address newAdmin)': giveAway('newAdmin'),
      'rely(address newOwner)': giveAway(),
      // An ENS name, a vault, or an account with everything staked.
      'setOwner(bytes32 node,address newOwner)': giveAway(),
      'setRecord(bytes32 node,address newOwner,address resolver,uint64 ttl)': giveAway(),
      'reclaim(uint256 id,address newOwner)': giveAway(),
      'give(uint256 id,address newOwner)': giveAway(),
      'signalTransfer(address newOwner)': giveAway(),
      'enableModule(address module)': control,
      'installModule(uint256 kind,address module,bytes initData)': control,
      'disableModule(address previous,address module)': acting('module'),
      'addOwnerWithThreshold(address newOwner,uint256 threshold)': owners(newOwner, left),
      'swapOwner(address previous,address owner,address newOwner)': owners(
        newOwner,
        address('owner', 'Revoked for'),
      ),
      'removeOwner(address previous,address owner,uint256 threshold)': owners(
        address('owner', 'Revoked for'),
        left,
      ),
      'changeThreshold(uint256 threshold)': owners(left),
      'addOwnerAddress(address newOwner)': owners(newOwner),
      'addOwnerPublicKey(bytes32 x,bytes32 y)': owners(raw('x', 'Data'), raw('y', 'Data')),
      'approveHash(bytes32 hash)': {
        intent: 'Agree to a transaction of a shared account that is not shown',
        fields: [raw('hash', 'Data')],
      },
      'renounceOwnership()': { intent: 'Give up ownership of a contract' },
      'acceptOwnership()': { intent: 'Accept ownership of a contract' },
      'grantRole(bytes32 role,address account)': role('account', 'role'),
      'grantRole(uint64 role,address account,uint32 delay)': role('account', 'role'),
      'grantRoles(address user,uint256 roles)': role('user', 'roles'),
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
      'setImplementation(address newImplementation)': replaceCode(newCode('newImplementation')),
      'changeMasterCopy(address newImplementation)': replaceCode(newCode('newImplementation')),
      'setGuard(address guard)': replaceCode(newCode('guard')),
      'setModuleGuard(address guard)': replaceCode(newCode('guard')),
      'setFallbackHandler(address handler)': replaceCode(newCode('handler')),
      'diamondCut((address facet,uint8 action,bytes4[] selectors)[] cuts,address init,bytes data)':
        replaceCode(
          { path: 'cuts.[]', fields: [newCode('facet')] },
          newCode('init'),
          raw('data', 'Data'),
        ),
    },
  },
}
