import type { FastifyBaseLogger } from 'fastify'
import type { NodemailerError } from 'nodemailer'
import type * as z from 'zod/mini'

import {
  CODE_TRIES,
  EmailStart,
  EmailStarted,
  EmailVerified,
  EmailVerify,
} from '../../../protocol/login-service/email.js'
import type { Registry, Verifier } from '../../../protocol/registry.js'
import { WalletError } from '../../../shared/errors.js'
import { noteVerifier } from '../../platform/http.js'
import { Places } from '../../platform/limits.js'
import type { Answered } from '../../platform/metrics.js'
import type { Service } from '../../platform/schemas.js'
import { verifierOf } from '../../registry/registry.js'
import type { Source } from '../../store/networks.js'
import { type Store, USUAL_ROOM } from '../../store/store.js'
import type { IdTokenSigner } from '../../tokens/self-issued-tokens.js'
import { type AuditLog, audited, identityOf } from '../audit.js'
import { CODE_LIFETIME, Codes } from './codes.js'
import { createEmailLimits, MAILS_A_MINUTE } from './limits.js'
import type { Delivery, Mailer } from './mailer.js'
import { compose } from './message.js'

export interface EmailOptions {
  registry: Registry
  store: Store
  mailer: Mailer
  signer: IdTokenSigner
  audit?: AuditLog | undefined
  walletOrigin: string
  /** Codes a minute, for all who ask together. */
  mailLimit?: number | undefined
  /** Is told of each mail, too, as the route `mail`. */
  onAnswered?: ((answered: Answered) => void) | undefined
}

/** To the mail server at a time, here in this process: a network has the fiftieth part. */
const CONNECTIONS = 500
/** More codes than the limit allows in their lifetime, so that their room is never full. */
const ROOM_PER_MAIL_A_MINUTE = 30
/** One answer for all faults, so that it reveals nothing. */
const REFUSED = { refused: 'wrong', triesLeft: CODE_TRIES - 1 } as const

/**
 * Adds `POST /email/start` and `POST /email/verify`: a sign-in by a code that the person gets by e-mail. Here
 * this service says who people are, and signs the ID token itself.
 */
export function addEmail(app: Service, options: EmailOptions): void {
  const { registry, store, mailer, signer, audit, walletOrigin, onAnswered } = options
  const { mailLimit = MAILS_A_MINUTE } = options
  const values = Math.max(USUAL_ROOM.values, mailLimit * ROOM_PER_MAIL_A_MINUTE)
  const box = store.box('email-codes', CODE_LIFETIME, { ...USUAL_ROOM, values })
  const codes = new Codes(box, signer.secretFor('email-codes'))
  const limits = createEmailLimits(store, signer.secretFor('email-limits'), mailLimit)
  const connections = new Places(CONNECTIONS)
  const { host } = new URL(walletOrigin)
  const sending = new Set<Promise<void>>()
  app.addHook('preClose', async () => void (await Promise.all(sending)))

  /** Sends a code if the limits allow it. Otherwise makes and stores none. */
  async function send(
    delivery: Delivery,
    { language, ...asked }: z.infer<typeof EmailStart>,
    source: Source,
    log: FastifyBaseLogger,
  ): Promise<void> {
    let code: string | undefined
    const begin = performance.now()
    const tell = (outcome: 'ok' | 'refused' | 'lost') => {
      onAnswered?.({ route: 'mail', outcome, seconds: (performance.now() - begin) / 1000 })
    }
    try {
      const isSent = await limits.maySend(asked, source)
      log.info({ verifier: asked.verifier, isSent }, 'email code')
      if (!isSent) return delivery.close()
      // Store the code before sending: the person may use it at once.
      code = await codes.issue(asked, source)
      const message = await compose({ from: mailer.from, to: asked.email, code, language, host })
      await delivery.send(asked.email, message)
      tell('ok')
    } catch (error) {
      delivery.close()
      const { code: reason, responseCode: status } = error as NodemailerError
      if (code) {
        tell(status ? 'refused' : 'lost')
        await codes.withdraw(asked, code)
      }
      // A status is a refusal. Without one the mail may have gone out, and counts.
      if (status) await limits.unsend(asked, source)
      // The server's own words may quote the address.
      log.warn({ reason, status }, 'email not taken')
    }
  }

  function track(sent: Promise<void>, log: FastifyBaseLogger): void {
    // If the withdrawal fails, the code keeps its five tries and ten minutes.
    const ended = sent.catch(() => log.warn('email code not withdrawn'))
    sending.add(ended)
    void ended.finally(() => sending.delete(ended))
  }

  const starting = {
    summary: 'Has a code sent to an address. Whoever that belongs to, the answer is the same.',
    body: EmailStart,
    response: { 200: EmailStarted },
  }
  app.post('/email/start', { schema: starting }, async (request, reply) => {
    const asked = inLowerCase(request.body)
    checkVerifier(registry, asked.verifier)
    noteVerifier(request, asked.verifier)
    const source = await limits.ask(request.ip, asked, reply)
    const leave = connections.take(source)
    const delivery = await mailer.open().catch(async (error) => {
      leave()
      await limits.unask(asked, source)
      throw error
    })
    // Nothing above depends on the mailbox's owner or on other people's requests, and sending is not awaited. So
    // neither the answer nor its timing reveals them.
    track(send(delivery, asked, source, request.log).finally(leave), request.log)
    return { lifetime: CODE_LIFETIME / 1000 }
  })

  const verifying = {
    summary: 'Turns the code into an ID token, once.',
    body: EmailVerify,
    response: { 200: EmailVerified },
  }
  app.post('/email/verify', { schema: verifying }, async (request, reply) => {
    const { code, ...asked } = inLowerCase(request.body)
    const { verifier: name, email, nonce } = asked
    const verifier = checkVerifier(registry, name)
    noteVerifier(request, name)
    type Answer = z.infer<typeof EmailVerified>
    return audited<Answer>(audit, { event: 'email', verifier: name }, async () => {
      const source = await limits.try(request.ip, reply)
      const isRight = await codes.check(asked, code, limits.guard(asked, source))
      request.log.info({ verifier: name, result: isRight ? 'right' : 'wrong' }, 'email code tried')
      if (!isRight) return { answer: REFUSED, outcome: 'wrong' }
      await limits.remember(asked, source)
      const claims = { sub: email, email, email_verified: true }
      const idToken = await signer.sign(verifier, claims, nonce)
      return { answer: { idToken }, person: audit && identityOf(registry, name, idToken) }
    })
  })
}

/** In practice, mail addresses ignore case, so each person gets one account. */
const inLowerCase = <T extends { email: string }>(asked: T): T => ({
  ...asked,
  email: asked.email.toLowerCase(),
})

function checkVerifier(registry: Registry, name: string): Verifier {
  const verifier = verifierOf(registry, name)
  if (verifier.protocol !== 'email') throw new WalletError('UNKNOWN_VERIFIER', name)
  return verifier
}
