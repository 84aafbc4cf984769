/** Permissions given to others, and their risks: the same for decoded calls and simulations. */
import type { DataNode, Hex } from '../clear-signing/descriptor.js'
import type { DecodedCall } from '../decode/decode.js'
import type { Permission } from '../simulate/simulation.js'
import { approvalsIn } from './approvals.js'
import type { Found, Known, RiskCode } from './risk.js'

/** Functions that give a right as a whole. */
interface Grant {
  kind: Exclude<Permission['kind'], 'collectible'>
  /** Index of the argument with the grantee; the first, if absent. */
  to?: number
  /** Which says whether it is given, or how much; absent: it is. */
  on?: number
}
const GRANTS: Record<string, Grant> = {
  'setApprovalForAll(address,bool)': { kind: 'collection', on: 1 },
  'setOperator(address,bool)': { kind: 'operator', on: 1 },
  'authorizeOperator(address)': { kind: 'operator' },
  'allow(address,bool)': { kind: 'operator', on: 1 },
  'setAuthorization(address,bool)': { kind: 'operator', on: 1 },
  'hope(address)': { kind: 'operator' },
  'setRelayerApproval(address,address,bool)': { kind: 'operator', to: 1, on: 2 },
  'approveDelegation(address,uint256)': { kind: 'borrowing', on: 1 },
  'enableModule(address)': { kind: 'module' },
  'transferOwnership(address)': { kind: 'ownership' },
  'setOwner(address)': { kind: 'ownership' },
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)': {
    kind: 'tokens',
    to: 1,
    on: 4,
  },
}
const ALL = 2n ** 256n - 1n

const CODES = {
  collection: 'approvalForAll',
  operator: 'operator',
  borrowing: 'borrowing',
  module: 'fullControl',
  ownership: 'ownership',
} as const satisfies Partial<Record<Permission['kind'], RiskCode>>

/** What a call says that it allows. */
export function permissionsIn({ call, known }: DecodedCall): Permission[] {
  if (!known) return []
  const { signature, args, clear } = known
  const found: Permission[] = approvalsIn(clear).map(({ spender, token, ...rest }) => {
    return { kind: 'tokens', to: spender, contract: token, ...rest }
  })
  const spender = clear.fields.find(({ role }) => role === 'spender')?.value
  for (const { value } of clear.fields) {
    if (value.kind !== 'nft' || spender?.kind !== 'address' || !value.collection) continue
    const { id, collection } = value
    found.push({ kind: 'collectible', to: spender.address, contract: collection, id })
  }
  return [...found, ...rightsIn(signature, args, call.to!)]
}

function rightsIn(signature: string, args: readonly DataNode[], contract: Hex): Permission[] {
  const grant = GRANTS[signature]
  if (!grant) return []
  const { kind, to = 0, on } = grant
  const isGiven = on === undefined || !['false', '0'].includes(args[on]!.value!)
  const whom = args[to]!.value as Hex
  if (!isGiven) return []
  return kind === 'tokens'
    ? [{ kind, to: whom, contract, amount: ALL, isUnlimited: true }]
    : [{ kind, to: whom, contract }]
}

export function permissionRisks(permission: Permission, known: Known): Found[] {
  const { kind, to, contract } = permission
  if (kind === 'collectible') return spenderRisks(to, known)
  if (kind === 'tokens') {
    const { amount, isUnlimited } = permission
    if (!amount) return []
    const supply = contract && known.tokens.get(contract.toLowerCase())?.supply
    const isAll = isUnlimited || (!!supply && amount >= supply)
    const all: Found[] = isAll ? [{ code: 'unlimitedApproval', address: to }] : []
    return [...all, ...spenderRisks(to, known)]
  }
  const found: Found = { code: CODES[kind], address: kind === 'ownership' ? contract : to }
  // The owner of a contract, or of a shared account, may well be a person.
  const isTaking = kind !== 'ownership' && kind !== 'module'
  return [found, ...(isTaking ? spenderRisks(to, known) : [])]
}

function spenderRisks(spender: Hex, known: Known): Found[] {
  const party = known.parties.get(spender.toLowerCase())
  const found: Found[] = []
  if (party?.kind === 'person' || party?.kind === 'delegated') {
    found.push({ code: 'spenderIsPerson', address: spender })
  }
  // It may be a person's account, and the node may be kept from saying so.
  if (party?.kind === 'unknown' && !party.name) {
    found.push({ code: 'unknownAddress', address: spender })
  }
  if (party?.resembles) {
    found.push({ code: 'lookAlikeAddress', address: spender, other: party.resembles })
  }
  return found
}
