/** What participants of a change of members send each other, and how each of it is checked. */

import { hexToBytes } from '@noble/curves/utils.js'
import * as z from 'zod/mini'

import { interpolate, publicKeyOf, weight } from '../../keys/oprf.js'
import { PublicKey } from '../../protocol/login.js'
import { WalletError } from '../../shared/errors.js'
import { generationOf, type Network } from '../keys/generation.js'
import { addPoints, commitmentAt, scalePoint } from '../keys/polynomial.js'
import { checkNetwork, checkSizes } from '../keys/shares.js'
import { refusal } from './ceremony.js'

/** 32 bytes. */
const Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Round 1, for all: of a dealer the commitments to its polynomial. */
export const Opening = z.object({
  /** Public key for round 2 messages to this participant. */
  key: PublicKey,
  /** Only from future members: URL of the node. */
  url: z.optional(z.url()),
  commitment: z.optional(z.array(Hex)),
})
export type Opening = z.infer<typeof Opening>

/** Round 2: a digest of round 1 as seen, and of a dealer its polynomial's value by receiver, as a JWE. */
export const Values = z.object({ transcript: Hex, values: z.record(z.string(), z.string()) })

/** The planned change: every participant has to be given the same. */
export interface Plan {
  /** The current network. */
  network: Network
  /** Members of now who pass their shares on: at least the threshold. */
  dealers: number[]
  /** Members to be. One that stays keeps its index. */
  members: number[]
  /** Shares needed for a key. */
  threshold: number
}

/** @throws {WalletError} `INVALID_ARGUMENT` */
export function checkPlan({ network, dealers, members, threshold }: Plan): void {
  checkNetwork(network)
  checkSizes(members.length, threshold)
  for (const indexes of [dealers, members]) {
    if (
      new Set(indexes).size < indexes.length ||
      indexes.some((index) => index < 1 || index > 255)
    ) {
      throw new WalletError('INVALID_ARGUMENT', `Expected different indexes, got ${indexes}.`)
    }
  }
  const stranger = dealers.find((dealer) => !network.nodes.some(({ index }) => index === dealer))
  if (stranger !== undefined) {
    throw new WalletError('INVALID_ARGUMENT', `Dealer ${stranger} is no member of the network.`)
  }
  if (dealers.length < network.threshold) {
    const detail = `${network.threshold} dealers are needed, ${dealers.length} are there.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
}

/** The plan as a text, which must be equal for all participants. */
export const planText = ({ network, dealers, members, threshold }: Plan): string => {
  const now = `${generationOf(network)} of key ${network.groupKey}`
  return `new shares after ${now}: dealers ${dealers}, members ${members}, threshold ${threshold}`
}

/** All that take part. */
export const participantsOf = ({ dealers, members }: Plan): number[] =>
  [...new Set([...dealers, ...members])].sort((a, b) => a - b)

/**
 * Checks an opening: at 0, a dealer's polynomial must have its share times its Lagrange weight. This is checked against
 * the current public keys, so that no dealer can change the key.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the sender.
 */
export function checkOpening(sender: number, opening: Opening, plan: Plan): void {
  if (plan.members.includes(sender) !== (opening.url !== undefined)) {
    throw refusal(sender, 'is in doubt whether it will be a member')
  }
  const { commitment } = opening
  if (plan.dealers.includes(sender) !== (commitment !== undefined)) {
    throw refusal(sender, 'is in doubt whether it is a dealer')
  }
  if (!commitment) return
  const { publicKey } = plan.network.nodes.find(({ index }) => index === sender)!
  const expected = scalePoint(publicKey, weight(sender, plan.dealers))
  if (
    commitment.length !== plan.threshold ||
    commitment[0] !== expected ||
    !arePoints(commitment)
  ) {
    throw refusal(sender, 'did not commit to its share')
  }
}

/** Whether a value lies on the polynomial that its sender committed to. */
export function isOn(commitment: readonly string[], value: string, index: number): boolean {
  try {
    return publicKeyOf(hexToBytes(value)) === commitmentAt(commitment, index)
  } catch {
    return false
  }
}

/** The public half of the result. @throws {WalletError} `INVALID_ARGUMENT` if its key differs. */
export function nextNetwork(plan: Plan, openings: ReadonlyMap<number, Opening>): Network {
  const commitments = plan.dealers.map((dealer) => openings.get(dealer)!.commitment!)
  const nodes = plan.members
    .toSorted((a, b) => a - b)
    .map((index) => ({
      index,
      url: openings.get(index)!.url!,
      publicKey: addPoints(commitments.map((commitment) => commitmentAt(commitment, index))),
    }))
  const generation = plan.network.generation + 1
  const { groupKey } = plan.network
  const network = { threshold: plan.threshold, groupKey, nodes, generation }
  checkNetwork(network)
  return network
}

function arePoints(commitment: readonly string[]): boolean {
  try {
    interpolate(commitment.map((element, i) => ({ index: i + 1, element })))
    return true
  } catch {
    return false
  }
}
