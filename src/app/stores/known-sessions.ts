/** Where the person is signed in, as far as their devices have told each other. It belongs to the recovery phrase. */
import * as z from 'zod/mini'

import { KeptList } from './kept-list.js'

/** Characters. */
const MAX_ID = 43
const MAX_SITE = 300
const MAX_BROWSER = 60

/** A session at one site. Sessions that were continued from each other have one id. */
export const KnownSession = z.object({
  /** Id by which the session can be ended; it opens nothing. */
  id: z.string().check(z.maxLength(MAX_ID)),
  /** Origin; empty: the wallet's own page. */
  site: z.string().check(z.maxLength(MAX_SITE)),
  /** Names of browser and system. */
  browser: z.string().check(z.maxLength(MAX_BROWSER)),
  /** Unix time in milliseconds, like `expires`. */
  used: z.number(),
  expires: z.number(),
  isEnded: z.optional(z.boolean()),
})
export type KnownSession = z.output<typeof KnownSession>

/** Key of a session among all others: sessions on several sites share an id. */
export const sessionKey = ({ id, site }: Pick<KnownSession, 'id' | 'site'>): string =>
  `${id} ${site}`

/** Includes ended sessions. */
export class KnownSessions extends KeptList<typeof KnownSession> {
  /** @param first - The first address of the recovery phrase. */
  constructor(first: `0x${string}` | undefined) {
    super('sessions', first, KnownSession)
  }

  get live(): KnownSession[] {
    return (this.kept ?? []).filter(({ expires, isEnded }) => !isEnded && expires > Date.now())
  }

  /** Adds a session, or replaces its entry. */
  note(session: KnownSession): void {
    const key = sessionKey(session)
    const isOther = (one: KnownSession) => sessionKey(one) !== key && one.expires > Date.now()
    const others = (this.kept ?? []).filter(isOther)
    this.keep([...others, session])
  }

  /** At all its sites. */
  noteEnd(id: string): void {
    this.keep((this.kept ?? []).map((one) => (one.id === id ? { ...one, isEnded: true } : one)))
  }
}
