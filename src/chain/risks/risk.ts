/** The names of risks, and the facts that the rules look at. */
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
  refund: 'warning',
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
  /** Which of the calls; absent if it is about all. */
  index?: number
  /** The address or contract at risk. */
  address?: Hex
  /** The known address that it resembles. */
  other?: Hex
  /** What a token pretends to be. */
  symbol?: string
  /** What a contract is called in the data, and how it calls itself. */
  name?: { said: string; own?: string }
}

export interface Known {
  calls: readonly DecodedCall[]
  parties: ReadonlyMap<string, Party>
  tokens: ReadonlyMap<string, TokenInfo>
  simulation?: Simulation
  /** There are tokens among them, which others may take, that were not looked at. */
  isUnasked?: boolean
}

export interface RiskContext {
  account: Hex
  chainId: number
  ticker: string
  people: KnownAddresses
}

/** With a severity where that is milder than the list has it. */
export type Found = Omit<Risk, 'severity'> & { severity?: Severity }

export const withSeverity = (risk: Found): Risk => ({ severity: SEVERITIES[risk.code], ...risk })

/** The worst first, each once: one sentence for the same thing, however many calls do it. */
export function ranked(found: readonly Found[]): Risk[] {
  const unique = new Map(found.map((risk) => [key(risk), withSeverity(risk)]))
  return [...unique.values()].sort((one, other) => rank(one) - rank(other))
}

const key = ({ code, address = '0x', other = '0x' }: Found): string =>
  `${code} ${address.toLowerCase()} ${other.toLowerCase()}`

const rank = ({ severity }: Risk): number => ['danger', 'warning', 'note'].indexOf(severity)
