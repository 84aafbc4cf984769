/**
 * The frame continues the browser's session: it comes from the very window that the frame opened for a sign-in, once
 * the person has agreed there.
 */
import { WalletError } from '../../shared/errors.js'
import { type LookParams, lookParams } from '../appearance/look.js'
import type { AutoLock } from '../session/auto-lock.js'
import { finishBackup, noteOnboarding } from '../session/backup.js'
import type { SessionManager } from '../session/session-manager.js'
import type { LoginWindow } from '../sign-in/login-status.js'
import type { Signer } from '../signer/signer.js'
import { attend } from '../windows/own-window.js'
import type { Carried, ContinueContract, ContinueTask } from './contract.js'

/** The wallet, as far as continuing a session needs it. */
interface Context {
  readonly site: string | null
  readonly params: LookParams
  readonly life: Pick<SessionManager, 'begin'>
  readonly autoLock: Pick<AutoLock, 'minutes' | 'choose'>
  compute: Signer['ask']
}

/**
 * Lets the window of a sign-in offer the browser's session instead.
 *
 * @returns Settles if the person continues with it: when it has begun here. Rejects with `POPUP_CLOSED` if they close
 *   the window while it asks.
 */
export function continueInstead(
  app: Context,
  { popup, state, signal, onAgreed }: LoginWindow,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isAsking = false
    let prepared: ReturnType<typeof prepare> | undefined
    const prepare = () => app.compute('prepare', { keep: false })
    const onRequest = async (method: string, params: unknown): Promise<unknown> => {
      prepared ??= prepare()
      const { id, key } = await prepared
      switch (method as keyof ContinueContract) {
        case 'begin':
          isAsking = true
          return {
            site: app.site ?? location.origin,
            look: lookParams(app.params),
            key,
          } satisfies ContinueTask
        case 'declined':
          isAsking = false
          stop()
          return null
        case 'done':
          isAsking = false
          onAgreed()
          resolve(begin(app, id, params as Carried, signal))
          return null
      }
      throw new WalletError('UNSUPPORTED_METHOD')
    }
    const onGone = (error: WalletError) => {
      stop()
      if (isAsking) reject(error)
    }
    const stop = attend(popup, state, { onRequest, onGone })
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  })
}

async function begin(
  app: Context,
  prepared: string,
  { jwe, userInfo, id, expires, isSaved, lockAfter }: Carried,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const unlocked = await app.compute('take', { id: prepared, jwe })
  signal.throwIfAborted()
  const [address] = unlocked.addresses
  // The site where the person signed in has already asked them to save the phrase.
  if (isSaved) finishBackup(address!)
  else noteOnboarding(address!)
  // The wallet must not stay unlocked longer here than on the first site.
  const { minutes } = app.autoLock
  if (lockAfter && (!minutes || lockAfter < minutes)) app.autoLock.choose(lockAfter)
  await app.life.begin({ ...unlocked, userInfo }, false, { id, expires }, signal)
}
