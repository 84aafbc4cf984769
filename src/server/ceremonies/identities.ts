/** Identities of the participants: long-term keys that operators exchanged in person. */
import { createPublicKey } from 'node:crypto'

import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { publicText, readPrivateKey } from '../keys/identity-file.js'

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

/** @throws {WalletError} `INVALID_ARGUMENT` if the key is invalid, or not the one that `peers` has for `index`. */
export async function readIdentity(file: string, index: number, peers: Peers) {
  const own = await readPrivateKey(file)
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
