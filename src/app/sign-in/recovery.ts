/**
 * Opens an account by its recovery phrase, without a provider, login service or key nodes. The phrase is typed in a
 * window of the wallet's; a frame gets the secret as ciphertext for its signer.
 */
import * as z from 'zod/mini'

import { PublicKey } from '../../protocol/login.js'
import { listen } from '../../protocol/windows.js'
import { fromBase64Url, randomId, toBase64Url, utf8 } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { encrypt, type PublicJwk } from '../../shared/jwe.js'
import type { LoginUserInfo } from '../../shared/options.js'
import { finishBackup } from '../session/backup.js'
import type { Signer } from '../signer/signer.js'
import type { Opened } from '../windows/login-popup.js'
import type { LoginFlowOptions, LoginStatus } from './login-status.js'
import type { Person } from './person.js'

/** Milliseconds between checks whether the window is closed: no event reports that. */
const POLL = 300
/** Name of the parameter in the fragment of the window's URL. */
const PARAMETER = 'restore'

/** The request to a window: the account, encrypted to this key. */
const Asked = z.object({
  state: z.string().check(z.regex(/^[\w-]{22,64}$/)),
  key: PublicKey,
  /** The window may offer the browser's session first. A frame of an older build does not say it. */
  continues: z._default(z.boolean(), false),
})
export type Asked = z.infer<typeof Asked>

/** The recovery phrase carries no verified identity. */
const NOBODY: LoginUserInfo = {
  email: '',
  name: '',
  profileImage: '',
  aggregateVerifier: '',
  verifier: '',
  verifierId: '',
  typeOfLogin: '',
}

/** @returns Nothing if the fragment is not ours. */
export function readAsked(hash: string): Asked | undefined {
  try {
    const text = fromBase64Url(new URLSearchParams(hash.slice(1)).get(PARAMETER) ?? '')
    return Asked.safeParse(JSON.parse(new TextDecoder().decode(text))).data
  } catch {
    return undefined
  }
}

/** The account behind a phrase, for one signer alone. @param secret - 32 bytes. */
export const sealSecret = (secret: Uint8Array, key: PublicJwk): Promise<string> =>
  encrypt(toBase64Url(secret), key)

/**
 * Lets a window offer the browser's session instead.
 *
 * @param state - Of the login.
 * @param onAgreed - The person has said so, and the window closes.
 */
export type Offer = (
  popup: Window,
  state: string,
  onAgreed: () => void,
) => Promise<{ begun: Promise<void> } | undefined>

interface FlowOptions {
  signer: Signer
  /** A blank window for the phrase; undefined: ask for it in this document. */
  opened: Opened | undefined
  signal: AbortSignal
  offer: Offer
  show: (status: LoginStatus) => void
  onSignedIn: (person: Person) => Promise<void>
  onAnswered: LoginFlowOptions['onAnswered']
}

/**
 * Restores an account for the wallet.
 *
 * @throws {WalletError} `POPUP_BLOCKED`, `POPUP_CLOSED`, `ABORTED`.
 */
export async function restoreFor(options: FlowOptions): Promise<void> {
  const { signer, opened, signal, offer, show, onSignedIn, onAnswered } = options
  const end = async (person: Person) => {
    signal.throwIfAborted()
    // A person who typed the words has them saved.
    finishBackup(person.addresses[0]!)
    await onSignedIn(person)
    show({ name: 'ready' })
  }
  if (!opened) {
    show({ name: 'phrase', onSecret: async (secret) => end(await restoreHere(signer, secret)) })
    return
  }
  if (opened.name !== 'window') throw new WalletError('POPUP_BLOCKED')
  show({ name: 'waiting' })
  try {
    const person = await restoreByWindow(signer, opened.window, signal, offer)
    if (person) {
      const begun = end(person)
      onAnswered(opened.window, begun)
      await begun
    } else {
      opened.window.close()
      show({ name: 'ready' })
    }
  } catch (error) {
    opened.window.close()
    throw error
  }
}

/** Restores in this window. @param secret - The phrase's secret. */
export async function restoreHere(signer: Signer, secret: Uint8Array): Promise<Person> {
  const { id, key } = await signer.ask('prepare', { keep: false })
  const jwe = await sealSecret(secret, key)
  return { ...(await signer.ask('take', { id, jwe })), userInfo: NOBODY }
}

/**
 * In a window that was opened in the click. It has no deadline: a person is at work in it.
 *
 * @returns Nothing if the person continued with the browser's session.
 * @throws {WalletError} `POPUP_CLOSED`, `ABORTED`.
 */
export async function restoreByWindow(
  signer: Signer,
  popup: Window,
  signal: AbortSignal,
  offer: Offer,
): Promise<Person | undefined> {
  const { id, key } = await signer.ask('prepare', { keep: false })
  const state = randomId()
  const hearing = new AbortController()
  let isAgreed = false
  const offered = await offer(popup, state, () => {
    isAgreed = true
    hearing.abort()
  })
  const asked: Asked = { state, key, continues: !!offered }
  const answer = hear(popup, state, AbortSignal.any([signal, hearing.signal]))
  const text = toBase64Url(utf8(JSON.stringify(asked)))
  popup.location.replace(`${location.origin}/login#${PARAMETER}=${text}`)
  const continued = offered?.begun.then(() => undefined) ?? new Promise<undefined>(() => {})
  const heard = answer.catch((error) => {
    if (isAgreed) return continued
    throw error
  })
  const jwe = await Promise.race([heard, continued])
  if (!jwe) return undefined
  signal.throwIfAborted()
  return { ...(await signer.ask('take', { id, jwe })), userInfo: NOBODY }
}

function hear(popup: Window, state: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const end = () => {
      stop()
      clearInterval(poll)
      signal.removeEventListener('abort', onAbort)
    }
    const stop = listen('callback', { source: popup, origin: location.origin }, (message) => {
      if (message.state !== state) return
      end()
      resolve(message.query)
    })
    const fail = (code: 'POPUP_CLOSED' | 'ABORTED') => {
      end()
      reject(new WalletError(code))
    }
    const onAbort = () => fail('ABORTED')
    signal.addEventListener('abort', onAbort)
    const poll = setInterval(() => popup.closed && fail('POPUP_CLOSED'), POLL)
  })
}
