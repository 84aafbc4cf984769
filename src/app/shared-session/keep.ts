/**
 * The frame gives a new session to the very window of its sign-in, which keeps it for the wallet's own windows. Storage
 * is partitioned by site, and these windows have their own.
 */
import { randomId } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import type { AutoLock } from '../session/auto-lock.js'
import { isSaved } from '../session/backup.js'
import type { SessionManager } from '../session/session-manager.js'
import type { SignerContract } from '../signer/contract.js'
import { attend, KEEP_PARAMETER } from '../windows/own-window.js'
import { sendOn } from '../windows/page-window.js'
import type { KeepContract } from './contract.js'

/** The wallet, as far as keeping its session needs it. */
interface Context {
  readonly params: { readonly useLocalStorage?: boolean | undefined }
  readonly site: string | null
  readonly life: Pick<SessionManager, 'current'>
  readonly autoLock: Pick<AutoLock, 'minutes'>
  readonly own: {
    sign(
      method: 'give',
      params: SignerContract['give']['params'],
    ): Promise<SignerContract['give']['result']>
  }
}

/** Milliseconds between looks whether the window’s page is there. */
const POLL = 50
const LOOKS = 200

/**
 * Has the login window keep the new session, and then closes the window.
 *
 * @param begun - Settles when the session has begun, or the login failed.
 * @throws {Error} If the browser hides the window from us.
 */
export async function keepIn(popup: Window, app: Context, begun: Promise<void>): Promise<void> {
  if (!app.site) {
    popup.close()
    return
  }
  // The frame may have read the answer from the window's URL before its document had loaded.
  for (let looks = 0; looks < LOOKS && popup.document.readyState === 'loading'; looks++) {
    await new Promise((resolve) => setTimeout(resolve, POLL))
  }
  const nonce = randomId()
  const close = () => {
    stop()
    popup.close()
  }
  const onRequest = async (method: string, params: unknown): Promise<unknown> => {
    switch (method as keyof KeepContract) {
      case 'begin':
        return give(app, params as KeepContract['begin']['params'], begun)
      case 'done':
        close()
        return null
    }
    throw new WalletError('UNSUPPORTED_METHOD')
  }
  const stop = attend(popup, nonce, { onRequest, onGone: close })
  begun.catch(close)
  // The opener may be the page. Only code of this origin can change it to this frame.
  Object.assign(popup, { opener: window })
  sendOn(popup, `#${KEEP_PARAMETER}=${nonce}`)
}

/** When it has begun. */
async function give(
  app: Context,
  { key }: KeepContract['begin']['params'],
  begun: Promise<void>,
): Promise<KeepContract['begin']['result']> {
  await begun
  const { current } = app.life
  if (!current?.sealed || !current.id) throw new WalletError('NOT_LOGGED_IN')
  const { userInfo, expires, id, addresses } = current
  const { minutes } = app.autoLock
  const address = addresses[0]!
  return {
    ...{ jwe: await app.own.sign('give', { key }), userInfo, expires, id, address },
    ...{ isSaved: isSaved(address), lockAfter: minutes },
    isLasting: app.params.useLocalStorage ?? false,
    // No timer runs while the tab is closed, so the time limit is stored.
    until: minutes ? Math.min(expires, Date.now() + minutes * 60_000) : expires,
  }
}
