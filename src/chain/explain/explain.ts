/**
 * Explains a site's transaction in steps: first the decoded calls, then the owners of the addresses, then the node's
 * simulation. The same goes for a batch. It always ends: facts that cannot be found in time are reported as unknown.
 */
import { deadline } from '../../shared/deadline.js'
import type { Call } from '../clear-signing/calldata.js'
import type { ClearValue, Descriptor, Hex, Standard } from '../clear-signing/descriptor.js'
import { type DecodedCall, decodeCall, flatten } from '../decode/decode.js'
import {
  describeAddress,
  type KnownAddresses,
  NONE_KNOWN,
  type Party,
  unasked,
} from '../parties/parties.js'
import { codeOnce, type Node } from '../reads/contract-reads.js'
import { describeTokens, type TokenInfo } from '../reads/token-info.js'
import type { Ahead, Price } from '../requests/transaction.js'
import { permissionsIn } from '../risks/permissions.js'
import type { Risk } from '../risks/risk.js'
import { risksOf } from '../risks/risks.js'
import { simulate } from '../simulate/simulate.js'
import type { Simulation } from '../simulate/simulation.js'
import { unique } from '../values/addresses.js'
import { concernedBy } from './carried-risks.js'

/** Milliseconds for the whole explanation; each request to the node has a separate deadline. */
const TIME = 30_000
/** Milliseconds for all third-party descriptors. The explanation does not wait longer for them. */
const DESCRIBING_TIME = 5_000
/** Contracts whose descriptors are loaded. */
const MAX_DESCRIBED = 20
/** Addresses that are looked up: a page can name as many as it likes. */
const MAX_PARTIES = 40
const MAX_TOKENS = 20

export interface Explanation {
  /** In the order of sending. */
  calls: DecodedCall[]
  /** By lower-case address. */
  parties: ReadonlyMap<string, Party>
  tokens: ReadonlyMap<string, TokenInfo>
  /** Absent until the node has played it. */
  simulation?: Simulation
  risks: Risk[]
  /** The explanation is complete. */
  isWhole: boolean
}

/** Descriptors that others wrote for a contract. It does not reject. */
export type Describe = (chainId: number, address: Hex) => Promise<readonly Descriptor[]>

/** Gas and fees of the calls, once known. */
export interface Plan {
  /** Gas that each is sent with. */
  limits: readonly bigint[]
  /** Transactions that the chain executes first. */
  ahead: readonly Ahead[]
  /** Price of the gas. */
  price?: Price | undefined
}

export interface Subject {
  /** Executed in sequence, all from one account on one chain. */
  calls: readonly Call[]
  /** Symbol of the chain's coin: a token with it is a fake. */
  ticker: string
}

/**
 * @param onProgress - Given each step, the first at once.
 * @returns The last step. It does not reject.
 */
