import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Mail {
  id: number
  to: string
  from: string
  subject: string
  /** Plain text: nothing of a mail is ever shown as HTML. */
  text: string
  /** The digits alone, if it brings a code. */
  code: string | undefined
  /** ISO 8601. */
  date: string
  /** As it came. */
  raw: string
}

/** The oldest are forgotten. */
const MAX_MAILS = 100
/** Bytes. */
const MAX_SIZE = 256 * 1024
/** Milliseconds that a client may be silent. */
const SOCKET_TIMEOUT = 10_000

/** The newest first. */
export class Mails {
  #all: Mail[] = []
  #count = 0
  readonly #listeners = new Set<() => void>()

  /** @param to - Only what this address got, in upper or lower case. */
  list(to?: string): Mail[] {
    const wanted = to?.toLowerCase()
    return this.#all.filter((mail) => !wanted || mail.to.toLowerCase() === wanted)
  }

  async add(raw: Buffer, recipients: readonly string[]): Promise<void> {
    const { from, subject = '', text = '', date } = await PostalMime.parse(new Uint8Array(raw))
    for (const to of recipients) {
      const mail: Mail = {
        id: ++this.#count,
        to,
        from: from?.address ?? '',
        subject,
        text: text.trim(),
        code: /^\d{6}$/m.exec(text)?.[0],
        date: date ?? new Date().toISOString(),
        raw: raw.toString(),
      }
      this.#all = [mail, ...this.#all].slice(0, MAX_MAILS)
    }
    for (const listener of this.#listeners) listener()
  }

  clear(): void {
    this.#all = []
  }

  /** @returns What ends it. */
  onAdded(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Takes every mail, for whomever. Resolves when it listens; on this machine only. */
export function startSmtp(mails: Mails, port: number): Promise<SMTPServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    size: MAX_SIZE,
    socketTimeout: SOCKET_TIMEOUT,
    disableReverseLookup: true,
    onData(stream, { envelope: { rcptTo } }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('The message is too large.'), { responseCode: 552 }))
          return
        }
        const recipients = rcptTo.map(({ address }) => address)
        mails.add(Buffer.concat(chunks), recipients).then(() => done(), done)
      })
    },
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      // A client that breaks off is no reason to end.
      server.on('error', () => {})
      resolve(server)
    })
  })
}
