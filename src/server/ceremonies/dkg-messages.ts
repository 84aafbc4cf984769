/** Messages of a key generation, and the checks for each. */

import { ristretto255_FROST as frost } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/curves/utils.js'
import { type CryptoKey, compactDecrypt, importJWK } from 'jose'
import * as z from 'zod/mini'

import { PublicKey } from '../../protocol/login.js'
import { WalletError } from '../../shared/errors.js'
import { refusal } from './ceremony.js'

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)))

/** Round 1, for all: commitments to a random polynomial, and the proof that its sender knows it. */
export const Broadcast = z.object({
  /** URL of this participant's node. */
  url: z.url(),
  commitment: z.array(hex(32)),
  proofOfKnowledge: hex(64),
  /** Public key for round 2 messages to this participant. */
  key: PublicKey,
})
export type Broadcast = z.infer<typeof Broadcast>

/** Round 2: a digest of round 1 as seen, and by receiver the polynomial's value there, as a JWE. */
export const Shares = z.object({ transcript: hex(32), shares: z.record(z.string(), z.string()) })

/** How many participants there are, and how many make a key. */
export interface Sizes {
  of: number
  threshold: number
}

export const idOf = (index: number) => frost.Identifier.fromNumber(index)

export const toPackage = (sender: number, { commitment, proofOfKnowledge }: Broadcast) => ({
  identifier: idOf(sender),
  commitment: commitment.map(hexToBytes),
  proofOfKnowledge: hexToBytes(proofOfKnowledge),
})

/**
 * Checks one broadcast. noble checks all at once and does not name the wrong one, so it gets this broadcast among valid
 * ones made for the purpose.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the sender.
 */
export async function checkBroadcast(
  sender: number,
  broadcast: Broadcast,
  { of, threshold }: Sizes,
): Promise<void> {
  const [reader, ...others] = Array.from({ length: of }, (_, i) => i + 1)
    .filter((index) => index !== sender)
    .map((index) => frost.DKG.round1(idOf(index), { min: threshold, max: of }))
  try {
    const packages = [toPackage(sender, broadcast), ...others.map((other) => other.public)]
    frost.DKG.round2(reader!.secret, packages)
    await importJWK(broadcast.key, 'ECDH-ES')
  } catch {
    throw refusal(sender, 'sent commitments without a valid proof')
  }
}

/** @throws {WalletError} `INVALID_ARGUMENT` if two nodes would answer at one place: one of both would never be asked. */
export function checkUrls(members: ReadonlyMap<number, { url?: string | undefined }>): void {
  const seen = new Map<string, number>()
  for (const [index, { url }] of [...members].sort(([a], [b]) => a - b)) {
    if (!url) continue
    const place = new URL(url).href
    const other = seen.get(place)
    if (other !== undefined) {
      const who = `Participants ${other} and ${index} both have --url ${place}`
      throw new WalletError('INVALID_ARGUMENT', `${who}: give each node its own. No share changed.`)
    }
    seen.set(place, index)
  }
}

/** Whether a share lies on the polynomial that its sender committed to (Feldman 1987). */
export function isOn(
  { commitment }: Broadcast,
  signingShare: Uint8Array<ArrayBuffer>,
  index: number,
  { of, threshold }: Sizes,
): boolean {
  const signers = { min: threshold, max: of }
  const commitments = commitment.map(hexToBytes)
  const secret = { identifier: idOf(index), signingShare }
  try {
    frost.validateSecret(secret, { signers, commitments, verifyingShares: {} })
    return true
  } catch {
    return false
  }
}

/** The 32 bytes in a JWE; empty if it cannot be opened or holds anything else. */
export async function open(
  jwe: string | undefined,
  key: CryptoKey,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { plaintext } = await compactDecrypt(jwe ?? '', key)
    return hexToBytes(hex(32).parse(new TextDecoder().decode(plaintext)))
  } catch {
    return new Uint8Array()
  }
}