export async function explain(
  subject: Subject,
  source: Node,
  {
    people = NONE_KNOWN,
    describe = async () => [],
    plan,
    onProgress = () => {},
  }: {
    people?: KnownAddresses
    describe?: Describe
    /** Gas and fees of the calls, once known, for the simulation. Does not reject. */
    plan?: Promise<Plan | undefined> | undefined
    onProgress?: (explanation: Explanation) => void
  } = {},
): Promise<Explanation> {
  const { calls, ticker } = subject
  const { chainId, from } = calls[0]!
  const node = codeOnce(source)
  const parties = new Map<string, Party>()
  /** Addresses that the node was asked about. */
  const asking = new Map<string, Promise<void>>()
  const tokens = new Map<string, TokenInfo>()
  const descriptions = new Map<string, readonly Descriptor[]>()
  let simulation: Simulation | undefined
  /** Contracts that were asked whether they are tokens. */
  const lookedUp = new Set<string>()
  /** Addresses that get a permission in the play. */
  let allowed: readonly Hex[] = []
  let isOver = false
  const tell = () => isOver || onProgress(now())
  /** Addresses without an answer from the node: at the end they count as unknown, and are compared with known ones. */
  const unanswered = (decoded: readonly DecodedCall[]) =>
    unique([from, ...decoded.flatMap(addressesIn), ...allowed])
      .filter((one) => !parties.has(one.toLowerCase()))
      .map((one): [string, Party] => [one.toLowerCase(), unasked(one, chainId, people)])
  /** Kept until more is known of tokens or functions. */
  let decoded: DecodedCall[] | undefined
  const decode = () => {
    const standards = new Map<string, Standard>()
    for (const [address, { standard }] of tokens) standards.set(address, standard)
    return calls.map((call) => decodeCall(call, standards, descriptions))
  }
  const now = (isWhole = false): Explanation => {
    decoded ??= decode()
    const known = {
      calls: decoded,
      parties: new Map([...parties, ...(isWhole ? unanswered(decoded) : [])]),
      // For a token that was not asked, it is unknown whether an amount is the whole supply.
      isUnasked: isWhole && decoded.flatMap(lentBy).some((one) => !lookedUp.has(one.toLowerCase())),
      tokens: new Map(tokens),
      ...(simulation && { simulation }),
    }
    const context = { account: from, chainId, ticker, people }
    return { ...known, risks: risksOf(known, context), isWhole }
  }
  const lookUpTokens = async (addresses: readonly Hex[]) => {
    const asked = addresses.filter((one) => !tokens.has(one.toLowerCase())).slice(0, MAX_TOKENS)
    const described = await describeTokens(node, asked)
    for (const one of asked) lookedUp.add(one.toLowerCase())
    for (const info of described) tokens.set(info.address.toLowerCase(), info)
    if (described.length) decoded = undefined
  }
  const first = now()
  onProgress(first)
  const weighty = first.calls.flatMap(concernedBy) as Hex[]
  const named = unique([from, ...weighty, ...first.calls.flatMap(addressesIn)]).slice(
    0,
    MAX_PARTIES,
  )
  const targets = unique([...first.calls.flatMap(lentBy), ...first.calls.flatMap(tokensIn)])
  const meetAll = (addresses: readonly Hex[]) => Promise.all(addresses.map(meet))
  const meet = (address: Hex): Promise<void> => {
    const key = address.toLowerCase()
    const asked =
      asking.get(key) ??
      describeAddress(node, address, chainId, people).then((party) => {
        parties.set(key, party)
        // Without an answer, the next step asks again.
        if (party.kind === 'unknown') asking.delete(key)
      })
    asking.set(key, asked)
    return asked
  }
  const meeting = async () => {
    await meetAll(named)
    await lookUpTokens(targets)
    tell()
  }
  const describing = async () => {
    // Inner calls appear only once the outer call is described, so this repeats.
    for (;;) {
      const left = MAX_DESCRIBED - descriptions.size
      const wanted = unique(now().calls.flatMap(undescribedIn))
        .filter((one) => !descriptions.has(one.toLowerCase()))
        .slice(0, left)
      if (!wanted.length) break
      const found = await Promise.all(wanted.map((one) => describe(chainId, one)))
      for (const [at, one] of wanted.entries()) descriptions.set(one.toLowerCase(), found[at]!)
      if (found.some(({ length }) => length)) decoded = undefined
    }
    if (![...descriptions.values()].some(({ length }) => length)) return
    tell()
    const { calls: described } = now()
    const others = unique(described.flatMap(addressesIn))
      .filter((one) => !named.includes(one) && !parties.has(one.toLowerCase()))
      .slice(0, MAX_PARTIES)
    await Promise.all([meetAll(others), lookUpTokens(unique(described.flatMap(tokensIn)))])
    tell()
  }
  const playing = async () => {
    const { limits = [], ahead = [], price } = (await plan) ?? {}
    const limited = calls.map((call, at) => ({ ...call, gas: limits[at] ?? call.gas }))
    const before = ahead.map((call) => ({ ...call, chainId }))
    const played = await simulate(node, limited, targets.slice(0, MAX_TOKENS), before, price)
    const touched = touchedBy(played)
    allowed = touched.allowed
    // Keep the simulation's result even if the tokens cannot be asked.
    await Promise.allSettled([lookUpTokens(touched.tokens), meetAll(allowed)])
    if (isOver) return
    simulation = played
    tell()
  }
  const told = deadline(describing(), DESCRIBING_TIME, 'descriptors').catch(() => {})
  await deadline(Promise.all([meeting(), playing(), told]), TIME, 'explain').catch(() => {})
  isOver = true
  simulation ??= { status: 'unavailable' }
  const last = now(true)
  onProgress(last)
  return last
}

/** Contracts with functions that our descriptors do not have. */
const undescribedIn = (decoded: DecodedCall): Hex[] =>
  flatten(decoded).flatMap(({ call, kind, known }) =>
    kind === 'call' && !known && call.to ? [call.to] : [],
  )

/** Every address that the calls name, without duplicates. */
function addressesIn(decoded: DecodedCall): Hex[] {
  const found = flatten(decoded).flatMap(({ call, known, described }) => [
    ...(call.to ? [call.to] : []),
    ...((known ?? described)?.clear.fields ?? []).flatMap(({ value }) =>
      value.kind === 'address' ? [value.address] : [],
    ),
  ])
  return unique(found)
}

/** Tokens that the call lets others spend. */
const lentBy = (decoded: DecodedCall): Hex[] =>
  flatten(decoded)
    .flatMap(permissionsIn)
    .flatMap((one) => (one.kind === 'tokens' && one.amount ? (one.contract ?? []) : []))

/** Addresses that may be tokens: call targets, and the tokens of amounts. */
function tokensIn(decoded: DecodedCall): Hex[] {
  const found = flatten(decoded).flatMap(({ call, kind, known, described }) => [
    ...(call.to && kind === 'call' ? [call.to] : []),
    ...((known ?? described)?.clear.fields ?? []).flatMap(({ value }) => tokenOf(value) ?? []),
  ])
  return unique(found)
}

const tokenOf = (value: ClearValue): Hex | undefined =>
  value.kind === 'token' ? value.token : value.kind === 'nft' ? value.collection : undefined

/** Contracts whose tokens move or may be taken, and the addresses that may take them. */
function touchedBy(simulation: Simulation | undefined): { tokens: Hex[]; allowed: Hex[] } {
  if (simulation?.status === 'failed') return touchedBy(simulation.others)
  if (simulation?.status !== 'done') return { tokens: [], allowed: [] }
  const { changes, permissions } = simulation
  const moved = changes.flatMap((change) =>
    change.kind === 'token' ? [change.token] : change.kind === 'nft' ? [change.collection] : [],
  )
  return {
    tokens: unique([...moved, ...permissions.flatMap(({ contract }) => contract ?? [])]),
    allowed: unique(permissions.map(({ to }) => to)),
  }
}
