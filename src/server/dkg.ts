/**
 * Key generation without a dealer: each operator runs one participant, and no process ever holds the
 * secret. The protocol is Pedersen's with proofs of knowledge, as in FROST (Komlo, Goldberg 2020,
 * figure 1), by noble; what is added here is that a liar is named, and that all see the same broadcasts.
 */
import { createHash } from 'node:crypto'

import { ristretto255_FROST as frost } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/curves/utils.js'
import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK } from 'jose'
import * as z from 'zod/mini'

import { publicKeyOf } from '../keys/oprf.js'
import { PublicKey } from '../protocol/login.js'
import type { KeyNetwork } from '../protocol/service.js'
import { toHex, utf8 } from '../shared/encoding.js'
import { WalletError } from '../shared/errors.js'
import { Exchange, type ExchangeOptions } from './dkg-exchange.js'
import { checkNetwork, checkSizes, writeNetwork, writeShare } from './shares.js'

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)))

/** Round 1: commitments to a random polynomial, and the proof that its sender knows it. */
const Broadcast = z.object({
  of: z.int(),
  threshold: z.int(),
  /** Where this participant's node will answer. */
  url: z.url(),
  commitment: z.array(hex(32)),
  proofOfKnowledge: hex(64),
  /** What the others encrypt round 2 to. */
  key: PublicKey,
})
type Broadcast = z.infer<typeof Broadcast>

/** Round 2: what was seen in round 1, and each receiver's value of the polynomial, as a JWE. */
const Shares = z.object({ transcript: hex(32), shares: z.record(z.string(), z.string()) })

/** Round 3: whether it worked. */
const Verdict = z.object({ groupKey: z.optional(hex(32)), accused: z.optional(z.int()) })

export interface DkgOptions extends ExchangeOptions {
  threshold: number
  /** Where this participant's node will answer. */
  url: string
  /** This participant's own folder, for its share and `network.json`. Nobody else may read it. */
  dir: string
}

export interface DkgResult {
  network: KeyNetwork
  /** 32 hex digits that all operators must read the same: else somebody changed files on their way. */
  fingerprint: string
}

/**
 * Takes part in one key generation. Writes the share only after every participant confirmed.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the participant that lied; `TIMEOUT`, naming who is missing.
 */
export async function runDkg(options: DkgOptions): Promise<DkgResult> {
  const { index, of, threshold, url, dir } = options
  checkSizes(of, threshold)
  const signers = { min: threshold, max: of }
  const exchange = new Exchange(options)
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' })
  const { public: opening, secret } = frost.DKG.round1(idOf(index), signers)
  try {
    const own = Broadcast.parse({
      of,
      threshold,
      url,
      commitment: opening.commitment.map(toHex),
      proofOfKnowledge: toHex(opening.proofOfKnowledge),
      key: await exportJWK(publicKey),
    })
    await exchange.publish(1, own)
    const broadcasts = await exchange.collect(1, Broadcast)
    for (const [sender, broadcast] of broadcasts) checkBroadcast(sender, broadcast, options)

    const packages = [...broadcasts].map(([sender, broadcast]) => toPackage(sender, broadcast))
    const values = frost.DKG.round2(secret, packages)
    const transcript = transcriptOf(new Map(broadcasts).set(index, own))
    const shares: Record<string, string> = {}
    for (const [receiver, { key }] of broadcasts) {
      shares[receiver] = await seal(toHex(values[idOf(receiver)]!.signingShare), key)
    }
    await exchange.publish(2, { transcript, shares })

    const received = []
    for (const [sender, message] of await exchange.collect(2, Shares)) {
      if (message.transcript !== transcript) {
        throw lie(sender, 'saw other broadcasts of round 1 than this participant')
      }
      const signingShare = await open(message.shares[index], privateKey)
      const commitments = broadcasts.get(sender)!.commitment.map(hexToBytes)
      if (!isOn(commitments, signingShare, index, signers)) {
        await exchange.publish(3, { accused: sender })
        throw lie(sender, 'sent a share that is not the one it committed to')
      }
      received.push({ identifier: idOf(sender), signingShare: signingShare! })
    }
    const result = frost.DKG.round3(secret, packages, received)

    const groupKey = toHex(result.public.commitments[0]!)
    const urls = new Map([...broadcasts].map(([sender, broadcast]) => [sender, broadcast.url]))
    const nodes = Array.from({ length: of }, (_, i) => ({
      index: i + 1,
      url: urls.get(i + 1) ?? url,
      publicKey: toHex(result.public.verifyingShares[idOf(i + 1)]!),
    }))
    const network = { threshold, groupKey, nodes }
    checkNetwork(network)
    const share = publicKeyOf(result.secret.signingShare)
    if (share !== nodes[index - 1]!.publicKey) throw new WalletError('INTERNAL', 'The share.')

    await exchange.publish(3, { groupKey })
    for (const [sender, verdict] of await exchange.collect(3, Verdict)) {
      if (verdict.accused) throw lie(verdict.accused, `is accused by participant ${sender}`)
      if (verdict.groupKey !== groupKey) throw lie(sender, 'has another group key')
    }
    await writeShare(dir, {
      index,
      threshold,
      secret: toHex(result.secret.signingShare),
      publicKey: share,
      groupKey,
    })
    await writeNetwork(dir, network)
    return { network, fingerprint: transcript.slice(0, 32) }
  } finally {
    frost.DKG.clean(secret)
  }
}

