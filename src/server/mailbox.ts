/**
 * The mailbox: where a login window that lost its opener leaves what it cannot hand over. Ids are hashes
 * of what both ends alone know, and letters are ciphertext: whoever runs this can read neither.
 */
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'

import { MailboxLetter, MailboxTake } from '../protocol/requests.js'
import type { MailboxAnswer } from '../protocol/service.js'
import { WalletError } from '../shared/errors.js'
import { parse } from './files.js'
import { createLimit } from './limits.js'
import type { Store } from './store.js'

/** The one path that pages of any origin may ask: they have to know an id that nobody can guess. */
export const TAKE_PATH = '/mailbox/take'
/** Milliseconds that a request waits for a letter: below what proxies commonly allow. */
const WAIT = 20_000
/** Milliseconds that a letter is kept. */
const LIFETIME = 600_000
/** Letters a minute from one address. In ten minutes it cannot fill an eighth of the box. */
const LETTERS_A_MINUTE = 120
/** Requests that wait at a time. */
const MAX_WAITING = 5_000

export interface MailboxOptions {
  /** Milliseconds. */
  wait?: number | undefined
}

/** Adds `POST /mailbox` and `POST /mailbox/take`. The first letter under an id counts. */
export function addMailbox(
  app: FastifyInstance,
  store: Store,
  { wait = WAIT }: MailboxOptions = {},
): void {
  const letters = store.box('letters', LIFETIME)
  const limit = createLimit(store, 'letters', LETTERS_A_MINUTE)
  const closing = new AbortController()
  let waiting = 0
  app.addHook('preClose', async () => closing.abort())

  app.post('/mailbox', async (request, reply): Promise<Record<string, never>> => {
    const { id, data } = parse(MailboxLetter, request.body, 'INVALID_REQUEST')
    await limit(request.ip, reply)
    await letters.put(id, data)
    return {}
  })

  app.post(TAKE_PATH, async (request, reply): Promise<z.infer<typeof MailboxAnswer>> => {
    const { id } = parse(MailboxTake, request.body, 'INVALID_REQUEST')
    if (waiting >= MAX_WAITING) throw new WalletError('LIMIT_EXCEEDED', 'Too many wait.')
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const signal = AbortSignal.any([closing.signal, gone.signal, AbortSignal.timeout(wait)])
    waiting += 1
    try {
      return { data: await letters.takeWhenThere(id, signal) }
    } finally {
      waiting -= 1
      // A connection that is kept would keep the service from stopping.
      if (closing.signal.aborted) reply.header('connection', 'close')
    }
  })
}
