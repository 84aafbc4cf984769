/** Signing in with a passkey, and making one for next time, in a window of the wallet's. */
import { msg } from '@lit/localize'
import { html, type TemplateResult } from 'lit'

import { WalletError } from '../../../shared/errors.js'
import type { LoginUserInfo } from '../../../shared/options.js'
import { WEBAUTHN } from '../../sign-in/login-options.js'
import type { Person } from '../../sign-in/person.js'
import './passkey.js'
import {
  createPasskey,
  hasPasskeys,
  type UsedPasskey,
  usePasskey,
} from '../../sign-in/passkeys/ceremony.js'
import {
  decline,
  findPasskey,
  hasDeclined,
  keepPasskey,
  knownPasskeys,
  passkeysFor,
  touchPasskey,
} from '../../sign-in/passkeys/known-passkeys.js'
import { nameOf, wrap } from '../../sign-in/passkeys/wrap.js'
import type { PasskeyOutput, Unlocked } from '../../signer/contract.js'
import type { Signer } from '../../signer/signer.js'
import type { PasskeyProblem, PasskeyStatus } from './passkey.js'

export interface PasskeyDialog {
  signer: Signer
  /** Origin of the site that one signs in for; null for the wallet itself. */
  site: string | null
  /** Its name, if the operator registered one. */
  application: string
  /** BCP 47. */
  locale: string
  show: (content: TemplateResult) => void
}

/** The person's answer. */
interface Answers {
  onUse?: () => void
  onCreate?: () => void
  onOther?: (() => void) | undefined
  onCancel?: (() => void) | undefined
}

/**
 * Asks the person to use or make a passkey.
 *
 * @param hasOthers - Whether there are other logins.
 * @returns Nothing if the person wants a different login.
 * @throws {WalletError} `USER_REJECTED`, `PASSKEY_UNAVAILABLE`.
 */
export function signInWithPasskey(
  dialog: PasskeyDialog,
  hasOthers: boolean,
): Promise<Person | undefined> {
  return converse<Person | undefined>(dialog, ({ draw, end, fail }) => {
    const onOther = hasOthers ? () => end(undefined) : undefined
    const attempt = async (ask: () => Promise<UsedPasskey>) => {
      draw({ name: 'busy' })
      try {
        const person = await open(dialog.signer, await ask())
        if (person) end(person)
        else choose('foreign')
      } catch (error) {
        if (WalletError.is(error, 'USER_REJECTED')) choose('none')
        else giveUp(WalletError.from(error))
      }
    }
    const choose = (problem?: PasskeyProblem) =>
      draw(
        { name: 'choose', ...(problem && { problem }) },
        {
          onUse: () => attempt(() => usePasskey()),
          onCreate: () => attempt(() => create(dialog)),
          onOther,
          onCancel: () => fail(new WalletError('USER_REJECTED')),
        },
      )
    const giveUp = (error: WalletError) =>
      draw({ name: 'unavailable' }, { onOther, onCancel: () => fail(error) })
    if (hasPasskeys()) choose()
    else giveUp(new WalletError('PASSKEY_UNAVAILABLE', 'This browser has no WebAuthn.'))
  })
}

/**
 * Signs a returning person in by passkey alone.
 *
 * @param isKnown - Whether the page is verified: then the device asks at once.
 * @returns Nothing if it cannot be done, or the person wants a different login.
 */
export async function loginFast(
  dialog: PasskeyDialog,
  clientId: string,
  isKnown: boolean,
): Promise<Person | undefined> {
  const allowed = passkeysFor(clientId)
  const known = knownPasskeys().filter(({ applications }) => applications.includes(clientId))
  if (!allowed.length || !hasPasskeys()) return undefined
  const person = known.map(nameOf).join(', ')
  return converse<Person | undefined>(dialog, ({ draw, end }) => {
    const attempt = async () => {
      draw({ name: 'busy' })
      try {
        end(await open(dialog.signer, await usePasskey(allowed)))
      } catch (error) {
        if (WalletError.is(error, 'USER_REJECTED')) greet('none')
        else end(undefined)
      }
    }
    const greet = (problem?: PasskeyProblem) =>
      draw(
        { name: 'known', person, ...(problem && { problem }) },
        { onUse: attempt, onOther: () => end(undefined) },
      )
    if (isKnown) void attempt()
    else greet()
  })
}

