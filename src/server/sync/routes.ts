/**
 * The sync routes. A blob is read by its locator alone, which only the person's wallets know. Replacing or deleting it
 * needs a signature by the key that the locator encodes. Neither blobs nor tickets name a person.
 */
import { identityInput } from '../../keys/identity.js'
import {
  SYNC_SIZES,
  SyncContent,
  SyncForget,
  SyncForgotten,
  SyncRead,
  SyncTicketAnswer,
  SyncWrite,
  SyncWritten,
} from '../../protocol/login-service/sync.js'
import type { Registry } from '../../protocol/registry.js'
import { EvaluateRequest } from '../../protocol/requests.js'
import { WalletError } from '../../shared/errors.js'
import { createSourceLimit } from '../platform/limits.js'
import type { Service } from '../platform/schemas.js'
import { seal } from '../platform/seal.js'
import type { Source } from '../store/networks.js'
import type { Store } from '../store/store.js'
import type { IdTokenSigner } from '../tokens/self-issued-tokens.js'
import { createPersonCheck } from '../tokens/token-check.js'
import { checkSignature } from './signature.js'
import type { SyncEntry, SyncStore } from './sync-store.js'
import { Tickets } from './tickets.js'

/** Bytes of a write request: the largest blob as base64url, and the rest. */
export const WRITE_LIMIT = Math.ceil((SYNC_SIZES.at(-1)! * 4) / 3) + 1024
/** Most people whose data is kept, by default. */
const SYNC_ROOM = 1_000_000
/** Reads, writes and deletions a minute of one network. An office is one network. */
const REQUESTS_A_MINUTE = 600

export interface SyncOptions {
  registry: Registry
  /** Stores tickets and limits. */
  store: Store
  sync: SyncStore
  /** The most blobs; when full, no new one can be stored. */
  syncRoom?: number | undefined
  /** Signs ID tokens of the service itself. */
  signer?: IdTokenSigner | undefined
}

/** Adds `POST /sync/ticket`, `/sync/read`, `/sync/write` and `/sync/forget`. */
export function addSync(app: Service, options: SyncOptions): void {
  const { registry, store, sync, syncRoom = SYNC_ROOM, signer } = options
  const check = createPersonCheck(registry, signer)
  const tickets = new Tickets(store, signer?.secretFor('sync-tickets'))
  const limitTickets = createSourceLimit(store, 'sync-tickets', { points: REQUESTS_A_MINUTE })
  const limit = createSourceLimit(store, 'sync', { points: REQUESTS_A_MINUTE })

  const asking = {
    summary: 'The right to begin a blob, sealed for who signed in: for an hour, 20 a day.',
    body: EvaluateRequest,
    response: { 200: SyncTicketAnswer },
  }
  app.post('/sync/ticket', { schema: asking }, async (request, reply) => {
    const { verifier, idToken, key } = request.body
    const source = await limitTickets(request.ip, reply)
    const { realm, verifierId } = await check(verifier, idToken, key)
    const ticket = await tickets.issue(identityInput(realm, verifierId), source)
    return { answer: seal(ticket, key) }
  })

  const reading = {
    summary: 'The blob of a locator.',
    body: SyncRead,
    response: { 200: SyncContent },
  }
  app.post('/sync/read', { schema: reading }, async (request, reply) => {
    await limit(request.ip, reply)
    const kept = await sync.read(request.body.locator)
    if (!kept) return { version: 0, blob: null }
    return { version: kept.version, blob: Buffer.from(kept.blob).toString('base64url') }
  })

  /**
   * Of all parallel requests with the same ticket, one succeeds. If it stored nothing, the ticket can be used again.
   */
  async function begin(
    locator: string,
    entry: SyncEntry,
    ticket: string | undefined,
    source: Source,
  ): Promise<boolean> {
    if (!ticket || !(await tickets.use(ticket))) {
      // The blob exists: the device should read it and merge.
      if (await sync.read(locator)) return false
      throw new WalletError('UNAUTHORIZED', 'ticket: missing, used or too old.')
    }
    let isSaved = false
    try {
      const { persons } = await sync.usage()
      if (persons >= syncRoom) throw new WalletError('LIMIT_EXCEEDED', 'There is no room left.')
      isSaved = await sync.write(locator, 0, entry)
    } finally {
      if (!isSaved) await tickets.giveBack(ticket, source).catch(() => {})
    }
    return isSaved
  }

  const writing = {
    summary:
      "Replaces a version of a blob, which has one of four sizes, by a signature of the locator's key.",
    body: SyncWrite,
    response: { 200: SyncWritten },
  }
  const write = { schema: writing, bodyLimit: WRITE_LIMIT }
  app.post('/sync/write', write, async (request, reply) => {
    const { locator, base, version, ticket, signature, ...sent } = request.body
    const source = await limit(request.ip, reply)
    const blob = Buffer.from(sent.blob, 'base64url')
    await checkSignature(locator, signature, { action: 'write', base, version, blob })
    if (!SYNC_SIZES.includes(blob.length)) {
      throw new WalletError('INVALID_REQUEST', `blob: expected ${SYNC_SIZES.join(', ')} bytes.`)
    }
    if (version <= base) throw new WalletError('INVALID_REQUEST', 'version: not above base.')
    const entry = { version, blob }
    const isSaved = base
      ? await sync.write(locator, base, entry)
      : await begin(locator, entry, ticket, source)
    return { isSaved }
  })

  const forgetting = {
    summary: "Deletes a version of a blob, by a signature of the locator's key.",
    body: SyncForget,
    response: { 200: SyncForgotten },
  }
  app.post('/sync/forget', { schema: forgetting }, async (request, reply) => {
    const { locator, version, signature } = request.body
    await limit(request.ip, reply)
    await checkSignature(locator, signature, { action: 'forget', version })
    return { isForgotten: await sync.forget(locator, version) }
  })
}
