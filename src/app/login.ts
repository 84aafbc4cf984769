/**
 * Entry of `/login`: every provider's redirect URL, and the login window of login clients. A fragment that `/begin`
 * noted counts as this page's own.
 *
 * - `?state&code` of a login that was begun in a frame: hands them to the frame.
 * - `#go`: a window that a frame opened, on its way to the provider. It offers the session that the browser keeps first.
 * - `#wait`: a window that a page opened for its frame, which will send it on.
 * - `#passkey`: signs in, or makes a passkey, for the frame that opened it.
 * - `#passkeys`: the passkeys that this browser knows, opened from a frame's settings.
 * - `#keep`: keeps the session that has begun in the frame, in the window of that sign-in.
 * - `#browser`: shows the browser's session, and ends it.
 * - `#restore`: asks for the recovery phrase, for the frame that opened it.
 * - `#leg`: a frame took its page here, which goes back when the provider has answered.
 * - `#request`: begins a login client's login.
 * - `?state&code` of a login that was begun in this window: finishes it.
 */
import { html, type TemplateResult } from 'lit'

import type { LoginRequest } from '../protocol/login.js'
import type { Application } from '../protocol/service.js'
import { WalletError } from '../shared/errors.js'
import { Appearance } from './appearance/appearance.js'
import { type Look, PLAIN } from './appearance/look.js'
import type { Offered } from './login-window/continue-window.js'
import { awaitFrame, handBack, readOver } from './login-window/login-delivery.js'
import { beginLeg, endLeg, isLeg } from './login-window/login-leg.js'
import { takePending } from './login-window/login-pending.js'
import {
  checkRequest,
  type ReadRequest,
  readRequest,
  tellRefusal,
} from './login-window/login-request.js'
import { screen } from './login-window/login-screen.js'
import { LoginWindow } from './login-window/login-window.js'
import type { PasskeyDialog } from './screens/sign-in/passkey-login.js'
import { finishBackup, isOnboardingDue } from './session/backup.js'
import { isAnyKept } from './shared-session/kept-session.js'
import { type LoginOption, offersPasskey, WEBAUTHN } from './sign-in/login-options.js'
import { knownPasskeys, mayLoginFast } from './sign-in/passkeys/known-passkeys.js'
import type { Person } from './sign-in/person.js'
import type { Signer } from './signer/signer.js'
import { startSigner } from './signer/signer.js'
import { checkVersion, readConfig } from './support/config.js'
import { refusedApp } from './support/in-app-browser.js'
import { type Beginning, isByFrame, readBeginning } from './windows/login-beginning.js'
import { askFrame, findInitiator, GO, noteOwn } from './windows/login-initiator.js'
import { BROWSER, KEEP_PARAMETER, PASSKEY_PARAMETER } from './windows/own-window.js'

const looks = new Appearance()
/** Loaded on demand: few people sign in with a passkey. */
const loadPasskeys = () => import('./screens/sign-in/passkey-login.js')

async function run(): Promise<void> {
  const over = readOver()
  if (over) return location.replace(over)
  if (over === '') {
    await looks.apply({})
    return end()
  }
  const query = new URLSearchParams(location.search)
  const state = query.get('state')
  if (location.hash === '#wait' && !state) {
    void showProgress({})
    await awaitFrame()
    return location.hash === '#wait' ? end() : run()
  }
  const beginning = readBeginning(location.hash)
  const { fragment } = beginning
  if (!state && location.hash.startsWith(`#${PASSKEY_PARAMETER}=`)) {
    void showProgress({})
    const { runPasskeyWindow } = await import('./login-window/passkey-window.js')
    const signer = startSigner()
    const show = (content: TemplateResult) => screen({ look: looks.look, content })
    await runPasskeyWindow(location.hash, looks, show, signer)
    await keepIfAsked(signer)
    return end()
  }
  if (!state && location.hash === BROWSER) {
    const [look] = await Promise.all([
      showProgress({}),
      import('./screens/session/browser-session.js'),
    ])
    const content = html`<we-browser-session .locale=${look.locale}></we-browser-session>`
    return screen({ look, content })
  }
  if (!state && location.hash === '#passkeys') {
    const [look] = await Promise.all([showProgress({}), import('./screens/settings/passkeys.js')])
    const content = html`<we-passkeys .locale=${look.locale}></we-passkeys>`
    return screen({ look, content })
  }
  if (!state && fragment.startsWith(GO)) return goOn(beginning)
  if (!state && location.hash.startsWith('#restore=')) {
    await showProgress({})
    const { restoreForFrame } = await import('./login-window/login-restore.js')
    if (await restoreForFrame(location.hash, looks)) await keepIfAsked()
    return end()
  }
  if (!state && isLeg(fragment)) {
    void showProgress({})
    // If no frame began it, an attacker could have made the request up, to get the answer.
    if (!isByFrame(beginning)) throw new WalletError('STATE_MISMATCH')
    return beginLeg(fragment)
  }
  if (!state) return begin(readRequest(fragment, location.search), beginning)
  const pending = takePending(state)
  if (pending) {
    const look = showProgress(pending.request)
    return withWindow(pending.request, look, (window) =>
      window.finish(pending, state, location.search),
    )
  }
  void showProgress({})
  if (await endLeg(state, location.search)) return
  const keeping = toKeep()
  await handBack(
    state,
    keeping.then(() => true),
  )
  if (location.hash.startsWith(KEEP)) await keepIfAsked()
  end()
}

