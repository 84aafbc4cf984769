/** Plain rules, run here, that say what may be wrong. They ask nobody, and each is one sentence on the screen. */
import type { Hex } from '../clear-signing/descriptor.js'
import { type DecodedCall, flatten } from '../decode/decode.js'
import type { Acquaintances, Party } from '../parties/parties.js'
import type { TokenInfo } from '../reads/token-info.js'
import type { Simulation } from '../simulate/simulation.js'
import { callRisks } from './call-risks.js'
import { imitated } from './look-alikes.js'
import { permissionRisks } from './permissions.js'

/** `danger`: most who do this lose something. `warning`: look twice. `note`: good to know. */
export type Severity = 'danger' | 'warning' | 'note'

const SEVERITIES = {
  fails: 'danger',
  unlimitedApproval: 'danger',
  approvalForAll: 'danger',
  operator: 'danger',
  borrowing: 'danger',
  unreadable: 'danger',
  spenderIsPerson: 'danger',
  toTokenContract: 'danger',
  toDeadEnd: 'danger',
  dataToPerson: 'danger',
  lookAlikeAddress: 'danger',
  lookAlikeToken: 'danger',
  ownership: 'danger',
  upgrade: 'danger',
  fullControl: 'danger',
  unknownWithValue: 'warning',
  unseen: 'warning',
  givesForNothing: 'warning',
  othersGet: 'warning',
  zeroTransfer: 'warning',
  toSelf: 'warning',
  mayNotTake: 'warning',
  highFee: 'warning',
  cut: 'warning',
  deploy: 'note',
  ownCode: 'note',
  unknownFunction: 'note',
  firstContract: 'note',
  firstPerson: 'note',
} as const satisfies Record<string, Severity>
export type RiskCode = keyof typeof SEVERITIES

export interface Risk {
  code: RiskCode
  severity: Severity
  /** Which of the calls; absent if it is about all. */
  index?: number
  /** Whom or what it is about. */
  address?: Hex
  /** Whom that resembles. */
  other?: Hex
  /** What a token pretends to be. */
  symbol?: string
}

export interface Known {
  calls: readonly DecodedCall[]
  parties: ReadonlyMap<string, Party>
  tokens: ReadonlyMap<string, TokenInfo>
  simulation?: Simulation
}
export interface RiskContext {
  account: Hex
  chainId: number
  ticker: string
  people: Acquaintances
}
export type Found = Omit<Risk, 'severity'>

/** The worst first. */
export function risksOf(known: Known, context: RiskContext): Risk[] {
  const found = [
    ...ofSimulation(known.simulation, known),
    ...known.calls.flatMap((call, index) =>
      flatten(call).flatMap((one) =>
        callRisks(one, known, context).map((risk) => ({ ...risk, index })),
      ),
    ),
    ...ofAccount(known, context),
    ...ofTokens(known, context),
  ]
  const unique = new Map(found.map((risk) => [key(risk), withSeverity(risk)]))
  return [...unique.values()].sort((one, other) => rank(one) - rank(other))
}

export const withSeverity = (risk: Found): Risk => ({ ...risk, severity: SEVERITIES[risk.code] })

/** One sentence for the same thing, however many calls do it. */
const key = ({ code, address = '0x', other = '0x' }: Found): string =>
  `${code} ${address.toLowerCase()} ${other.toLowerCase()}`

const rank = ({ severity }: Risk): number => ['danger', 'warning', 'note'].indexOf(severity)

function ofSimulation(simulation: Simulation | undefined, known: Known): Found[] {
  const { calls } = known
  switch (simulation?.status) {
    case undefined:
      return []
    case 'failed': {
      const { index, others } = simulation
      const rest = { ...known, calls: calls.filter((_, at) => at !== index) }
      return [{ code: 'fails', index }, ...ofSimulation(others, rest)]
    }
    case 'unseen':
    case 'unavailable':
      return [{ code: calls.flatMap(flatten).every(isReadable) ? 'unseen' : 'unreadable' }]
    case 'done': {
      const { changes, permissions, isUnclear } = simulation
      const isLoss = changes.length > 0 && changes.every(({ change }) => change < 0n)
      const isGift = calls.every((call) => isPlainSending(call))
      return [
        ...(isUnclear ? [{ code: 'unreadable' } as const] : []),
        ...permissions.flatMap((one) => permissionRisks(one, known)),
        ...(isLoss && !isGift ? [{ code: 'givesForNothing' } as const] : []),
      ]
    }
  }
}

/** Whether its data says what it does; a contract that is made has no account of the person's in its hands. */
const isReadable = ({ kind, known, isCut }: DecodedCall): boolean =>
  !isCut && (kind !== 'call' || !!known)

/** What says itself that it gives something away. */
const isPlainSending = ({ kind, known, inner }: DecodedCall): boolean =>
  kind !== 'call' ||
  (!!known &&
    (/^(Send|Move|Destroy) /.test(known.clear.intent) ||
      (inner.length > 0 && inner.every(isPlainSending))))

/** It has lent itself to a contract (EIP-7702), on this chain. */
function ofAccount({ parties }: Known, { account }: RiskContext): Found[] {
  const delegate = parties.get(account.toLowerCase())?.delegate
  return delegate ? [{ code: 'ownCode', address: delegate }] : []
}

function ofTokens({ tokens }: Known, { chainId, ticker, people }: RiskContext): Found[] {
  const watched = people.tokens ?? []
  return [...tokens.values()].flatMap((token) => {
    const symbol = imitated(token, { chainId, ticker, watched })
    return symbol ? [{ code: 'lookAlikeToken' as const, address: token.address, symbol }] : []
  })
}
