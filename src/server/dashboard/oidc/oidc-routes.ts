/** The way to the operator's OpenID provider and back, which ends at the page. */
import * as z from 'zod/mini'

import { EntryAnswer } from '../../../protocol/dashboard.js'
import { WalletError } from '../../../shared/errors.js'
import type { SourceCheck } from '../../platform/limits.js'
import type { Service } from '../../platform/schemas.js'
import {
  API,
  cookieOf,
  ENTRY_PATH,
  OIDC_BACK_PATH,
  OIDC_PATH,
  originOf,
  setCookie,
  setStateCookie,
} from '../guard.js'
import type { Sessions } from '../sessions.js'
import type { OidcEntry } from './oidc.js'

/** The page then shows the reason. */
const FAILED = '/#sign-in-failed'

interface Entries {
  origin?: string | undefined
  oidc?: OidcEntry | undefined
  sessions: Sessions
  attempts: SourceCheck
}

export function addOidc(app: Service, { origin, oidc, sessions, attempts }: Entries): void {
  const looking = { summary: 'How a session can be opened.', response: { 200: EntryAnswer } }
  app.get(ENTRY_PATH.slice(API.length), { schema: looking }, async () => ({ hasOidc: !!oidc }))
  if (!oidc) return

  const response = { 302: z.void() }
  const going = { summary: "Goes to the operator's OpenID provider.", response }
  app.get(OIDC_PATH.slice(API.length), { schema: going }, async (request, reply) => {
    const source = await attempts(request.ip, reply)
    try {
      const redirectUri = originOf(request, origin) + OIDC_BACK_PATH
      const { url, state, seconds } = await oidc.begin(redirectUri, source)
      setStateCookie(reply, origin, state, seconds)
      return reply.redirect(url, 302)
    } catch (error) {
      request.log.warn({ detail: WalletError.from(error).message }, 'no way to the provider')
      return reply.redirect(FAILED, 302)
    }
  })

  const coming = { summary: 'Opens a session for what the provider answered.', response }
  app.get(OIDC_BACK_PATH.slice(API.length), { schema: coming }, async (request, reply) => {
    const state = cookieOf(request.headers.cookie, 'state', origin)
    // Any page can have a browser ask this, but not with the cookie.
    if (!state) return reply.redirect(FAILED, 302)
    await attempts(request.ip, reply)
    setStateCookie(reply, origin, '', 0)
    try {
      const answer = new URL(request.url, 'http://localhost').searchParams
      const { session, secret } = sessions.begin(await oidc.finish(answer, state))
      setCookie(reply, origin, secret, session.until)
      request.log.info({ by: session.name }, 'session opened')
      return reply.redirect('/', 302)
    } catch (error) {
      request.log.warn({ detail: reasonOf(error) }, 'sign-in refused')
      return reply.redirect(FAILED, 302)
    }
  })
}

/** Only the code of a library's error: its text may quote the provider's answer. */
const reasonOf = (error: unknown): string =>
  WalletError.is(error) ? error.message : ((error as { code?: string }).code ?? 'unknown')
