/** Sessions of the dashboard: a one-time token opens one, and a cookie carries it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import { WalletError } from '../../shared/errors.js'

/** Bytes: 256 bits cannot be guessed. */
const SECRET_LENGTH = 32
/** Milliseconds in which a token can be used. */
const TOKEN_LIFETIME = 600_000
/** Milliseconds. */
const SESSION_LIFETIME = 8 * 3_600_000
const MAX_SESSIONS = 20

export interface Session {
  /** Name of the session in the audit log. Not secret. */
  name: string
  /** Milliseconds since 1970. */
  until: number
}

interface Kept extends Session {
  digest: Buffer
}

export class Sessions {
  #token: { digest: Buffer; until: number } | undefined
  #sessions: Kept[] = []

  /** A token that opens one session in the next ten minutes. The one before it counts no more. */
  issueToken(): string {
    const token = newSecret()
    this.#token = { digest: digestOf(token), until: Date.now() + TOKEN_LIFETIME }
    return token
  }

  /** Whether it opens a session now. */
  isToken(token: string): boolean {
    const expected = this.#token
    const isRight = !!expected && timingSafeEqual(digestOf(token), expected.digest)
    return isRight && Date.now() < expected.until
  }

  /** @returns The session, and the secret of its cookie. @throws {WalletError} `UNAUTHORIZED` */
  open(token: string): { session: Session; secret: string } {
    if (!this.isToken(token)) {
      const detail = 'This link does not work, or does not work any more. Ask for a new one.'
      throw new WalletError('UNAUTHORIZED', detail)
    }
    this.#token = undefined
    return this.begin(newName())
  }

  /** @param name - By which the log of changes knows the session. */
  begin(name: string): { session: Session; secret: string } {
    const secret = newSecret()
    const session = { name, until: Date.now() + SESSION_LIFETIME }
    const rest = this.#current().slice(1 - MAX_SESSIONS)
    this.#sessions = [...rest, { ...session, digest: digestOf(secret) }]
    return { session, secret }
  }

  find(secret: string): Session | undefined {
    const digest = digestOf(secret)
    return this.#current().find((one) => timingSafeEqual(one.digest, digest))
  }

  close(session: Session): void {
    this.#sessions = this.#sessions.filter((one) => one !== session)
  }

  #current(): Kept[] {
    return this.#sessions.filter(({ until }) => Date.now() < until)
  }
}

const newSecret = (): string => randomBytes(SECRET_LENGTH).toString('base64url')
const newName = (): string => `session-${randomBytes(4).toString('hex')}`
const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
