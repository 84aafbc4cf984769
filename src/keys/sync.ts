/**
 * Text that a wallet signs to replace or delete its data at the login service. Nothing else that is signed has these
 * bytes.
 */
import { toHex, utf8 } from '../shared/encoding.js'

const LABEL = 'wallet-embed/sync/v1'

export type SyncAction =
  | { action: 'write'; base: number; version: number; blob: Uint8Array }
  | { action: 'forget'; version: number }

/** The input of the Ed25519 signature (RFC 8032). The blob is in it by its SHA-256. */
export async function syncInput(asked: SyncAction): Promise<Uint8Array<ArrayBuffer>> {
  const { action, version } = asked
  if (action === 'forget') return utf8(`${LABEL}\0${JSON.stringify([action, version])}`)
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(asked.blob))
  const hash = toHex(new Uint8Array(digest))
  return utf8(`${LABEL}\0${JSON.stringify([action, asked.base, version, hash])}`)
}
