/**
 * The mailbox: where a login window that lost its opener leaves its result. Ids are hashes of a secret that only both
 * ends have, and letters are ciphertext: the operator can read neither.
 */
import { setMaxListeners } from 'node:events'

import * as z from 'zod/mini'

import { MailboxLetter, MailboxTake } from '../../protocol/requests.js'
import { MailboxAnswer } from '../../protocol/service.js'
import { createSourceLimit, Places } from '../platform/limits.js'
import type { Service } from '../platform/schemas.js'
import { sourceOf } from '../store/networks.js'
import type { Room } from '../store/room.js'
import { type Store, USUAL_ROOM } from '../store/store.js'

/** The only path open to pages of any origin: it needs an id that cannot be guessed. */
export const TAKE_PATH = '/mailbox/take'
/** Milliseconds that a request waits for a letter. Below the usual timeouts of proxies. */
const WAIT = 20_000
/** Milliseconds that a letter is kept. */
const LIFETIME = 600_000
/**
 * Letters a minute from one network. A request by letters takes about ten, and a whole office may be one network. Each
 * network's share of the room limits what it can store.
 */
const LETTERS_A_MINUTE = 600
/** Answers a letter. */
const NOTHING = z.object({})
/** Most waiting requests in this process. */
const MAX_WAITING = 10_000

export interface MailboxOptions {
  /** Milliseconds. */
  wait?: number | undefined
  /** Room for letters. By default 10,000, of 64 MiB together. */
  room?: Room | undefined
}

/** Adds `POST /mailbox` and `POST /mailbox/take`. The first letter under an id counts. */
export function addMailbox(
  app: Service,
  store: Store,
  { wait = WAIT, room = USUAL_ROOM }: MailboxOptions = {},
): void {
  const letters = store.box('letters', LIFETIME, room)
  const limit = createSourceLimit(store, 'letters', { points: LETTERS_A_MINUTE })
  const closing = new AbortController()
  // Each waiting request adds a listener.
  setMaxListeners(MAX_WAITING, closing.signal)
  const waiting = new Places(MAX_WAITING)
  app.addHook('preClose', async () => closing.abort())

  const leaving = {
    summary: 'Leaves a letter, which is ciphertext, under an id. The first one counts.',
    body: MailboxLetter,
    response: { 200: NOTHING },
  }
  app.post('/mailbox', { schema: leaving }, async (request, reply) => {
    const { id, data } = request.body
    const source = await limit(request.ip, reply)
    await letters.put(id, data, source)
    return {}
  })

  const taking = {
    summary: 'Takes a letter, once; waits for it a while.',
    body: MailboxTake,
    response: { 200: MailboxAnswer },
  }
  app.post(TAKE_PATH, { schema: taking }, async (request, reply) => {
    const { id } = request.body
    const leave = waiting.take(sourceOf(request.ip))
    // Not `AbortSignal.any` with a timeout: Node 20 may collect it before it fires.
    const over = new AbortController()
    const end = () => over.abort()
    const timer = setTimeout(end, wait)
    closing.signal.addEventListener('abort', end)
    reply.raw.once('close', end)
    if (closing.signal.aborted) end()
    try {
      return { data: await letters.takeWhenThere(id, over.signal) }
    } finally {
      clearTimeout(timer)
      closing.signal.removeEventListener('abort', end)
      leave()
      // A connection that is kept would keep the service from stopping.
      if (closing.signal.aborted) reply.header('connection', 'close')
    }
  })
}