/**
 * Offers a passkey for next time after a sign-in. Once: after a no the person is not asked again, unless `isWanted`.
 */
export async function offerPasskey(
  dialog: PasskeyDialog,
  person: Person,
  isWanted: boolean,
): Promise<void> {
  const [address] = person.addresses
  if (!address || knownPasskeys().some((one) => one.address === address)) return
  if (!hasPasskeys() || (!isWanted && (hasDeclined(address) || !(await canConfirm())))) return
  await addPasskey(dialog, person).catch((error) => {
    if (WalletError.is(error, 'USER_REJECTED')) decline(address)
    else throw error
  })
}

/**
 * Asks the signed-in person whether to make a passkey for next time, and makes it.
 *
 * @throws {WalletError} `USER_REJECTED`
 */
export function addPasskey(dialog: PasskeyDialog, person: Person): Promise<void> {
  const name = nameOf({ address: person.addresses[0]!, userInfo: person.userInfo })
  return converse<void>(dialog, ({ draw, end, fail }) => {
    const onOther = () => fail(new WalletError('USER_REJECTED'))
    const offer = (problem?: PasskeyProblem) =>
      draw({ name: 'offer', person: name, ...(problem && { problem }) }, { onCreate, onOther })
    const onCreate = async () => {
      draw({ name: 'busy' })
      try {
        await wrap(dialog.signer, person)
        end()
      } catch (error) {
        offer(WalletError.is(error, 'USER_REJECTED') ? 'none' : 'unavailable')
      }
    }
    offer()
  })
}

/** Whether the device itself can tell its owner. */
const canConfirm = (): Promise<boolean> =>
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()

/** @returns Nothing if the secret that it wraps is in a different browser. */
async function open(
  signer: Signer,
  { credentialId, output, kind }: UsedPasskey,
): Promise<Person | undefined> {
  const known = findPasskey(credentialId)
  if (!known && kind !== 'account') return undefined
  const unlocked = await unlock(signer, { credentialId, output }, known?.wrapped ?? null)
  const address = unlocked.addresses[0]!
  if (!known) {
    const userInfo = accountOf(address)
    keepPasskey({ credentialId, kind: 'account', address, userInfo, wrapped: null })
    return { ...unlocked, userInfo }
  }
  if (known.address !== address) {
    throw new WalletError('PASSKEY_UNAVAILABLE', 'It opens another account than it did.')
  }
  touchPasskey(credentialId)
  return { ...unlocked, userInfo: known.userInfo }
}

async function unlock(
  signer: Signer,
  { credentialId, output }: PasskeyOutput,
  wrapped: NonNullable<ReturnType<typeof findPasskey>>['wrapped'],
): Promise<Unlocked> {
  const unlocked = await signer.ask('openPasskey', { credentialId, output, wrapped })
  output.fill(0)
  return unlocked
}

async function create({ locale }: PasskeyDialog): Promise<UsedPasskey> {
  const day = new Date().toLocaleDateString(locale)
  const made = await createPasskey('account', `${msg('Wallet')} ${day}`, msg('Wallet'))
  return { ...made, kind: 'account' }
}

/** A passkey carries no verified identity: its address is the account's name. */
const accountOf = (address: string): LoginUserInfo => ({
  email: '',
  name: '',
  profileImage: '',
  aggregateVerifier: '',
  verifier: WEBAUTHN,
  verifierId: address,
  typeOfLogin: WEBAUTHN,
})

interface Conversation<T> {
  draw: (status: PasskeyStatus, answers?: Answers) => void
  end: (result: T) => void
  fail: (error: WalletError) => void
}

/** One screen that changes until there is an answer. */
function converse<T>(
  { site, application, show }: PasskeyDialog,
  begin: (conversation: Conversation<T>) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const draw = (status: PasskeyStatus, answers: Answers = {}) =>
      show(html`<we-passkey .status=${status} .site=${site} .application=${application}
        .onUse=${answers.onUse} .onCreate=${answers.onCreate} .onOther=${answers.onOther}
        .onCancel=${answers.onCancel}></we-passkey>`)
    begin({ draw, end: resolve, fail: reject })
  })
}
