import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { NodemailerError } from 'nodemailer'
import type * as z from 'zod/mini'

import {
  EmailStart,
  type EmailStarted,
  type EmailVerified,
  EmailVerify,
} from '../../protocol/email.js'
import type { Registry, Verifier } from '../../protocol/registry.js'
import { WalletError } from '../../shared/errors.js'
import { type AuditLog, identityOf } from '../audit.js'
import { parse } from '../files.js'
import type { IdTokenSigner } from '../id-tokens.js'
import { verifierOf } from '../registry.js'
import type { Store } from '../store.js'
import { CODE_LIFETIME, Codes } from './codes.js'
import { createEmailLimits } from './limits.js'
import type { Mailer } from './mailer.js'
import { compose } from './message.js'

export interface EmailOptions {
  registry: Registry
  store: Store
  mailer: Mailer
  signer: IdTokenSigner
  audit?: AuditLog | undefined
  walletOrigin: string
}

/**
 * Adds `POST /email/start` and `POST /email/verify`: a sign-in by a code that the person gets by e-mail. Here
 * this service says who people are, and signs the ID token itself.
 */
export function addEmail(app: FastifyInstance, options: EmailOptions): void {
  const { registry, store, mailer, signer, audit, walletOrigin } = options
  const codes = new Codes(store.box('email-codes', CODE_LIFETIME), signer.secretFor('email-codes'))
  const limits = createEmailLimits(store)
  const { host } = new URL(walletOrigin)
  const sending = new Set<Promise<void>>()
  app.addHook('preClose', async () => void (await Promise.all(sending)))

  function track(delivered: Promise<void>, log: FastifyBaseLogger): void {
    const sent = delivered.catch(({ code, responseCode }: NodemailerError) => {
      // The server's own words may quote the address.
      log.warn({ reason: code, status: responseCode }, 'email not taken')
    })
    sending.add(sent)
    void sent.finally(() => sending.delete(sent))
  }

  app.post('/email/start', async (request, reply): Promise<z.infer<typeof EmailStarted>> => {
    const { language, ...asked } = read(EmailStart, request.body)
    checkVerifier(registry, asked.verifier)
    const mayGo = await limits.start(request.ip, asked.email, reply)
    // Until here nothing depends on who the address belongs to, and what does is not waited for.
    const delivery = await mailer.open()
    request.log.info({ verifier: asked.verifier, isSent: mayGo }, 'email code')
    try {
      const code = await codes.issue(asked)
      const letter = { from: mailer.from, to: asked.email, code, language, host }
      const message = await compose(letter)
      if (mayGo) track(delivery.send(asked.email, message), request.log)
      else delivery.close()
    } catch (error) {
      delivery.close()
      throw error
    }
    return { lifetime: CODE_LIFETIME / 1000 }
  })

  app.post('/email/verify', async (request, reply): Promise<z.infer<typeof EmailVerified>> => {
    const { code, ...asked } = read(EmailVerify, request.body)
    const verifier = checkVerifier(registry, asked.verifier)
    await limits.verify(request.ip, reply)
    const outcome = await codes.check(asked, code)
    const { verifier: name, email, nonce } = asked
    const result = outcome.isRight ? 'right' : outcome.refused
    request.log.info({ verifier: name, result }, 'email code tried')
    if (!outcome.isRight) {
      audit?.record({ event: 'email', verifier: name, outcome: outcome.refused })
      return { refused: outcome.refused, triesLeft: outcome.triesLeft }
    }
    const claims = { sub: email, email, email_verified: true }
    const idToken = await signer.sign(verifier, claims, nonce)
    const person = audit && identityOf(registry, name, idToken)
    audit?.record({ event: 'email', verifier: name, person, outcome: 'ok' })
    return { idToken }
  })
}

/** Addresses differ in case for nobody: one person, one account. */
function read<S extends typeof EmailStart | typeof EmailVerify>(
  schema: S,
  body: unknown,
): z.infer<S> {
  const asked = parse(schema, body, 'INVALID_REQUEST') as z.infer<S>
  return { ...asked, email: asked.email.toLowerCase() }
}

function checkVerifier(registry: Registry, name: string): Verifier {
  const verifier = verifierOf(registry, name)
  if (verifier.protocol !== 'email') throw new WalletError('UNKNOWN_VERIFIER', name)
  return verifier
}
