/** Risks of a recipient, by the rules of the confirmation, shown while the person still types. */

import type { Hex, Standard } from '../clear-signing/descriptor.js'
import { decodeCall } from '../decode/decode.js'
import { describeAddress, type KnownAddresses } from '../parties/parties.js'
import type { Asset } from '../reads/asset.js'
import type { Node } from '../reads/contract-reads.js'
import { describeTokens } from '../reads/token-info.js'
import { transferOf } from '../reads/transfers.js'
import { isEqual } from '../values/addresses.js'
import { type Risk, type RiskCode, withSeverity } from './risk.js'
import { risksOf } from './risks.js'

/** The risks that are about a recipient. */
const SHOWN: readonly RiskCode[] = [
  'toTokenContract',
  'toDeadEnd',
  'lookAlikeAddress',
  'firstPerson',
]

export interface Sending {
  account: Hex
  to: Hex
  chainId: number
  /** Symbol of the chain's coin. */
  ticker: string
  /** Absent: the coin. */
  asset?: Asset | undefined
}

/**
 * The worst first. If the node does not answer: the risks known without it, and a note that the address was not
 * checked.
 */
export async function recipientRisks(
  node: Node,
  { account, to, chainId, ticker, asset }: Sending,
  people: KnownAddresses,
): Promise<Risk[]> {
  if (isEqual(account, to)) return [withSeverity({ code: 'toSelf', address: to })]
  const contracts = asset ? [to, asset.address] : [to]
  const [party, described] = await Promise.all([
    describeAddress(node, to, chainId, people),
    describeTokens(node, contracts),
  ])
  const tokens = new Map(described.map((one) => [one.address.toLowerCase(), one]))
  const standards = new Map<string, Standard>()
  for (const [address, { standard }] of tokens) standards.set(address, standard)
  const call = { chainId, ...transferOf(asset, { from: account, to, amount: 1n }) }
  const known = {
    calls: [decodeCall(call, standards)],
    parties: new Map([[to.toLowerCase(), party]]),
    tokens,
  }
  const found = risksOf(known, { account, chainId, ticker, people })
  const risks = found.filter(({ code }) => SHOWN.includes(code))
  if (party.kind === 'unknown') {
    return [...risks, withSeverity({ code: 'uncheckedAddress', address: to })]
  }
  const isLost = risks.some(({ code }) => code === 'toTokenContract')
  const isFriend = !!people.names?.[to.toLowerCase()]
  return party.kind === 'contract' && !isLost && !isFriend
    ? [...risks, withSeverity({ code: 'mayNotTake', address: to })]
    : risks
}
