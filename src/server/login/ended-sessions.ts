/**
 * Which sessions were ended. A session that was carried to several sites lies in each site's own part of the browser's
 * storage: no site can end it in another. Here whoever ends it leaves its name, and the others ask for that. A name is
 * a hash of a random id, which is good for ending that session and for nothing else.
 */
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'

import { SessionEnd, SessionQuestion } from '../../protocol/requests.js'
import type { SessionAnswer } from '../../protocol/service.js'
import { SESSION_TIME_DEFAULT } from '../../shared/options.js'
import { sessionName } from '../../shared/session-name.js'
import { parse } from '../platform/files.js'
import { createSourceLimit } from '../platform/limits.js'
import type { Store } from '../store/store.js'

/** Asked often, by everybody who looks at a page: it has a limit of its own. */
export const ASK_PATH = '/sessions/ended'
/** Milliseconds: as long as the longest session. After that it is over everywhere. */
const LIFETIME = SESSION_TIME_DEFAULT * 1000
/** Names kept at a time. */
const ROOM = { values: 1_000_000, length: 0 }
/** From one network, a minute. */
const ENDS_A_MINUTE = 120
const QUESTIONS_A_MINUTE = 12_000

/** Adds `POST /sessions/end` and `POST /sessions/ended`. */
export function addEndedSessions(app: FastifyInstance, store: Store): void {
  const ended = store.box('ended-sessions', LIFETIME, ROOM)
  const limitEnds = createSourceLimit(store, 'session-ends', { points: ENDS_A_MINUTE })
  const limitQuestions = createSourceLimit(store, 'session-questions', {
    points: QUESTIONS_A_MINUTE,
  })

  app.post('/sessions/end', async (request, reply): Promise<Record<string, never>> => {
    const { id } = parse(SessionEnd, request.body, 'INVALID_REQUEST')
    const source = await limitEnds(request.ip, reply)
    await ended.put(await sessionName(id), '', source)
    return {}
  })

  app.post(ASK_PATH, async (request, reply): Promise<z.infer<typeof SessionAnswer>> => {
    await limitQuestions(request.ip, reply)
    const { name } = parse(SessionQuestion, request.body, 'INVALID_REQUEST')
    return { isEnded: (await ended.read(name)) !== null }
  })
}
