/** The risks of one call. */
import type { ClearCall } from '../clear-signing/calldata.js'
import type { ClearField, Hex } from '../clear-signing/descriptor.js'
import { type DecodedCall, flatten } from '../decode/decode.js'
import { payeesIn } from '../decode/position-actions.js'
import { isBatcher } from '../parties/known-contracts.js'
import { isDeadEnd, ZERO } from '../parties/parties.js'
import { isEqual } from '../values/addresses.js'
import { permissionRisks, permissionsIn } from './permissions.js'
import type { Found, Known, RiskContext } from './risk.js'

const OWNERSHIP = /^(renounceOwnership|grantRoles?|removeOwner|changeThreshold|addOwnerPublicKey)\(/
/** A Safe's approval of a hash, which may stand for anything. */
const UNSEEN = /^approveHash\(/
/** Addresses 1 and 2, which Uniswap's newer routers read in swaps as the caller and the router itself. */
const STAND_INS = /^0x0{39}[12]$/
const SWAPS = /^exact(In|Out)put/
/** Gas beside that of the call, for which an honest relayer is paid. */
const MOST_GAS = 1_000_000n
/** Functions whose last argument can let the called contract's code act as the account itself. */
const BORROWING = /^exec\w*\(address,uint256,bytes,uint8\b/
/** Functions of contracts that make calls for anyone: what such a contract gets itself, anyone can take. */
const FOR_ANYONE = /^(try)?(blockAnd)?aggregate|^(batch|multicall)\(\(/i

export function callRisks(decoded: DecodedCall, known: Known, context: RiskContext): Found[] {
  const { call, kind, isCut } = decoded
  const found: Found[] = []
  if (isCut) found.push({ code: 'cut' })
  if (kind === 'create') return [...found, { code: 'deploy' }]
  const to = call.to!
  const party = known.parties.get(to.toLowerCase())
  if (kind === 'payment') {
    found.push(...recipientRisks(to, known, call.value === 0n))
    return found
  }
  if (party?.kind === 'person') found.push({ code: 'dataToPerson', address: to })
  if (!decoded.known) {
    // This warning refers to the simulation. Without one, the whole request is reported as unreadable.
    const isSeen = !['unseen', 'unavailable'].includes(known.simulation?.status ?? '')
    if (isSeen) found.push({ code: 'unknownFunction', address: to })
    return found
  }
  return [...found, ...functionRisks(decoded, known, context)]
}

function functionRisks(decoded: DecodedCall, known: Known, { account }: RiskContext): Found[] {
  const { call, inner } = decoded
  const { signature, clear, args, name } = decoded.known!
  const found: Found[] = []
  if (OWNERSHIP.test(signature)) found.push({ code: 'ownership', address: call.to! })
  if (UNSEEN.test(signature)) found.push({ code: 'unreadable' })
  if (clear.fields.some(({ role }) => role === 'code')) {
    found.push({ code: 'upgrade', address: call.to! })
  }
  const isDelegated =
    BORROWING.test(signature) && args[3]?.value !== '0' && !isBatcher(args[0]?.value ?? '')
  if (name === 'execTransaction') {
    const [baseGas = 0n, gasPrice = 0n] = [5, 6].map((at) => BigInt(args[at]!.value!))
    const [gasToken, to] = [7, 8].map((at) => args[at]!.value as Hex) as [Hex, Hex]
    // The zero address stands for the account that sends the transaction.
    const isOwn = [account, ZERO].some((one) => isEqual(to, one))
    if (!isOwn) found.push(...refundRisks({ baseGas, gasPrice, gasToken }))
  }
  if (isDelegated) found.push({ code: 'fullControl', address: inner[0]?.call.to ?? call.to! })
  found.push(...permissionsIn(decoded).flatMap((one) => permissionRisks(one, known)))
  if (name === 'modifyLiquidities') found.push(...positionRisks(decoded, known, account))
  for (const field of clear.fields) found.push(...fieldRisks(field, decoded, known, account))
  return found
}

/** The addresses that get tokens or a new position. */
function positionRisks(decoded: DecodedCall, known: Known, account: Hex): Found[] {
  const payees = payeesIn(decoded.known!.args[0]!.value as Hex)
  if (!payees) return [{ code: 'unreadable' }]
  return payees
    .filter((one) => !STAND_INS.test(one))
    .flatMap((address) => {
      const value = { kind: 'address', address } as const
      return fieldRisks({ label: '', role: 'beneficiary', value }, decoded, known, account)
    })
}

/**
 * What a Safe pays for being asked. Of coins, the price is at most that of the network: only gas that was not used can cost
 * more than the network's fee.
 */
export function refundRisks({
  baseGas,
  gasPrice,
  gasToken,
}: {
  baseGas: bigint
  gasPrice: bigint
  gasToken: string
}): Found[] {
  if (!gasPrice) return []
  const isFee = isEqual(gasToken, ZERO) && baseGas <= MOST_GAS
  return [{ code: 'refund', ...(isFee && { severity: 'warning' }) }]
}

function fieldRisks(
  { role, value }: ClearField,
  { call, known: own }: DecodedCall,
  known: Known,
  account: Hex,
): Found[] {
  if (value.kind !== 'address') return []
  const to = value.address
  if (role === 'beneficiary') {
    if (isEqual(to, account)) return []
    // A Safe that the account controls is the beneficiary: no other party gains.
    if (isEqual(to, call.from) && !isForAnyone(to, known)) return []
    if (staysInRouter(to, call.to!, own!)) return []
    // If the account receives something too, others get only a part: a milder warning.
    return [{ code: 'othersGet', address: to, ...(getsSome(known) && { severity: 'warning' }) }]
  }
  if (role !== 'recipient') return []
  const fields = own!.clear.fields
  const isNothing = fields.some((one) => one.value.kind === 'token' && one.value.amount === 0n)
  const found = recipientRisks(to, known, isNothing)
  const isToken = known.tokens.has(to.toLowerCase()) || (!!call.to && isEqual(to, call.to))
  return isToken ? [{ code: 'toTokenContract', address: to }, ...found] : found
}

/** Whether the address makes calls for everyone, and has nothing itself. */
export const isForAnyone = (address: Hex, { calls }: Known): boolean =>
  calls
    .flatMap(flatten)
    .some(
      ({ call, known }) =>
        isEqual(call.to ?? ZERO, address) && FOR_ANYONE.test(known?.signature ?? ''),
    )

/** Whether Uniswap's contract keeps it for the calls after this one. Elsewhere, what a contract gets itself is lost. */
function staysInRouter(to: Hex, router: Hex, { name, clear }: ClearCall): boolean {
  // When collecting from a position, the zero address means the position contract itself.
  if (name === 'collect') return isEqual(to, router) || isEqual(to, ZERO)
  if (!SWAPS.test(name)) return false
  // The older routers, whose swaps have a deadline, read the zero address as the router.
  const isOlder = clear.fields.some(({ value }) => value.kind === 'date')
  return isEqual(to, router) || (isOlder ? isEqual(to, ZERO) : STAND_INS.test(to))
}

const getsSome = ({ simulation }: Known): boolean =>
  simulation?.status === 'done' && simulation.changes.some(({ change }) => change > 0n)

function recipientRisks(to: Hex, known: Known, isNothing: boolean): Found[] {
  const party = known.parties.get(to.toLowerCase())
  const found: Found[] = []
  if (isDeadEnd(to)) found.push({ code: 'toDeadEnd', address: to })
  if (party?.resembles) {
    found.push({ code: 'lookAlikeAddress', address: to, other: party.resembles })
  } else if (party?.isFirst && party.kind !== 'contract' && !party.name && !found.length) {
    found.push({ code: 'firstPerson', address: to })
  }
  if (isNothing) found.push({ code: 'zeroTransfer', address: to })
  return found
}
