/**
 * Ends a session on all sites that it was carried to, and checks whether it was ended. Storage is partitioned by site,
 * so a session's documents can only tell each other through the login service.
 */

import { SessionAnswer, SessionEnded } from '../../protocol/login-service/sessions.js'
import { serviceUrl } from '../../shared/service-url.js'
import { sessionName } from '../../shared/session-name.js'
import type { Session } from '../session/session.js'
import type { SessionEndReason } from '../session/session-end-reason.js'
import { ask } from '../support/http.js'
import { loginService } from '../support/login-service.js'

/** Milliseconds: the person waits for it before each approval. */
const ASK_TIME = 3_000
/** Milliseconds for all attempts to report an end, and between two attempts. */
const TELL_TIME = 60_000
const RETRY = 2_000

/** The parts of a session's life needed here. */
interface Life {
  readonly current: Readonly<Session> | undefined
  end(why: SessionEndReason): Promise<void>
}

/**
 * Reports the end of a session in this document to its other sites. Only if a person ended it, by hand or by auto-lock:
 * an expired session has ended everywhere, and one ended elsewhere was already reported.
 */
export function tellEnd({ id, expires }: Readonly<Session>, why: SessionEndReason): void {
  if (!id || expires <= Date.now() || (why !== 'here' && why !== 'expired')) return
  endEverywhere(id).catch(() =>
    console.warn('wallet-embed: the login service did not hear that the session was ended.'),
  )
}

/**
 * Ends the session for all documents that check.
 *
 * @throws {WalletError} `SERVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`: the login service was not told.
 */
export async function endEverywhere(id: string, ms = TELL_TIME): Promise<void> {
  const end = Date.now() + ms
  for (;;) {
    try {
      // Pages often leave after a logout.
      await ask(await urlOf('end'), SessionEnded, { body: { id }, keepalive: true })
      return
    } catch (error) {
      if (Date.now() + RETRY > end) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY))
    }
  }
}

/** @throws {WalletError} `SERVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`. */
export async function isEnded(id: string): Promise<boolean> {
  const body = { name: await sessionName(id) }
  const answer = await ask(await urlOf('ended'), SessionAnswer, { body, timeout: ASK_TIME })
  return answer.isEnded
}

/** Ends the session here if it was ended elsewhere. If the service does not answer, it goes on until it expires. */
export async function follow(life: Life): Promise<void> {
  const { id } = life.current ?? {}
  if (!id) return
  try {
    if ((await isEnded(id)) && life.current?.id === id) await life.end('elsewhere')
  } catch {
    if (isLeaving) return
    console.warn('wallet-embed: the login service does not say whether the session was ended.')
  }
}

/** A leaving page aborts its requests, which is no failure. */
let isLeaving = false
addEventListener('pagehide', () => {
  isLeaving = true
})
addEventListener('pageshow', () => {
  isLeaving = false
})

async function urlOf(what: 'end' | 'ended'): Promise<string> {
  return serviceUrl((await loginService()).loginService, `/sessions/${what}`)
}
