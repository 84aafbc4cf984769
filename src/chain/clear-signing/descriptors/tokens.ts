/** Tokens and collectibles: ERC-20, ERC-2612, ERC-721, ERC-1155, ERC-4626, and wrapped coins. */
import type { Descriptor, Field, Format } from '../descriptor.js'
import {
  address,
  allowance,
  beneficiary,
  choice,
  coins,
  date,
  moreAllowance,
  nft,
  RECIPIENT,
  raw,
  spender,
  tokens,
} from './fields.js'

const ALL = { all: { true: 'Yes, all of them', false: 'No, permission revoked' } }
const FOR_ALL: Format = {
  intent: 'Give permission for a whole collection',
  fields: [
    address('operator', 'Who gets control'),
    choice('approved', 'May move all of them', 'all'),
    address('@.to', 'Collection'),
  ],
}

const APPROVE: Format = {
  intent: 'Approve a spending cap',
  fields: [spender('spender'), allowance('amount')],
}

const SEND: Format = {
  intent: 'Send tokens',
  kind: 'transfer',
  fields: [tokens('amount', 'Amount'), RECIPIENT],
}

export const ERC20: Descriptor = {
  context: { $id: 'ERC-20', contract: {} },
  metadata: { enums: ALL },
  display: {
    formats: {
      'transfer(address to,uint256 amount)': SEND,
      'transferFrom(address from,address to,uint256 amount)': {
        intent: 'Move tokens',
        kind: 'transfer',
        fields: [tokens('amount', 'Amount'), address('from', 'From'), RECIPIENT],
      },
      'approve(address spender,uint256 amount)': APPROVE,
      'increaseAllowance(address spender,uint256 addedValue)': {
        intent: 'Raise a spending cap',
        fields: [spender('spender'), moreAllowance('addedValue')],
      },
      'increaseApproval(address spender,uint256 addedValue)': {
        intent: 'Raise a spending cap',
        fields: [spender('spender'), moreAllowance('addedValue')],
      },
      'approveAndCall(address spender,uint256 amount)': APPROVE,
      'approveAndCall(address spender,uint256 amount,bytes data)': APPROVE,
      'decreaseAllowance(address spender,uint256 subtractedValue)': {
        intent: 'Lower a spending cap',
        fields: [spender('spender'), tokens('subtractedValue', 'Decrease by')],
      },
      'permit(address owner,address spender,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)':
        {
          intent: 'Use a signed permission',
          fields: [
            address('owner', 'Whose tokens'),
            spender('spender'),
            allowance('value'),
            date('deadline'),
          ],
        },
      // DAI's permit, which allows all or nothing.
      'permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed,uint8 v,bytes32 r,bytes32 s)':
        {
          intent: 'Use a signed permission',
          fields: [
            address('holder', 'Whose tokens'),
            spender('spender'),
            choice('allowed', 'May move all of them', 'all'),
          ],
        },
      // ERC-1363, ERC-777.
      'transferAndCall(address to,uint256 amount)': SEND,
      'transferAndCall(address to,uint256 amount,bytes data)': SEND,
      'send(address to,uint256 amount,bytes data)': SEND,
      'burn(uint256 amount)': {
        intent: 'Burn tokens',
        kind: 'transfer',
        fields: [tokens('amount', 'Amount')],
      },
    },
  },
}

export const ERC721: Descriptor = {
  context: { $id: 'ERC-721', contract: {} },
  metadata: { enums: ALL },
  display: {
    formats: {
      'approve(address to,uint256 tokenId)': {
        intent: 'Give permission to move a collectible',
        fields: [spender('to'), nft('tokenId', 'Collectible')],
      },
      'setApprovalForAll(address operator,bool approved)': FOR_ALL,
      ...Object.fromEntries(
        [
          'transferFrom(address from,address to,uint256 tokenId)',
          'safeTransferFrom(address from,address to,uint256 tokenId)',
          'safeTransferFrom(address from,address to,uint256 tokenId,bytes data)',
        ].map((signature): [string, Format] => [
          signature,
          {
            intent: 'Send a collectible',
            kind: 'transfer',
            fields: [nft('tokenId', 'Collectible'), address('from', 'From'), RECIPIENT],
          },
        ]),
      ),
    },
  },
}

const SEND_SOME: Format = {
  intent: 'Send collectibles',
  kind: 'transfer',
  fields: [nft('id', 'Collectible'), raw('amount', 'How many'), address('from', 'From'), RECIPIENT],
}

export const ERC1155: Descriptor = {
  context: { $id: 'ERC-1155', contract: {} },
  metadata: { enums: ALL },
  display: {
    formats: {
      'setApprovalForAll(address operator,bool approved)': FOR_ALL,
      'safeTransferFrom(address from,address to,uint256 id,uint256 amount,bytes data)': SEND_SOME,
      'safeBatchTransferFrom(address from,address to,uint256[] ids,uint256[] amounts,bytes data)': {
        intent: 'Send collectibles',
        kind: 'transfer',
        fields: [
          nft('ids.[]', 'Collectible'),
          raw('amounts.[]', 'How many'),
          address('from', 'From'),
          RECIPIENT,
        ],
      },
    },
  },
}