/** The frame has the result, and asks this window to stay for the next step. */
const KEEP = `#${KEEP_PARAMETER}=`
/** Milliseconds for the frame to ask this window to stay. Both are in the same browser, so this is short. */
const STAY = 8_000
const toKeep = () =>
  new Promise<void>((resolve) => {
    const look = () => location.hash.startsWith(KEEP) && resolve()
    addEventListener('hashchange', look)
    // The frame may have been quicker.
    look()
  })

/** Once the frame has the result, it closes this window or asks it to stay. */
async function keepIfAsked(signer = startSigner()): Promise<void> {
  screen({ look: looks.look })
  await Promise.race([toKeep(), new Promise((resolve) => setTimeout(resolve, STAY))])
  if (!location.hash.startsWith(KEEP)) return
  const { keepForFrame } = await import('./login-window/continue-window.js')
  // A failure only means that the session is not kept: the sign-in itself is done.
  await keepForFrame(location.hash, signer).catch((error) =>
    console.warn(WalletError.from(error).message),
  )
}

/**
 * Goes to the provider's page, if the frame that opened this window gives its URL and the person does not continue with
 * a kept session.
 */
async function goOn(beginning: Beginning): Promise<void> {
  const [, told = ''] = beginning.fragment.split(`${GO}=`)
  const { url, other } = isByFrame(beginning)
    ? { url: decodeURIComponent(told), other: '' }
    : ((await askFrame()) ?? {})
  const state = url && URL.canParse(url) ? new URL(url).searchParams.get('state') : null
  if (!url || !state) {
    // The frame then opens a window that knows the URL. If this one cannot close, it shows an error.
    window.close()
    throw new WalletError('STATE_MISMATCH')
  }
  let isDeclined = false
  if (other && isAnyKept()) {
    void showProgress({})
    const outcome = await offer(state)
    if (outcome === 'continued') return end()
    isDeclined = outcome === 'declined'
  }
  noteOwn(state)
  location.replace(isDeclined ? other! : url)
}

/** On failure the sign-in goes on without the offer. */
async function offer(state: string): Promise<Offered> {
  try {
    const { offerSession } = await import('./login-window/continue-window.js')
    return await offerSession(state, looks)
  } catch (error) {
    console.warn(WalletError.from(error).message)
    return 'nothing'
  }
}

async function begin({ request: read, error }: ReadRequest, beginning: Beginning): Promise<void> {
  const isCutOff = read.uxMode === 'popup' && !window.opener
  // Without an opener the mailbox's reader is unknown, so the result goes to a registered page of the application.
  const request: LoginRequest = isCutOff ? { ...read, uxMode: 'redirect' } : read
  const shown = showProgress(request)
  const asked = findInitiator(request, beginning)
  const work: Work = async (window, { name }) => {
    if (error) throw error
    const option = window.named()
    const initiator = await asked
    if (initiator === 'nobody') return show(new WalletError('STATE_MISMATCH'))
    const look = await shown
    const leave = (chosen: LoginOption, email?: string) =>
      chosen.protocol === 'email' ? byEmail(chosen, email) : go(window, chosen, request, look)
    const { clientId, loginProvider } = request
    const isKnown = initiator === 'page'
    const isPasskey = loginProvider === WEBAUTHN
    const dialog = dialogOf(window.signer, request, name, look)
    const byPasskey = async (): Promise<void> => {
      const { signInWithPasskey } = await loadPasskeys()
      const person = await signInWithPasskey(dialog, !isPasskey)
      return person ? window.complete(person) : choose()
    }
    const byEmail = async (chosen: LoginOption, email?: string): Promise<void> => {
      const { signInByEmail } = await import('./login-window/login-email.js')
      const { config, signer } = window
      const hint = request.extraLoginOptions?.login_hint
      const person = await signInByEmail({ config, signer, option: chosen, hint, email }, look)
      if (person) return window.complete(person)
      if (option && isKnown) throw new WalletError('USER_REJECTED')
      choose()
    }
    const byPhrase = async (): Promise<void> => {
      const { restoreForClient } = await import('./login-window/login-restore.js')
      const person = await restoreForClient(window.signer, look)
      if (!person) return choose()
      finishBackup(person.addresses[0]!)
      return window.complete(person)
    }
    const choose = () =>
      screen({
        look,
        content: html`<we-sign-in .logins=${option ? [option] : window.logins} .application=${name}
          .site=${request.origin} .look=${look} .onLogin=${(chosen: LoginOption, email?: string) => act(window, () => leave(chosen, email))}
          .onRestore=${() => act(window, byPhrase)}
          .onPasskey=${!option && offersPasskey(request) ? () => act(window, byPasskey) : undefined}></we-sign-in>`,
      })
    if (mayLoginFast(request, isKnown)) {
      const { loginFast } = await loadPasskeys()
      const person = await loginFast(dialog, clientId, isKnown)
      if (person) return window.complete(person)
    }
    if (isPasskey) return byPasskey()
    if (option && isKnown) return leave(option)
    choose()
  }
  await withWindow(request, shown, work).catch(async (refusal) => {
    // The window shows the error to the person even if the page cannot be told.
    await tellRefusal(read, refusal).catch(() => {})
    throw refusal
  })
}

