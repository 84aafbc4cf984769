/** `POST /login`: for providers that answer with a form (`response_mode=form_post`). */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import type { Service } from '../platform/schemas.js'

const PATH = '/login'
const MEDIA_TYPE = 'application/x-www-form-urlencoded'
/** Bytes: an authorization code, a state, a name. */
const BODY_LIMIT = 16 * 1024
/** Characters of a name. */
const MAX_NAME = 256
/** Parameters that the login page reads (RFC 6749, section 4.1.2; RFC 9207). */
const PASSED_ON = ['state', 'code', 'error', 'iss'] as const

/**
 * Turns a `form_post` answer into a redirect to the same page, with the answer in the query. It checks nothing: the
 * page still checks the `state`.
 */
export function addFormPost(app: Service): void {
  app.addContentTypeParser(
    MEDIA_TYPE,
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    async (_: unknown, body: string | Buffer) => new URLSearchParams(String(body)),
  )
  const answering = {
    summary: `Takes a provider's answer as a form, and redirects to ${PATH} with it.`,
    response: { 303: z.void() },
  }
  app.post(PATH, { schema: answering }, async (request, reply) => {
    const form = request.body
    if (!(form instanceof URLSearchParams) || !form.get('state')) {
      throw new WalletError('INVALID_REQUEST', `Expected ${MEDIA_TYPE} with a state.`)
    }
    const query = new URLSearchParams()
    for (const name of PASSED_ON) {
      const value = form.get(name)
      if (value) query.set(name, value)
    }
    const name = nameIn(form.get('user') ?? '')
    if (name) query.set('name', name)
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${PATH}?${query}`, 303)
  })
}

/** Apple sends a person's name only here, at their first login, and unsigned: for display only. */
function nameIn(user: string): string {
  try {
    const { name } = JSON.parse(user) as { name?: { firstName?: unknown; lastName?: unknown } }
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string')
    return parts.join(' ').trim().slice(0, MAX_NAME)
  } catch {
    return ''
  }
}
