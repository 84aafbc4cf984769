/**
 * The frame continues the browser's session: it comes from the very window that the frame opened, once the person has
 * agreed there.
 */
import { randomId } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { lookParams } from '../appearance/look.js'
import { finishBackup, noteOnboarding } from '../session/backup.js'
import type { Carried, ContinueContract, ContinueTask } from '../shared-session/contract.js'
import { areCutOff, noteCutOff, openPopup } from '../windows/login-popup.js'
import { CONTINUE_PARAMETER, converse } from '../windows/own-window.js'
import type { WalletApp } from './wallet-app.js'

/**
 * Asks in a window whether to continue here with the browser's session. Call the result in the click; nothing if signed
 * in, or if the page's policy keeps windows apart.
 */
export const continuing = (app: WalletApp): (() => void) | undefined =>
  app.site && !app.address && !areCutOff()
    ? () => void app.flow.run((signal) => ask(app, signal))
    : undefined

/** @throws {WalletError} `POPUP_BLOCKED`, `POPUP_CLOSED`, `TIMEOUT`, `ABORTED`, `USER_REJECTED`. */
async function ask(app: WalletApp, signal: AbortSignal): Promise<void> {
  const nonce = randomId()
  const url = new URL('login', location.href)
  url.hash = `${CONTINUE_PARAMETER}=${nonce}`
  const opened = openPopup(url.href)
  // The page's policy may keep it from us: then it is of no use, and none is offered from now on.
  if (opened.name === 'unseen') noteCutOff()
  if (opened.name !== 'window') throw new WalletError('POPUP_BLOCKED')
  const { id, expires, isSaved, ...person } = await carried(app, opened.window, nonce, signal)
  if (signal.aborted) return
  const [address] = person.addresses
  // They were asked where they signed in.
  if (isSaved) finishBackup(address!)
  else noteOnboarding(address!)
  await app.life.begin(person, false, { id, expires }, signal)
}

type Continued = Awaited<ReturnType<typeof taken>>

async function carried(
  app: WalletApp,
  popup: Window,
  nonce: string,
  signal: AbortSignal,
): Promise<Continued> {
  const prepared = app.compute('prepare', { keep: false })
  return converse<Continued>(popup, nonce, {
    signal,
    async onRequest(method, params, resolve) {
      switch (method as keyof ContinueContract) {
        case 'begin': {
          const { key } = await prepared
          const look = lookParams(app.params)
          return { site: app.site ?? location.origin, look, key } satisfies ContinueTask
        }
        case 'done': {
          const { id } = await prepared
          resolve(await taken(app, id, params as Carried))
          return null
        }
      }
      throw new WalletError('UNSUPPORTED_METHOD')
    },
  })
}

async function taken(app: WalletApp, prepared: string, { jwe, ...rest }: Carried) {
  return { ...rest, ...(await app.compute('take', { id: prepared, jwe })) }
}
