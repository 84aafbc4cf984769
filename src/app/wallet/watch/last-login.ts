/**
 * Which account was used here last. An address depends on the login, so people who use a different login find an empty
 * account and may believe that the first is lost. They are told.
 */
import * as z from 'zod/mini'

import { sha256Of } from '../../../shared/encoding.js'
import { LAST_LOGIN } from '../../sign-in/login-options.js'
import { readItem, writeItem } from '../../support/storage.js'
import type { WalletApp } from '../wallet-app.js'

const LABEL = 'wallet-embed/last-login/v1'

/** Must not reveal to a reader of this device who signed in: no e-mail address, no plain account address. */
const LastLogin = z.object({
  verifier: z.string(),
  /** A hash of the address. */
  account: z.string(),
  /** The verifier of the other account, until the person has been told. */
  before: z.optional(z.string()),
})
type LastLogin = z.infer<typeof LastLogin>

/** Records the wallet's account now and whenever it changes. May be called again. */
export function watchLogins(app: WalletApp): Promise<void> {
  app.addEventListener('change', onChange)
  return note(app)
}

/** @returns The verifier that opened a different account here before; nothing if there was no such account. */
export const otherBefore = (): string | undefined => load()?.before

/** Called when the person has read the notice. */
export function forgetOther(): void {
  const last = load()
  if (last) save({ verifier: last.verifier, account: last.account })
}

/** A single function for all wallets of a document, so that adding the listener twice has no effect. */
const onChange = ({ target }: Event) => void note(target as WalletApp)

const noted = new WeakMap<WalletApp, string>()

async function note(app: WalletApp): Promise<void> {
  const userInfo = app.life.current?.userInfo
  const address = app.own.first
  if (noted.get(app) === address) return
  noted.set(app, address ?? '')
  if (!address || !userInfo) return
  const { verifier } = userInfo
  const account = await sha256Of(`${LABEL}\0${address}`)
  const last = load()
  if (last?.account === account) save({ ...last, verifier })
  else {
    const isOtherWay = !!last && last.verifier !== verifier
    save({ verifier, account, ...(isOtherWay && { before: last.verifier }) })
    if (isOtherWay) app.dispatchEvent(new Event('change'))
  }
}

const load = (): LastLogin | undefined => readItem(LAST_LOGIN, LastLogin)

/** If storage is denied, nothing is remembered, and no notice is shown. */
const save = (last: LastLogin): void => void writeItem(LAST_LOGIN, last)
