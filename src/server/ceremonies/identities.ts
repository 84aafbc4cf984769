/** Who the participants are to each other: long-term keys that operators exchanged in person. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { toText } from '../keys/share-file.js'
import { readJson } from '../platform/files.js'
import { writeNew } from '../platform/write-file.js'

const Identity = z.object({ privateKey: z.string() })

/** `peers.json`, the same for all: by index, each participant's public key, and where it listens. */
export const Peers = z
  .record(
    z.string().check(z.regex(/^[1-9]\d{0,2}$/)),
    z.object({ key: z.string().check(z.regex(/^[\w-]{43}$/)), url: z.optional(z.url()) }),
  )
  .check(
    z.refine((peers) => areDistinct(Object.values(peers).map(({ key }) => key)), {
      error: 'two participants have one key: each is to be an operator of its own',
    }),
  )
export type Peers = z.infer<typeof Peers>

/** Makes a participant's key. @returns Its public half, 43 characters, for the `peers.json` of all participants. */
export async function makeIdentity(file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  await writeNew(file, toText({ privateKey: der.toString('base64url') }))
  return publicText(privateKey)
}

/** @throws {WalletError} `INVALID_ARGUMENT` if the key is invalid, or not the one that `peers` has for `index`. */
export async function readIdentity(file: string, index: number, peers: Peers) {
  const { privateKey } = await readJson(file, Identity)
  let own: KeyObject
  try {
    const key = Buffer.from(privateKey, 'base64url')
    own = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    throw new WalletError('INVALID_ARGUMENT', `${file}: no private key.`)
  }
  if (peers[index]?.key !== publicText(own)) {
    const detail = `${file}: not the key that the peers know of participant ${index}.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
  const others = Object.entries(peers).filter(([other]) => Number(other) !== index)
  const keys = others.map(([other, { key: x }]) => {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return [Number(other), key] as const
  })
  return { own, peers: new Map(keys) }
}

const areDistinct = (texts: string[]): boolean => new Set(texts).size === texts.length

const publicText = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ format: 'jwk' }).x!
