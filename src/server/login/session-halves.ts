/**
 * Half of the key that seals a session in the wallet's windows (`app/shared-session/kept-session.ts`). The other half is
 * the browser's. An ended session's half is withheld, so the browser's copy of it cannot be opened.
 *
 * A half is an HMAC over the session's name and expiry, so nothing is kept for each session. The secret is made at
 * random for each day on which sessions expire. A service that loses it (a restart without Redis) has lost the ended
 * names, too: people sign in again.
 */
import { createHmac, randomBytes } from 'node:crypto'

import { HalfAnswer, HalfQuestion } from '../../protocol/login-service/sessions.js'
import type { Service } from '../platform/schemas.js'
import type { Box } from '../store/box.js'
import type { Store } from '../store/store.js'
import { SESSION_LIFETIME } from './ended-sessions.js'

/** Milliseconds. */
const DAY = 86_400_000
/** A secret is made for a day that has begun or comes next. */
const LIFETIME = 3 * DAY
const ROOM = { values: 10, length: 1_000 }
/** Bytes. */
const SECRET_SIZE = 32

/** Adds `POST /sessions/half`. */
export function addSessionHalves(app: Service, store: Store, ended: Pick<Box, 'read'>): void {
  const secrets = store.box('session-half-secrets', LIFETIME, ROOM)
  const secretOf = async (expires: number): Promise<string | null> => {
    const day = `${Math.floor(expires / DAY)}`
    const known = await secrets.read(day)
    if (known) return known
    await secrets.put(day, randomBytes(SECRET_SIZE).toString('base64url'))
    // A second copy of the service may have been first.
    return secrets.read(day)
  }
  const asking = {
    summary: 'Half of the key that seals a session in the browser, until it expires or is ended.',
    body: HalfQuestion,
    response: { 200: HalfAnswer },
  }
  app.post('/sessions/half', { schema: asking }, async (request) => {
    const { name, expires } = request.body
    const left = expires - Date.now()
    const isOver = left <= 0 || left > SESSION_LIFETIME || (await ended.read(name)) !== null
    const secret = isOver ? null : await secretOf(expires)
    if (!secret) return { half: null }
    const half = createHmac('sha256', secret).update(`${name} ${expires}`).digest('base64url')
    return { half }
  })
}