function dialogOf(
  signer: Signer,
  { origin: site }: LoginRequest,
  application: string,
  look: Look,
): PasskeyDialog {
  const show: PasskeyDialog['show'] = (content) => screen({ look, content })
  return { signer, site, application, locale: look.locale, show }
}

/** Goes to the provider; if it refuses this browser, tells the person first. */
async function go(
  window: LoginWindow,
  option: LoginOption,
  { uxMode, redirectUrl, origin }: LoginRequest,
  look: Look,
): Promise<void> {
  const app = refusedApp(option.typeOfLogin)
  if (app === undefined) return window.begin(option)
  await import('./screens/sign-in/open-elsewhere.js')
  // Use only URLs that were checked against the registry.
  const link = uxMode === 'redirect' ? redirectUrl : origin
  screen({
    look,
    content: html`<we-open-elsewhere provider=${option.name} app=${app} link=${link}
      .onTry=${() => act(window, () => window.begin(option))}></we-open-elsewhere>`,
  })
}

/** Shows progress as soon as the language has loaded. Nothing else waits for it. */
async function showProgress(request: Partial<LoginRequest>): Promise<Look> {
  await looks.apply(request)
  screen({ look: looks.look })
  return looks.look
}

type Work = (window: LoginWindow, application: Application) => Promise<void>

/** @throws {WalletError} For an invalid request. Later errors are sent to the page here. */
async function withWindow(request: LoginRequest, look: Promise<Look>, work: Work): Promise<void> {
  const signer = startSigner()
  const config = await readConfig(request.origin)
  const application = await checkRequest(request, config.loginService)
  const askForKey = async (address: string) => askPerson(address, request, application, await look)
  const onSignedIn = async (person: Person) =>
    offerPasskey(dialogOf(signer, request, application.name, await look), request, person)
  const onboarding = (person: Person) => {
    const address = person.addresses[0]!
    const isKept = knownPasskeys().some((one) => one.address === address && one.kind === 'device')
    const isNew = !request.skipKeyOnboarding && !isKept && isOnboardingDue(address)
    return isNew ? async () => welcome(signer, request, application, person, await look) : undefined
  }
  const window = new LoginWindow({
    ...{ config, signer, request, application },
    ...{ onSignedIn, onboarding, askForKey },
  })
  await act(window, async () => {
    checkVersion(config)
    return work(window, application)
  })
}

async function act(window: LoginWindow, work: () => Promise<void>): Promise<void> {
  try {
    await work().catch((error) => window.fail(error))
    if (window.isDone) end()
  } catch (error) {
    await show(error)
  }
}

/** Offers a passkey for next time, if the page wants that. A failure here must not fail the login. */
async function offerPasskey(
  dialog: PasskeyDialog,
  { fastLogin, lastLogout }: LoginRequest,
  person: Person,
): Promise<void> {
  const isWanted = lastLogout === 'fast'
  if (!fastLogin && !isWanted) return
  try {
    const passkeys = await loadPasskeys()
    await passkeys.offerPasskey(dialog, person, isWanted)
  } catch (error) {
    console.warn(WalletError.from(error).message)
  }
}

/** Asks a new person to save their recovery phrase. A failure here must not fail the login. */
async function welcome(
  signer: Signer,
  request: LoginRequest,
  { name: application }: Application,
  person: Person,
  look: Look,
): Promise<void> {
  try {
    const { onboard } = await import('./login-window/login-onboarding.js')
    const { clientId } = request
    const show = (content: TemplateResult) => screen({ look, content })
    const hasPasskey = offersPasskey(request)
    await onboard({ signer, person, clientId, application, offersPasskey: hasPasskey, show })
  } catch (error) {
    console.warn(WalletError.from(error).message)
  }
  screen({ look })
}

/** Whether the person lets the application have the wallet's own key. */
async function askPerson(
  address: string,
  { origin }: LoginRequest,
  { name }: Application,
  look: Look,
): Promise<boolean> {
  await import('./screens/approve/wallet-key.js')
  const isGiven = await new Promise<boolean>((resolve) => {
    screen({
      look,
      content: html`<we-wallet-key .site=${origin} .application=${name} .address=${address}
        .onApprove=${() => resolve(true)} .onReject=${() => resolve(false)}></we-wallet-key>`,
    })
  })
  screen({ look })
  return isGiven
}

function end(): void {
  screen({ look: looks.look, isDone: true })
  window.close()
}

async function show(error: unknown): Promise<void> {
  if (looks.look === PLAIN) await looks.apply({})
  screen({ look: looks.look, error: WalletError.from(error) })
}

run().catch(show)
