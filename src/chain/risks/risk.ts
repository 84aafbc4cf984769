/** The names of risks, and the facts that the rules look at. */
import type { Hex } from '../clear-signing/descriptor.js'
import type { DecodedCall } from '../decode/decode.js'
import type { KnownAddresses, Party } from '../parties/parties.js'
import type { TokenInfo } from '../reads/token-info.js'
import type { Simulation } from '../simulate/simulation.js'

/** `danger`: most people who approve this lose something. `warning`: look twice. `note`: good to know. */
export type Severity = 'danger' | 'warning' | 'note'

const SEVERITIES = {
  fails: 'danger',
  unlimitedApproval: 'danger',
  approvalForAll: 'danger',
  operator: 'danger',
  borrowing: 'danger',
  unreadable: 'danger',
  spenderIsPerson: 'danger',
  unknownAddress: 'danger',
  toTokenContract: 'danger',
  toDeadEnd: 'danger',
  dataToPerson: 'danger',
  lookAlikeAddress: 'danger',
  lookAlikeToken: 'danger',
  ownership: 'danger',
  upgrade: 'danger',
  fullControl: 'danger',
  givesForNothing: 'danger',
  othersGet: 'danger',
  cut: 'danger',
  refund: 'danger',
  nextToNothing: 'danger',
  smallShare: 'danger',
  openOrder: 'danger',
  hiddenAction: 'danger',
  noContract: 'danger',
  noContractNamed: 'danger',
  nowhere: 'danger',
  otherContract: 'danger',
  otherName: 'danger',
  anyChain: 'warning',
  notToken: 'warning',
  uncheckedAddress: 'warning',
  otherAccount: 'warning',
  forLong: 'warning',
  forEver: 'warning',
  over: 'warning',
  unseen: 'warning',
  zeroTransfer: 'warning',
  toSelf: 'warning',
  mayNotTake: 'warning',
  highFee: 'warning',

  deploy: 'note',
  ownCode: 'note',
  unknownFunction: 'note',
  firstPerson: 'note',
} as const satisfies Record<string, Severity>

export type RiskCode = keyof typeof SEVERITIES

export interface Risk {
  code: RiskCode
  severity: Severity
  /** Index of the call; absent if the risk is about all calls. */
  index?: number
  /** The address or contract at risk. */
  address?: Hex
  /** The known address that it resembles. */
  other?: Hex
  /** Symbol that a token imitates. */
  symbol?: string
  /** Name of the contract in the data, and the name that the contract reports. */
  name?: { said: string; own?: string }
}

export interface Known {
  calls: readonly DecodedCall[]
  parties: ReadonlyMap<string, Party>
  tokens: ReadonlyMap<string, TokenInfo>
  simulation?: Simulation
  /** Some tokens that others may take were not looked up. */
  isUnasked?: boolean
}

export interface RiskContext {
  account: Hex
  chainId: number
  ticker: string
  people: KnownAddresses
}

/** A risk; `severity` only if it is milder than in the list. */
export type Found = Omit<Risk, 'severity'> & { severity?: Severity }

export const withSeverity = (risk: Found): Risk => ({ severity: SEVERITIES[risk.code], ...risk })

/** The worst first, each once: one sentence for the same thing, however many calls do it. */
export function ranked(found: readonly Found[]): Risk[] {
  const sorted = found.map(withSeverity).sort((one, other) => rank(one) - rank(other))
  return sorted.filter((risk, at) => at === sorted.findIndex((one) => key(one) === key(risk)))
}

const key = ({ code, address = '0x', other = '0x' }: Found): string =>
  `${code} ${address.toLowerCase()} ${other.toLowerCase()}`

const rank = ({ severity }: Risk): number => ['danger', 'warning', 'note'].indexOf(severity)
