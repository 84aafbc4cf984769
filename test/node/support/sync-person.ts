/** A person's wallet, as far as the login service sees it: a key for the blob, and tokens of an issuer. */
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import { type SyncAction, syncInput } from '../../../src/keys/sync.js'
import { decrypt, exportPublicKey, generateKeyPair, thumbprint } from '../../../src/shared/jwe.js'
import type { Issuer } from './issuer.js'

/** Posts to a path of the service. @returns Status, and the answer's JSON. */
export type Ask = (path: string, body: unknown) => Promise<{ status: number; body: SyncAnswer }>

/** What the routes answer, all together. */
export interface SyncAnswer {
  answer: string
  version: number
  blob: string | null
  isSaved: boolean
  isForgotten: boolean
  error: { code: string; detail?: string }
}

export const SMALLEST = 4096

export const randomBlob = (size = SMALLEST): Buffer => randomBytes(size)

export class SyncPerson {
  readonly locator: string
  readonly #key

  constructor() {
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    this.locator = jwk.x!
    this.#key = createPrivateKey({ key: jwk, format: 'jwk' })
  }

  async sign(action: SyncAction): Promise<string> {
    return sign(null, await syncInput(action), this.#key).toString('base64url')
  }

  /** The body of a write. */
  async write(base: number, version: number, blob: Buffer, ticket?: string) {
    return {
      ...{ locator: this.locator, base, version, blob: blob.toString('base64url') },
      signature: await this.sign({ action: 'write', base, version, blob }),
      ...(ticket !== undefined && { ticket }),
    }
  }

  /** The body of a deletion. */
  async forget(version: number) {
    const signature = await this.sign({ action: 'forget', version })
    return { locator: this.locator, version, signature }
  }
}

/** The body by which a person asks for a ticket, and what opens the answer. */
export async function ticketRequest(issuer: Issuer, email: string) {
  const { publicKey, privateKey } = await generateKeyPair()
  const key = await exportPublicKey(publicKey)
  const idToken = await issuer.sign(issuer.claims(await thumbprint(key), { email }))
  return {
    body: { verifier: 'google', idToken, key },
    open: (answer: string) => decrypt(answer, privateKey),
  }
}

/** A ticket of the person with this address. */
export async function ticketOf(ask: Ask, issuer: Issuer, email: string): Promise<string> {
  const { body, open } = await ticketRequest(issuer, email)
  return open((await ask('/sync/ticket', body)).body.answer)
}