const idOf = (index: number) => frost.Identifier.fromNumber(index)

const lie = (who: number, what: string) =>
  new WalletError('INVALID_ARGUMENT', `Participant ${who} ${what}. No share was written.`)

const toPackage = (sender: number, { commitment, proofOfKnowledge }: Broadcast) => ({
  identifier: idOf(sender),
  commitment: commitment.map(hexToBytes),
  proofOfKnowledge: hexToBytes(proofOfKnowledge),
})

/** noble checks all broadcasts at once and names none: so each one alone, among good ones made for it. */
function checkBroadcast(
  sender: number,
  broadcast: Broadcast,
  { index, of, threshold }: DkgOptions,
): void {
  if (broadcast.of !== of || broadcast.threshold !== threshold) {
    throw lie(sender, `wants ${broadcast.threshold} of ${broadcast.of} shares`)
  }
  const signers = { min: threshold, max: of }
  const decoys = Array.from({ length: of }, (_, i) => i + 1)
    .filter((other) => other !== sender && other !== index)
    .map((other) => frost.DKG.round1(idOf(other), signers).public)
  try {
    const { secret } = frost.DKG.round1(idOf(index), signers)
    frost.DKG.round2(secret, [toPackage(sender, broadcast), ...decoys])
  } catch {
    throw lie(sender, 'sent commitments without a valid proof')
  }
}

/** Whether a share lies on the polynomial that its sender committed to (Feldman 1987). */
function isOn(
  commitments: Uint8Array<ArrayBuffer>[],
  signingShare: Uint8Array<ArrayBuffer> | undefined,
  index: number,
  signers: { min: number; max: number },
): boolean {
  if (!signingShare) return false
  try {
    const secret = { identifier: idOf(index), signingShare }
    frost.validateSecret(secret, { signers, commitments, verifyingShares: {} })
    return true
  } catch {
    return false
  }
}

function transcriptOf(broadcasts: Map<number, Broadcast>): string {
  const inOrder = [...broadcasts].sort(([a], [b]) => a - b)
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('hex')
}

const seal = async (text: string, key: z.infer<typeof PublicKey>): Promise<string> =>
  new CompactEncrypt(utf8(text))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK(key, 'ECDH-ES'))

/** The 32 bytes in a JWE, if they are that. */
async function open(jwe: string | undefined, key: Parameters<typeof compactDecrypt>[1]) {
  try {
    const { plaintext } = await compactDecrypt(jwe ?? '', key)
    return hexToBytes(hex(32).parse(new TextDecoder().decode(plaintext)))
  } catch {
    return undefined
  }
}
