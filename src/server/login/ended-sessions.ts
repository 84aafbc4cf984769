/**
 * Sessions that were ended. A session that continues on several sites is stored once per site, and no site can delete
 * the copy of a different site. The site that ends the session leaves its name here, and the others ask for it. A name
 * is a hash of a random id, good only for ending that session.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

import {
  SessionAnswer,
  SessionEnd,
  SessionEnded,
  SessionQuestion,
} from '../../protocol/login-service/sessions.js'
import { SESSION_TIME_DEFAULT } from '../../shared/options.js'
import { sessionName } from '../../shared/session-name.js'
import { createSourceLimit } from '../platform/limits.js'
import type { Service } from '../platform/schemas.js'
import type { Box } from '../store/box.js'
import type { Store } from '../store/store.js'

/** Polled by every visible page, so it has a separate limit. */
export const ASK_PATH = '/sessions/ended'
/** Milliseconds: as long as the longest session, and an hour for clocks that are fast. After that it is over everywhere. */
export const SESSION_LIFETIME = (SESSION_TIME_DEFAULT + 3600) * 1000
/** Names kept at a time. */
const ROOM = { values: 1_000_000, length: 0 }
/** Per network and minute. */
const ENDS_A_MINUTE = 120
const QUESTIONS_A_MINUTE = 12_000

/** Adds `POST /sessions/end` and `POST /sessions/ended`. @returns A box with the names of ended sessions. */
export function addEndedSessions(app: Service, store: Store): Box {
  const ended = store.box('ended-sessions', SESSION_LIFETIME, ROOM)
  const limitEnds = createSourceLimit(store, 'session-ends', { points: ENDS_A_MINUTE })
  const limitQuestions = createSourceLimit(store, 'session-questions', {
    points: QUESTIONS_A_MINUTE,
  })

  const ending = {
    summary: 'Ends a session wherever it was carried to.',
    body: SessionEnd,
    response: { 200: SessionEnded },
  }
  app.post('/sessions/end', { schema: ending }, async (request, reply) => {
    const { id } = request.body
    const source = await limitEnds(request.ip, reply)
    await ended.put(await sessionName(id), '', source)
    return {}
  })

  const asking = {
    summary: 'Whether a session was ended, by a hash of its id.',
    body: SessionQuestion,
    response: { 200: SessionAnswer },
  }
  // Counted before the body is parsed, so that malformed requests count too.
  const preParsing = async (request: FastifyRequest, reply: FastifyReply) => {
    await limitQuestions(request.ip, reply)
  }
  app.post(ASK_PATH, { schema: asking, preParsing }, async (request) => {
    const { name } = request.body
    return { isEnded: (await ended.read(name)) !== null }
  })
  return ended
}
