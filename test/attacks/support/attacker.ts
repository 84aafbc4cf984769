/** Somebody with a server, a key and a code verifier of their own, who wants what belongs to a person. */
import type { BrowserContext } from 'playwright-core'

import { randomId } from '../../../src/shared/encoding.js'
import {
  decrypt,
  exportPublicKey,
  generateKeyPair,
  type PublicJwk,
  thumbprint,
} from '../../../src/shared/jwe.js'
import { letterId } from '../../../src/shared/mailbox.js'
import type { SharedWorld } from '../../e2e/support.js'

/** Milliseconds. The mailbox answers at once if there is something; else it would wait for 20 s. */
const LOOK = 300

export class Attacker {
  /** Random: attackers of several files share one mailbox. */
  readonly state = `attacker-${randomId()}`
  readonly #world: SharedWorld
  readonly #key: PublicJwk
  readonly #privateKey: CryptoKey
  readonly #nonce: string

  private constructor(world: SharedWorld, key: PublicJwk, privateKey: CryptoKey, nonce: string) {
    this.#world = world
    this.#key = key
    this.#privateKey = privateKey
    this.#nonce = nonce
  }

  static async create(world: SharedWorld): Promise<Attacker> {
    const { publicKey, privateKey } = await generateKeyPair()
    const key = await exportPublicKey(publicKey)
    return new Attacker(world, key, privateKey, await thumbprint(key))
  }

  /** Where a person signs in at Google's stand-in, for a login of the attacker's. */
  get authorization(): string {
    const { idp, wallet } = this.#world.stack.urls
    const query = new URLSearchParams({
      client_id: 'google',
      response_type: 'code',
      redirect_uri: `${wallet}/login`,
      scope: 'openid email profile',
      state: this.state,
      nonce: this.#nonce,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    return `${idp}/auth?${query}`
  }

  /** A login that "the frame" began, whose answer goes to `page` for the attacker's key. */
  leg(page: string): string {
    const leg = {
      ...{ verifier: 'google', clientId: 'google', state: this.state, key: this.#key },
      ...{ nonce: this.#nonce, codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' },
    }
    return `#${new URLSearchParams({ leg: encode(leg), page })}`
  }

  /** The way to the provider that "the frame" gave a window. */
  get go(): string {
    return `#go=${encodeURIComponent(this.authorization)}`
  }

  /** A request for an application's key, to be encrypted to the attacker. */
  request(origin: string, more: Record<string, unknown> = {}): string {
    const request = {
      ...{ clientId: 'demo', uxMode: 'popup', origin, state: this.state, key: this.#key },
      ...{ loginProvider: 'google', skipKeyOnboarding: true, ...more },
    }
    return `#request=${encode(request)}`
  }

  /** The recovery phrase, to be typed for the attacker's key. */
  get restore(): string {
    return `#restore=${encode({ state: this.state, key: this.#key })}`
  }

  /** What lies in the mailbox under the attacker's `state`, other than a refusal in words. */
  async letter(): Promise<unknown> {
    const letter = await this.#takeLetter()
    if (typeof letter !== 'string') return null
    const text = await this.open(letter)
    return text?.startsWith('{"error":') ? null : (text ?? letter)
  }

  /** What a JWE holds, if it is for the attacker. */
  open(jwe: string): Promise<string | undefined> {
    return decrypt(jwe, this.#privateKey).catch(() => undefined)
  }

  async #takeLetter(): Promise<unknown> {
    try {
      const response = await fetch(`${this.#world.stack.urls.login}/mailbox/take`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: await letterId(this.state) }),
        signal: AbortSignal.timeout(LOOK),
      })
      return ((await response.json()) as { data: unknown }).data
    } catch {
      return null
    }
  }

  /** Hears which logins of the attacker's reach a provider from this browser. */
  watch(context: BrowserContext): string[] {
    const reached: string[] = []
    context.on('request', (request) => {
      const url = new URL(request.url())
      const isTheirs = url.searchParams.get('state') === this.state
      if (url.origin === this.#world.stack.urls.idp && isTheirs) reached.push(url.pathname)
    })
    return reached
  }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
