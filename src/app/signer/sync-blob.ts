/** Seals and opens what the login service keeps for the person's other devices. It sees ciphertext of a few sizes. */
import { ed25519 } from '@noble/curves/ed25519.js'
import type * as z from 'zod/mini'

import { syncInput } from '../../keys/sync.js'
import { type SyncKeys, syncKeys } from '../../keys/sync-keys.js'
import {
  SYNC_SIZES,
  type SyncForget,
  SyncTicketAnswer,
  type SyncWrite,
} from '../../protocol/login-service/sync.js'
import type { EvaluateRequest } from '../../protocol/requests.js'
import { fromBase64Url, toBase64Url, utf8 } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { decrypt } from '../../shared/jwe.js'
import { serviceUrl } from '../../shared/service-url.js'
import { ask } from '../support/http.js'

/** Bytes: initialization vector and tag of AES-GCM, and the length of the text before the padding. */
const IV = 12
const TAG = 16
const LENGTH = 4
/** Milliseconds that a login waits for a ticket at most. */
const TIMEOUT = 5_000

type Write = z.infer<typeof SyncWrite>

/** @returns Null: more than the largest blob holds. */
export async function sealBlob(
  secret: Uint8Array,
  { text, base, version }: { text: string; base: number; version: number },
): Promise<Write | null> {
  const bytes = utf8(text)
  const size = SYNC_SIZES.find((one) => one >= IV + LENGTH + bytes.length + TAG)
  if (!size) return null
  const padded = new Uint8Array(size - IV - TAG)
  new DataView(padded.buffer).setUint32(0, bytes.length)
  padded.set(bytes, LENGTH)
  const keys = syncKeys(secret)
  const iv = crypto.getRandomValues(new Uint8Array(IV))
  const name = { name: 'AES-GCM', iv, additionalData: utf8(`${version}`) }
  const sealed = await crypto.subtle.encrypt(name, await dataKey(keys), padded)
  const blob = new Uint8Array([...iv, ...new Uint8Array(sealed)])
  const signature = await sign(keys, { action: 'write', base, version, blob })
  return { ...named(keys), base, version, blob: toBase64Url(blob), signature }
}

/** @returns The text; null if this secret did not seal it as that version. */
export async function openBlob(
  secret: Uint8Array,
  { blob, version }: { blob: string; version: number },
): Promise<string | null> {
  try {
    const bytes = fromBase64Url(blob)
    const iv = bytes.subarray(0, IV)
    const name = { name: 'AES-GCM', iv, additionalData: utf8(`${version}`) }
    const opened = await crypto.subtle.decrypt(
      name,
      await dataKey(syncKeys(secret)),
      bytes.subarray(IV),
    )
    const length = new DataView(opened).getUint32(0)
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(opened, LENGTH, length))
  } catch {
    return null
  }
}

export async function signForget(
  secret: Uint8Array,
  version: number,
): Promise<z.infer<typeof SyncForget>> {
  const keys = syncKeys(secret)
  return { ...named(keys), version, signature: await sign(keys, { action: 'forget', version }) }
}

export const syncLocator = (secret: Uint8Array): string => named(syncKeys(secret)).locator

/** The right to begin a blob. Nothing where the service does not answer: a login must not fail for that. */
export async function requestTicket(
  loginService: string,
  body: z.infer<typeof EvaluateRequest>,
  privateKey: CryptoKey,
): Promise<string | undefined> {
  try {
    const url = serviceUrl(loginService, '/sync/ticket')
    const { answer } = await ask(url, SyncTicketAnswer, { body, timeout: TIMEOUT })
    return await decrypt(answer, privateKey)
  } catch (error) {
    console.warn(`Nothing is kept for other devices: ${WalletError.from(error).message}`)
    return undefined
  }
}

const named = ({ locator }: SyncKeys) => ({ locator: toBase64Url(locator) })

const dataKey = ({ data }: SyncKeys): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new Uint8Array(data), 'AES-GCM', false, ['encrypt', 'decrypt'])

const sign = async ({ seed }: SyncKeys, asked: Parameters<typeof syncInput>[0]): Promise<string> =>
  toBase64Url(ed25519.sign(await syncInput(asked), seed))