/** A contract with several tokens, told apart by id. */
export const ERC6909: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      'approve(address spender,uint256 id,uint256 amount)': {
        intent: 'Give permission to move a collectible',
        fields: [spender('spender'), nft('id', 'Collectible'), raw('amount', 'How many')],
      },
      'transfer(address to,uint256 id,uint256 amount)': {
        intent: 'Send collectibles',
        kind: 'transfer',
        fields: [nft('id', 'Collectible'), raw('amount', 'How many'), RECIPIENT],
      },
      'transferFrom(address from,address to,uint256 id,uint256 amount)': SEND_SOME,
    },
  },
}

/** @param isOn - Argument that says whether it is given; without one it is. What takes it back comes before these. */
const control = (to: string, isOn?: string): Format & { fields: Field[] } => ({
  intent: 'Give permission to act for you',
  fields: [
    { ...address(to, 'Who gets control'), role: 'operator' },
    ...(isOn ? [raw(isOn, 'Allowed')] : []),
  ],
})

/**
 * Control over all that an account has in a contract: ERC-777, ERC-6909, Compound, Morpho, MakerDAO, Balancer, Euler, dYdX, GMX,
 * LlamaLend, Synthetix, Superfluid, delegate.xyz, names of ENS; Aave's loans.
 */
export const OPERATORS: Descriptor = {
  context: { contract: {} },
  metadata: { enums: ALL },
  display: {
    formats: {
      'authorizeOperator(address operator)': control('operator'),
      'setOperator(address operator,bool approved)': control('operator', 'approved'),
      'allow(address manager,bool isAllowed)': control('manager', 'isAllowed'),
      'setAuthorization(address authorized,bool isAuthorized)': control(
        'authorized',
        'isAuthorized',
      ),
      'hope(address operator)': control('operator'),
      'setAccountOperator(address account,address operator,bool approved)': control(
        'operator',
        'approved',
      ),
      'setOperators((address operator,bool approved)[] list)': {
        intent: 'Give permission to act for you',
        fields: [{ path: 'list.[]', fields: control('operator', 'approved').fields }],
      },
      'approve(address delegate,bool approved)': control('delegate', 'approved'),
      'approve(bytes32 node,address delegate,bool approved)': control('delegate', 'approved'),
      'cdpAllow(uint256 cdp,address usr,uint256 ok)': control('usr', 'ok'),
      'urnAllow(address usr,uint256 ok)': control('usr', 'ok'),
      'approvePlugin(address plugin)': control('plugin'),
      'setUserPositionManager(address manager,bool approved)': control('manager', 'approved'),
      'approveAllDelegatePowers(address delegate)': control('delegate'),
      // Euler's accounts, by their first 19 bytes; streams of Superfluid's; claims by delegate.xyz.
      'setOperator(bytes19 prefix,address operator,uint256 accounts)': control(
        'operator',
        'accounts',
      ),
      'grantPermissions(address token,address flowOperator)': control('flowOperator'),
      'updateFlowOperatorPermissions(address token,address flowOperator,uint8 permissions,int96 rate)':
        control('flowOperator', 'permissions'),
      'delegateAll(address delegate,bytes32 rights,bool enabled)': control('delegate', 'enabled'),
      'delegateForAll(address delegate,bool enabled)': control('delegate', 'enabled'),
      'delegateContract(address delegate,address contract,bytes32 rights,bool enabled)': control(
        'delegate',
        'enabled',
      ),
      'delegateForContract(address delegate,address contract,bool enabled)': control(
        'delegate',
        'enabled',
      ),
      // Rewards of EigenLayer's and Merkl's.
      'setClaimerFor(address claimer)': control('claimer'),
      'toggleOperator(address account,address operator)': control('operator'),
      'grantPermission(uint128 accountId,bytes32 permission,address user)': control('user'),
      'setRelayerApproval(address sender,address relayer,bool approved)': control(
        'relayer',
        'approved',
      ),
      'approveDelegation(address delegatee,uint256 amount)': {
        intent: 'Give permission to borrow in your name',
        fields: [address('delegatee', 'Who may borrow'), raw('amount', 'Amount in smallest units')],
      },
    },
  },
}

/** ERC-4626: shares of a contract that invests a token. */
export const VAULT: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      'deposit(uint256 assets,address receiver)': {
        intent: 'Deposit',
        fields: [
          raw('assets', 'Amount in smallest units'),
          beneficiary('receiver', 'Who gets the shares'),
        ],
      },
      'mint(uint256 shares,address receiver)': {
        intent: 'Deposit',
        fields: [tokens('shares', 'Shares'), beneficiary('receiver', 'Who gets the shares')],
      },
      'withdraw(uint256 assets,address receiver,address owner)': {
        intent: 'Withdraw',
        fields: [
          raw('assets', 'Amount in smallest units'),
          beneficiary('receiver', 'To'),
          address('owner', 'Whose shares'),
        ],
      },
      'redeem(uint256 shares,address receiver,address owner)': {
        intent: 'Withdraw',
        fields: [
          tokens('shares', 'Shares'),
          beneficiary('receiver', 'To'),
          address('owner', 'Whose shares'),
        ],
      },
    },
  },
}

export const WRAPPED: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      'deposit()': { intent: 'Deposit', fields: [coins('@.value', 'Amount')] },
      'withdraw(uint256 amount)': { intent: 'Withdraw', fields: [tokens('amount', 'Amount')] },
    },
  },
}
