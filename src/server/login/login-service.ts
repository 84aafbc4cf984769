import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Registry, Verifier } from '../../protocol/registry.js'
import { TokenRequest } from '../../protocol/requests.js'
import { Application, TokenResponse } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { type ApiOptions, createApi, noteVerifier } from '../platform/http.js'
import { Places } from '../platform/limits.js'
import { verifierOf } from '../registry/registry.js'
import { sourceOf } from '../store/networks.js'
import { MemoryStore } from '../store/store.js'
import { addSync } from '../sync/routes.js'
import type { SyncStore } from '../sync/sync-store.js'
import type { BackendTokens } from '../tokens/backend-tokens.js'
import { type IdTokenSigner, KeySet } from '../tokens/self-issued-tokens.js'
import { type AuditLog, audited, identityOf } from './audit.js'
import type { ClientSecrets } from './client-secrets.js'
import { exchangeCode, idTokenOf } from './code-exchange.js'
import type { Mailer } from './email/mailer.js'
import { addEmail } from './email/routes.js'
import { ASK_PATH, addEndedSessions } from './ended-sessions.js'
import { addIdTokens, ID_TOKEN_PATH, KEYS_PATH } from './id-tokens/routes.js'
import { addMailbox, type MailboxOptions, TAKE_PATH } from './mailbox.js'
import { addSessionHalves } from './session-halves.js'
import { UsedCodes } from './used-codes.js'
import { fetchPerson } from './user-info.js'

/** Exchanges at a time, here in this process: a network has the fiftieth part. */
const EXCHANGES = 1_000
/** Characters of a client id that an answer quotes. */
const MAX_ID = 64
/** Milliseconds for an identity provider to say who it is: less than the wallet waits. */
const PROVIDER_TIMEOUT = 8_000

export interface LoginServiceOptions extends ApiOptions {
  /** Read at each request: the members of `registry` and `secrets` may be replaced while the service runs. */
  registry: Registry
  secrets: ClientSecrets
  /** Vouches for people whose provider signs no ID tokens. Needed if the registry has such a one. */
  signer?: IdTokenSigner | undefined
  /** Makes tokens for sites' servers. Read at each request; without it that feature is off. */
  backend?: { tokens?: BackendTokens | undefined }
  /** Gets a line for each login; without it nothing is recorded. */
  audit?: AuditLog | undefined
  /** Sends codes. Needed if the registry has a verifier of protocol `email`. */
  mailer?: Mailer | undefined
  /** Codes by e-mail a minute, for all who ask together. */
  mailLimit?: number | undefined
  mailbox?: MailboxOptions
  /** Logins that are remembered at a time, for twenty minutes. */
  loginRoom?: number | undefined
  /** Stores people's encrypted data for their other devices; without it, the sync routes are missing. */
  sync?: SyncStore | undefined
  /** Most people whose data is kept. */
  syncRoom?: number | undefined
}

/**
 * Tells login windows about applications, and exchanges authorization codes, which needs the operator's client secrets.
 * It passes a provider's ID tokens on for the nodes to check, and cannot forge them. For providers without ID tokens it
 * requests the profile and signs a token itself. Its mailbox holds ciphertext for windows that lost each other; it
 * remembers ended sessions, issues ID tokens to sites' servers, and keeps people's encrypted blobs for their other
 * devices.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` if a verifier needs the signer or the mailer and it is missing.
 */
