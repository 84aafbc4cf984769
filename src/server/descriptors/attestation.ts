/**
 * Attestations of descriptors (ERC-8176), which the Ethereum Attestation Service signs outside of its chain. They are
 * verified without a network, so a revocation, which is on the chain, has to be told.
 */
import { encodePacked } from 'ox/AbiParameters'
import { keccak256 } from 'ox/Hash'
import { fromString } from 'ox/Hex'
import { recoverAddress } from 'ox/Secp256k1'
import { getSignPayload } from 'ox/TypedData'
import * as z from 'zod/mini'

import type { Hex } from '../../chain/clear-signing/descriptor.js'
import { WalletError } from '../../shared/errors.js'
import { parse } from '../platform/files.js'

/** `bytes32 descriptorHash`, as it is registered on Ethereum mainnet. */
const SCHEMA = '0xe023eef113c1670774801c34b377fdf612dd8a4d2fa92fe382e15bd91fafb5c2'
/** The service's contract on Ethereum mainnet. */
const DOMAIN = {
  name: 'EAS Attestation',
  version: '0.26',
  chainId: 1n,
  verifyingContract: '0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587',
} as const
/** Types of version 2. A file's own copy is ignored. */
const TYPES = {
  Attest: [
    { name: 'version', type: 'uint16' },
    { name: 'schema', type: 'bytes32' },
    { name: 'recipient', type: 'address' },
    { name: 'time', type: 'uint64' },
    { name: 'expirationTime', type: 'uint64' },
    { name: 'revocable', type: 'bool' },
    { name: 'refUID', type: 'bytes32' },
    { name: 'data', type: 'bytes' },
    { name: 'salt', type: 'bytes32' },
  ],
} as const
const NO_ADDRESS = `0x${'0'.repeat(40)}` as const

const hex = (bytes: number) =>
  z.templateLiteral(['0x', z.string().check(z.regex(new RegExp(`^[0-9a-fA-F]{${bytes * 2}}$`)))])
const Seconds = z.pipe(
  z.string().check(z.regex(/^\d{1,19}$/, 'seconds')),
  z.transform((text) => BigInt(text)),
)

const Attestation = z.object({
  sig: z.object({
    version: z.literal(2),
    uid: hex(32),
    message: z.object({
      version: z.literal(2),
      schema: hex(32),
      recipient: hex(20),
      time: Seconds,
      expirationTime: Seconds,
      revocable: z.boolean(),
      refUID: hex(32),
      data: hex(32),
      salt: hex(32),
    }),
    signature: z.object({ v: z.union([z.literal(27), z.literal(28)]), r: hex(32), s: hex(32) }),
  }),
})
type Message = z.output<typeof Attestation>['sig']['message']

/** What an attestation must refer to. */
export interface Expected {
  reviewer: Hex
  /** Hash of the descriptor with its includes. */
  whole: Hex
  /** Hash of the file alone. */
  file: Hex
  /** Ids of attestations that were revoked, in lower case. */
  revoked: ReadonlySet<string>
  now: Date
}

/** `part`: it covers the file, but not what the file includes. */
export type Extent = 'whole' | 'part'

/** @throws {WalletError} `INVALID_ARGUMENT`, saying why the attestation does not count. */
export function verifyAttestation(
  json: unknown,
  { reviewer, whole, file, revoked, now }: Expected,
): Extent {
  const { uid, message, signature } = parse(Attestation, json, 'INVALID_ARGUMENT').sig
  if (message.schema.toLowerCase() !== SCHEMA) throw refused('it has another schema')
  if (uidOf(message) !== uid.toLowerCase()) throw refused('its uid is wrong')
  const signer = signerOf(message, signature)
  if (signer.toLowerCase() !== reviewer.toLowerCase()) {
    throw refused('it was changed, or signed by another key')
  }
  if (revoked.has(uid.toLowerCase())) throw refused('it was revoked')
  const { expirationTime } = message
  if (expirationTime && expirationTime * 1000n <= BigInt(now.getTime())) {
    throw refused('it has expired')
  }
  const hash = message.data.toLowerCase()
  if (hash === whole) return 'whole'
  if (hash === file) return 'part'
  throw refused('it is for another version of the descriptor')
}

/** The hash that is attested: of the JSON in its canonical form (RFC 8785). */
export const attestedHash = (json: unknown): Hex => keccak256(fromString(canonical(json)))

/** `JSON.stringify` writes texts and numbers as RFC 8785 does; only the order of members is left. */
function canonical(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(canonical).join(',')}]`
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  const members = json as Record<string, unknown>
  const names = Object.keys(members).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(members[name])}`).join(',')}}`
}

function signerOf(
  message: Message,
  { r, s, v }: z.output<typeof Attestation>['sig']['signature'],
): Hex {
  const payload = getSignPayload({ domain: DOMAIN, types: TYPES, primaryType: 'Attest', message })
  try {
    return recoverAddress({ payload, signature: { r, s, yParity: v - 27 } })
  } catch (cause) {
    throw new WalletError('INVALID_ARGUMENT', 'its signature is none.', { cause })
  }
}

/** Computes the UID as the service's SDK does: the schema as text, and zeros for attester and counter. */
function uidOf(message: Message): Hex {
  const { version, schema, recipient, time, expirationTime, revocable, refUID, data, salt } =
    message
  return keccak256(
    encodePacked(
      [
        ...(['uint16', 'bytes', 'address', 'address', 'uint64', 'uint64'] as const),
        ...(['bool', 'bytes32', 'bytes', 'bytes32', 'uint32'] as const),
      ],
      [
        ...([version, fromString(schema), recipient, NO_ADDRESS, time, expirationTime] as const),
        ...([revocable, refUID, data, salt, 0] as const),
      ],
    ),
  )
}

const refused = (why: string) => new WalletError('INVALID_ARGUMENT', `${why}.`)
