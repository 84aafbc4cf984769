/** The way to the operator's mail server. */
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import * as z from 'zod/mini'

import { deadline } from '../../../shared/deadline.js'
import { WalletError } from '../../../shared/errors.js'
import { isLocalName } from '../../registry/registry.js'

/** Milliseconds: a person waits. */
const OPEN_TIMEOUT = 8_000
/** Milliseconds until it has taken a message. */
const SEND_TIMEOUT = 30_000

const text = z.string().check(z.minLength(1), z.maxLength(512))

/** The operator's mail server, and who the mails are from. */
export const MailSettings = z.strictObject({
  /** `Wallet <sign-in@example.com>` */
  from: z.string().check(z.regex(/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'expected a mail address')),
  host: text,
  port: z.int().check(z.gte(1), z.lte(65_535)),
  /**
   * `tls` encrypts from the first byte (port 465), `starttls` after a command (587). `none` is for a server on the same
   * machine.
   */
  security: z.enum(['tls', 'starttls', 'none']),
  user: z.optional(text),
  /** May be a reference to a file or an environment variable. */
  password: z.optional(text),
})
export type MailSettings = z.infer<typeof MailSettings>

/** A mail server that is ready to take one message. */
export interface Delivery {
  /** @throws {Error} If the server does not take it. */
  send(to: string, message: Buffer): Promise<void>
  /** Leaves without a message. */
  close(): void
}

export interface Mailer {
  /** Value of the `From:` header. */
  readonly from: string
  /**
   * Connects and logs in. Fails only for reasons that affect all recipients alike.
   *
   * @throws {WalletError} `SERVICE_UNAVAILABLE`
   */
  open(): Promise<Delivery>
}

/**
 * @param timeout - Milliseconds until the mail server has let us in.
 * @throws {WalletError} `INVALID_ARGUMENT` if mails would travel in the open.
 */
export function createMailer(settings: MailSettings, timeout = OPEN_TIMEOUT): Mailer {
  const { from, host, port, security, user, password } = settings
  if (security === 'none' && !isLocalName(host)) {
    throw new WalletError('INVALID_ARGUMENT', 'mail.security: expected tls or starttls.')
  }
  if (user && !password) throw new WalletError('INVALID_ARGUMENT', 'mail.password: missing.')

  return {
    from,
    async open() {
      const connection = new SMTPConnection({
        ...{ host, port, secure: security === 'tls' },
        ...{ requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
        ...{ connectionTimeout: timeout, greetingTimeout: timeout },
        socketTimeout: SEND_TIMEOUT,
      })
      // Stays after use: an unhandled `error` event would end the process.
      const failed = new Promise<never>((_, reject) => connection.on('error', reject))
      failed.catch(() => {})
      const ready = new Promise<void>((resolve, reject) => {
        connection.connect((error) => {
          if (error) reject(error)
          else if (!user) resolve()
          else {
            const credentials = { user, pass: password ?? '' }
            connection.login({ credentials }, (refused) => (refused ? reject(refused) : resolve()))
          }
        })
      })
      try {
        await deadline(Promise.race([ready, failed]), timeout, 'mail')
      } catch (cause) {
        connection.close()
        throw new WalletError('SERVICE_UNAVAILABLE', 'The mail server gives no answer.', { cause })
      }
      return deliveryOf(connection, addressOf(from), failed)
    },
  }
}

function deliveryOf(connection: SMTPConnection, from: string, failed: Promise<never>): Delivery {
  return {
    async send(to, message) {
      const sent = new Promise<void>((resolve, reject) => {
        connection.send({ from, to }, message, (error) => (error ? reject(error) : resolve()))
      })
      try {
        await deadline(Promise.race([sent, failed]), SEND_TIMEOUT, 'mail')
        connection.quit()
      } catch (error) {
        connection.close()
        throw error
      }
    },
    close: () => connection.quit(),
  }
}

const addressOf = (from: string): string => /<(.+)>/.exec(from)?.[1] ?? from