export function createLoginService(options: LoginServiceOptions): FastifyInstance {
  const { registry, secrets, signer, mailer, audit, walletOrigin, backend = {}, sync } = options
  checkSigner(registry, signer)
  checkMailer(registry, mailer)
  // The redirect target of every login.
  const redirectUri = `${walletOrigin}/login`
  const store = options.store ?? new MemoryStore()
  const app = createApi({ ...options, store }, [TAKE_PATH, ID_TOKEN_PATH, KEYS_PATH], [ASK_PATH])
  const usedCodes = new UsedCodes(store, options.loginRoom)
  const exchanges = new Places(EXCHANGES)
  addMailbox(app, store, options.mailbox)
  addSessionHalves(app, store, addEndedSessions(app, store))
  addIdTokens(app, { registry, walletOrigin, backend, signer })
  if (sync) addSync(app, { ...options, store, sync })
  if (mailer && signer) addEmail(app, { ...options, store, mailer, signer })

  const looking = {
    summary: 'What a login window shows of an application, and holds it to.',
    params: z.object({ clientId: z.string() }),
    response: { 200: Application },
  }
  app.get('/applications/:clientId', { schema: looking }, async ({ params: { clientId } }) => {
    const { applications } = registry
    const application = Object.hasOwn(applications, clientId) && applications[clientId]
    if (!application) {
      const detail = `${clientId.slice(0, MAX_ID)}: not among "applications" in the wallet's registry.`
      throw new WalletError('UNKNOWN_CLIENT', detail)
    }
    return application
  })

  const exchanging = {
    summary: 'Exchanges an authorization code for an ID token.',
    body: TokenRequest,
    response: { 200: TokenResponse },
  }
  app.post('/token', { schema: exchanging }, async (request) => {
    const asked = request.body
    const { verifier: name, application } = asked
    const known = Object.hasOwn(registry.verifiers, name) ? name : undefined
    if (known) noteVerifier(request, known)
    const source = sourceOf(request.ip)
    return audited(audit, { event: 'token', verifier: known, application }, async () => {
      const verifier = verifierOf(registry, name)
      if (asked.redirectUri !== redirectUri) {
        throw new WalletError('REDIRECT_NOT_ALLOWED', `Expected ${redirectUri}.`)
      }
      const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined
      const isBound = hasBoundTokens(verifier)
      usedCodes.begin(isBound)
      const leave = exchanges.take(source)
      const idToken = await idTokenFor(verifier, secret, asked, signer).finally(leave)
      await usedCodes.use({ verifier: name, code: asked.code, source, isBound })
      return { answer: { idToken }, person: audit && identityOf(registry, name, idToken) }
    })
  })
  // Key nodes fetch it, and cache it for as long as they like: a new key may come beside the old.
  const keys = {
    summary: "Public keys of the service's own ID tokens, for the key nodes.",
    response: { 200: KeySet },
  }
  app.get('/jwks.json', { schema: keys }, async () => signer?.jwks ?? { keys: [] })
  return app
}

/** Whether the provider signs the login's nonce: then only the holder of the matching key can use the token. */
export const hasBoundTokens = ({ protocol }: Verifier): boolean => protocol === 'oidc'

/** The provider's own ID token, unchecked, or one that we sign. */
async function idTokenFor(
  verifier: Verifier,
  secret: ClientSecrets[string] | undefined,
  asked: z.infer<typeof TokenRequest>,
  signer: IdTokenSigner | undefined,
): Promise<string> {
  const { protocol } = verifier
  const { nonce } = asked
  if (protocol === 'email')
    throw new WalletError('INVALID_REQUEST', 'There is no code to exchange.')
  if (protocol === 'oauth2' && !nonce) throw new WalletError('INVALID_REQUEST', 'nonce: missing.')
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT)
  const tokens = await exchangeCode(verifier, secret, asked, signal)
  if (protocol === 'oidc') return idTokenOf(tokens)
  const person = await fetchPerson(verifier, tokens, nonce!, signal)
  return signer!.sign(verifier, person, nonce!)
}

/** @throws {WalletError} `INVALID_ARGUMENT` if a verifier needs the signer and it is not there. */
export function checkSigner({ verifiers }: Registry, signer: IdTokenSigner | undefined): void {
  for (const [name, { protocol, issuer }] of Object.entries(verifiers)) {
    if (protocol === 'oidc' || signer?.issuer === issuer) continue
    const what = signer
      ? `expected the login service's issuer ${signer.issuer}`
      : 'needs a signing key'
    throw new WalletError('INVALID_ARGUMENT', `verifiers.${name}: ${what}.`)
  }
}

/** @throws {WalletError} `INVALID_ARGUMENT` if a verifier needs a mail server and none is set. */
export function checkMailer({ verifiers }: Registry, mailer: Mailer | undefined): void {
  const name = Object.keys(verifiers).find((one) => verifiers[one]!.protocol === 'email')
  if (!name || mailer) return
  throw new WalletError('INVALID_ARGUMENT', `verifiers.${name}: needs a mail server.`)
}
