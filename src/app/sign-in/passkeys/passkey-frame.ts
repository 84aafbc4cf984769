/**
 * A passkey window as the frame sees it. In the frame a passkey would need the page's permission, and storage is
 * partitioned by site; a window of the wallet's has neither problem. It hands the secret to this frame only, over a
 * port to its opener at the wallet's origin, never through the mailbox.
 */
import { randomId } from '../../../shared/encoding.js'
import { WalletError } from '../../../shared/errors.js'
import type { LookParams } from '../../appearance/look.js'
import type { Signer } from '../../signer/signer.js'
import { LOGIN, openPopup } from '../../windows/login-popup.js'
import { converse, PASSKEY_PARAMETER } from '../../windows/own-window.js'
import { findWindow, sendOn } from '../../windows/page-window.js'
import type { Person } from '../person.js'
import type { PasskeyContract, PasskeyTask } from './passkey-contract.js'

export interface PasskeyQuestion {
  signer: Signer
  /** Verified origin; null on the wallet's own page. */
  site: string | null
  look: LookParams
  /** The unlocked account for which to make a passkey; absent to use one. */
  adds?: Person | undefined
  /** Name of a window that the page opened for this. */
  popup?: string | undefined
  signal: AbortSignal
}

interface SignIn extends PasskeyQuestion {
  onSignedIn: (person: Person) => Promise<void>
  /** Takes over the window. */
  onAnswered: (popup: Window, begun: Promise<void>) => void
}

/**
 * Signs in with a passkey, in a window. Call it in the click. No deadline: a person is at work.
 *
 * @throws {WalletError} As `addByWindow`.
 */
export async function signInByWindow(question: SignIn): Promise<void> {
  const { signal, onSignedIn, onAnswered } = question
  const { popup, person } = await ask(question)
  const begun = signal.aborted ? Promise.reject(new WalletError('ABORTED')) : onSignedIn(person)
  onAnswered(popup, begun)
  await begun
}

/**
 * Has a passkey made in a window, for the unlocked account. Call it in the click. No deadline: a person is at work.
 *
 * @throws {WalletError} `POPUP_BLOCKED`, `POPUP_CLOSED`, `TIMEOUT`, `ABORTED`; `PASSKEY_UNAVAILABLE`, also
 *   where the page's policy keeps windows apart; `USER_REJECTED`.
 */
export async function addByWindow(question: PasskeyQuestion & { adds: Person }): Promise<void> {
  const { popup } = await ask(question)
  popup.close()
}

/** Leaves the window open for the next step. */
async function ask(question: PasskeyQuestion): Promise<{ popup: Window; person: Person }> {
  const nonce = randomId()
  const url = new URL('login', location.href)
  url.hash = `${PASSKEY_PARAMETER}=${nonce}`
  const popup = await openWindow(url.href, question)
  return { popup, person: await hear(popup, nonce, question) }
}

async function openWindow(url: string, { popup, signal }: PasskeyQuestion): Promise<Window> {
  // A click inside the frame can open a window itself, so the page's window is not used.
  if (popup && !navigator.userActivation?.isActive) {
    const found = await findWindow(popup, LOGIN, signal)
    if (!found) throw new WalletError('POPUP_BLOCKED')
    // The window greets its opener, which is the page. Only code of this origin can change that.
    found.opener = window
    sendOn(found, url)
    return found
  }
  const opened = openPopup(url)
  if (opened.name === 'window') return opened.window
  throw opened.name === 'blocked'
    ? new WalletError('POPUP_BLOCKED')
    : new WalletError('PASSKEY_UNAVAILABLE', 'The page keeps its windows apart from the wallet.')
}

function hear(
  popup: Window,
  nonce: string,
  { signer, site, look, adds, signal }: PasskeyQuestion,
): Promise<Person> {
  let preparedId = ''
  return converse<Person>(popup, nonce, {
    signal,
    stays: true,
    async onRequest(method, params, resolve) {
      switch (method as keyof PasskeyContract) {
        case 'begin': {
          if (adds) {
            const asked = params as PasskeyContract['begin']['params']
            const jwe = await signer.ask('give', asked, 0, adds.addresses[0])
            return { name: 'add', site, look, jwe, userInfo: adds.userInfo } satisfies PasskeyTask
          }
          const { id, key } = await signer.ask('prepare', { keep: false })
          preparedId = id
          return { name: 'signIn', site, look, key } satisfies PasskeyTask
        }
        case 'done': {
          const got = params as PasskeyContract['done']['params']
          if (adds) resolve(adds)
          else if (got) {
            const { jwe, userInfo } = got
            resolve({ ...(await signer.ask('take', { id: preparedId, jwe })), userInfo })
          }
          return null
        }
      }
      throw new WalletError('UNSUPPORTED_METHOD')
    },
  })
}
