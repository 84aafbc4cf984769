/** The window's side of the browser's session: it stores one, and hands it on if the person agrees. */
import { html, type TemplateResult } from 'lit'

import { Peer } from '../../protocol/peer.js'
import { toWire, WalletError } from '../../shared/errors.js'
import type { Appearance } from '../appearance/appearance.js'
import { CONTINUE_PARAMETER, greet, KEEP_PARAMETER } from '../windows/own-window.js'
import '../screens/session/continue-as.js'
import type { ContinueContract, ContinueTask, KeepContract } from '../shared-session/contract.js'
import {
  forgetSession,
  type KeptSession,
  keepSession,
  liveSession,
} from '../shared-session/kept-session.js'
import { type Signer, startSigner } from '../signer/signer.js'

/** Milliseconds that the frame may take to answer; it is in the same browser. */
const ANSWER_TIME = 15_000
/** Milliseconds for a session to begin: the frame asks the key nodes for it. */
const BEGIN_TIME = 30_000

/**
 * Keeps the session that begins in the frame which opened this window.
 *
 * @throws {WalletError} `STATE_MISMATCH` without such a frame; `TIMEOUT`; `NOT_LOGGED_IN` if nothing begins.
 */
export async function keepForFrame(hash: string, signer: Signer): Promise<void> {
  const frame = new Peer<KeepContract>(await greetFrame(hash, KEEP_PARAMETER))
  const { id: prepared, key } = await signer.ask('prepare', { keep: false })
  const { jwe, ...about } = await frame.request('begin', { key }, BEGIN_TIME)
  const { addresses } = await signer.ask('take', { id: prepared, jwe })
  const sealed = await signer.ask('seal', { expires: about.expires })
  await signer.ask('lock', {})
  if (sealed) await keepSession({ ...about, sealed, address: addresses[0]! })
  await frame.request('done', null, ANSWER_TIME)
}

/**
 * Asks the person whether to carry on with the session that the browser keeps, on the site of the frame that opened this
 * window. The secret is opened once they have said so.
 *
 * @throws {WalletError} `STATE_MISMATCH` without such a frame.
 */
export async function askToContinue(
  hash: string,
  appearance: Appearance,
  show: (content: TemplateResult) => void,
): Promise<void> {
  const frame = new Peer<ContinueContract>(await greetFrame(hash, CONTINUE_PARAMETER))
  const task = await frame.request('begin', null, ANSWER_TIME)
  await appearance.apply(task.look)
  try {
    const session = await confirmed(task, show)
    const signer = startSigner()
    await signer.ask('unlock', session.sealed)
    const jwe = await signer.ask('give', { key: task.key })
    await signer.ask('lock', {})
    const { userInfo, id, expires, isSaved } = session
    await frame.request('done', { jwe, userInfo, id, expires, isSaved }, ANSWER_TIME)
  } catch (error) {
    if (WalletError.is(error, 'SESSION_EXPIRED')) await forgetSession()
    await frame.request('failed', toWire(error), ANSWER_TIME)
  }
}

/** @throws {WalletError} `USER_REJECTED`, `SERVICE_UNAVAILABLE`. */
async function confirmed(
  { site }: ContinueTask,
  show: (content: TemplateResult) => void,
): Promise<KeptSession> {
  const session = await liveSession()
  await new Promise<void>((resolve, reject) => {
    const onReject = () => reject(new WalletError('USER_REJECTED'))
    show(html`<we-continue-as .site=${site} .userInfo=${session?.userInfo} .address=${session?.address ?? ''}
      .onApprove=${resolve} .onReject=${onReject}></we-continue-as>`)
  })
  // It may have been ended, or replaced, while the person looked at it.
  const now = await liveSession()
  if (!now || now.id !== session?.id || now.address !== session.address) {
    throw new WalletError('USER_REJECTED')
  }
  return now
}

/** Only at the top of a tab: nowhere else does the person know what they press. */
async function greetFrame(hash: string, parameter: string): Promise<MessagePort> {
  if (window.top !== window) throw new WalletError('STATE_MISMATCH')
  return greet(new URLSearchParams(hash.slice(1)).get(parameter) ?? '')
}
