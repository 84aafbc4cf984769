/** Permissions given to others, and their risks: the same for decoded calls and simulations. */
import type { DataNode, Hex, Role } from '../clear-signing/descriptor.js'
import type { DecodedCall } from '../decode/decode.js'
import type { Permission } from '../simulate/simulation.js'
import { approvalsIn } from './approvals.js'
import type { Found, Known, RiskCode } from './risk.js'

/** Functions that give a right as a whole. */
interface Grant {
  kind: Exclude<Permission['kind'], 'collectible'>
  /** Index of the argument with the grantee; the first, if absent. */
  to?: number
  /** Index of the argument that gives the permission, or its amount. */
  on: number
}
const GRANTS: Record<string, Grant> = {
  'setApprovalForAll(address,bool)': { kind: 'collection', on: 1 },
  'approveDelegation(address,uint256)': { kind: 'borrowing', on: 1 },
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)': {
    kind: 'tokens',
    to: 1,
    on: 4,
  },
}
/** Rights that a field's role gives by itself. */
const ROLES: Partial<Record<Role, 'operator' | 'module' | 'ownership'>> = {
  operator: 'operator',
  module: 'module',
  owner: 'ownership',
}
const ALL = 2n ** 256n - 1n

const CODES = {
  collection: 'approvalForAll',
  operator: 'operator',
  borrowing: 'borrowing',
  module: 'fullControl',
  ownership: 'ownership',
} as const satisfies Partial<Record<Permission['kind'], RiskCode>>

/** The permissions that a call gives. */
export function permissionsIn({ call, known }: DecodedCall): Permission[] {
  if (!known) return []
  const { signature, args, clear } = known
  const found: Permission[] = approvalsIn(clear).map(({ spender, token, ...rest }) => {
    return { kind: 'tokens', to: spender, contract: token, ...rest }
  })
  const spender = clear.fields.find(({ role }) => role === 'spender')?.value
  for (const { role, value } of clear.fields) {
    const kind = role && ROLES[role]
    if (kind && value.kind === 'address') {
      found.push({ kind, to: value.address, contract: call.to! })
    }
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
  const isGiven = !['false', '0'].includes(args[on]!.value!)
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
  // It may be a person's account whose code the node could not tell.
  if (party?.kind === 'unknown' && !party.name) {
    found.push({ code: 'unknownAddress', address: spender })
  }
  if (party?.resembles) {
    found.push({ code: 'lookAlikeAddress', address: spender, other: party.resembles })
  }
  return found
}
