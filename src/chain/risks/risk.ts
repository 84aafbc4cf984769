/** What may be wrong, by name, and what rules know when they look for it. */
import type { Hex } from '../clear-signing/descriptor.js'
import type { DecodedCall } from '../decode/decode.js'
import type { KnownAddresses, Party } from '../parties/parties.js'
import type { TokenInfo } from '../reads/token-info.js'
import type { Simulation } from '../simulate/simulation.js'

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
  spenderUnknown: 'danger',
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
  people: KnownAddresses
}

export type Found = Omit<Risk, 'severity'>

export const withSeverity = (risk: Found): Risk => ({ ...risk, severity: SEVERITIES[risk.code] })
