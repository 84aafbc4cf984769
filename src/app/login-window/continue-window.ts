/** The window's side of the browser's session: it stores one, and hands it on if the person agrees. */
import { html } from 'lit'

import { Peer } from '../../protocol/peer.js'
import { WalletError } from '../../shared/errors.js'
import type { Appearance } from '../appearance/appearance.js'
import type { Look } from '../appearance/look.js'
import { greet, KEEP_PARAMETER } from '../windows/own-window.js'
import '../screens/session/continue-as.js'
import type {
  Carried,
  ContinueContract,
  ContinueTask,
  KeepContract,
} from '../shared-session/contract.js'
import {
  forgetSession,
  type KeptSession,
  keepSession,
  liveSession,
} from '../shared-session/kept-session.js'
import { type Signer, startSigner } from '../signer/signer.js'
import { screen } from './login-screen.js'

/** Milliseconds that the frame may take to answer; it is in the same browser. */
const ANSWER_TIME = 15_000
/** Milliseconds for a session to begin: the frame asks the key nodes for it. */
const BEGIN_TIME = 30_000

/**
 * Keeps, in this window, the session that begins in the frame which opened it.
 *
 * @throws {WalletError} `STATE_MISMATCH` without such a frame; `TIMEOUT`; `NOT_LOGGED_IN` if nothing begins.
 */
export async function keepForFrame(hash: string, signer: Signer): Promise<void> {
  const nonce = new URLSearchParams(hash.slice(1)).get(KEEP_PARAMETER) ?? ''
  const frame = new Peer<KeepContract>(await greetFrame(nonce))
  const { id: prepared, key } = await signer.ask('prepare', { keep: false })
  const given = await frame.request('begin', { key }, BEGIN_TIME)
  const { userInfo, expires, isSaved, lockAfter, until, address } = given
  const { addresses } = await signer.ask('take', { id: prepared, jwe: given.jwe })
  const sealed = await signer.ask('seal', { expires: until })
  await signer.ask('lock', {})
  // A different person may have signed in while it was given.
  if (sealed && addresses[0] === address) {
    await keepSession({ sealed, address, userInfo, expires, isSaved, lockAfter }, given)
  }
  await frame.request('done', null, ANSWER_TIME)
}

/**
 * Offers the session that this browser keeps, instead of the sign-in that the frame has begun. The secret is decrypted
 * only after the person agrees.
 *
 * @param state - Of the login.
 * @throws {WalletError} `STATE_MISMATCH` without such a frame; `TIMEOUT`.
 */
export async function offerSession(state: string, appearance: Appearance): Promise<Offered> {
  const session = await liveSession().catch(() => undefined)
  if (!session) return 'nothing'
  const frame = new Peer<ContinueContract>(await greetFrame(state))
  const task = await frame.request('begin', null, ANSWER_TIME)
  await appearance.apply(task.look)
  const isAgreed = await isWanted(session, task, appearance.look)
  const carried = isAgreed ? await carry(session, task) : undefined
  if (carried) {
    await frame.request('done', carried, ANSWER_TIME)
    return 'continued'
  }
  await frame.request('declined', null, ANSWER_TIME)
  return isAgreed ? 'nothing' : 'declined'
}

/** Result of an offer. `nothing`: there is no session, or the service did not confirm that it is still valid. */
export type Offered = 'continued' | 'declined' | 'nothing'

function isWanted(
  { userInfo, address }: KeptSession,
  { site }: ContinueTask,
  look: Look,
): Promise<boolean> {
  return new Promise((resolve) => {
    const content = html`<we-continue-as .site=${site} .userInfo=${userInfo} .address=${address}
      .onApprove=${() => resolve(true)} .onReject=${() => resolve(false)}></we-continue-as>`
    screen({ look, content })
  })
}

/** @returns Nothing if it was ended, or replaced, while the person looked at it; or if that is not known. */
async function carry(asked: KeptSession, { key }: ContinueTask): Promise<Carried | undefined> {
  const session = await liveSession().catch(() => undefined)
  if (session?.id !== asked.id || session.address !== asked.address) return undefined
  const signer = startSigner()
  try {
    await signer.ask('unlock', session.sealed)
    const jwe = await signer.ask('give', { key })
    await signer.ask('lock', {})
    const { userInfo, id, expires, isSaved, lockAfter } = session
    return { jwe, userInfo, id, expires, isSaved, lockAfter }
  } catch (error) {
    console.warn(WalletError.from(error).message)
    await forgetSession(session.sealed.keyId)
    return undefined
  }
}

/** Only in a top-level window: inside a frame, a page could trick the person into pressing. */
async function greetFrame(nonce: string): Promise<MessagePort> {
  if (window.top !== window) throw new WalletError('STATE_MISMATCH')
  return greet(nonce)
}
