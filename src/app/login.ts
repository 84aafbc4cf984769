/**
 * Entry of `/login`, where every provider sends people back to, and the login window of login clients.
 *
 * - `?state&code` of a login that was begun in a frame: hands them to the frame.
 * - `#wait`: a window that a page opened for its frame, which will send it on.
 * - `#leg`: a page came itself, for its frame, and goes back when the provider has answered.
 * - `#request`: begins a login client's login.
 * - `?state&code` of a login that was begun in this window: finishes it.
 */
import { html } from 'lit'

import { type LoginRequest, PLACEHOLDERS } from '../protocol/login.js'
import { WalletError } from '../shared/errors.js'
import { loadConfig } from './config.js'
import { awaitFrame, handBack } from './login-delivery.js'
import { beginLeg, endLeg, isLeg } from './login-leg.js'
import { takePending } from './login-pending.js'
import { checkRequest, readRequest } from './login-request.js'
import { screen } from './login-screen.js'
import { LoginWindow } from './login-window.js'
import { type Look, PLAIN } from './look.js'
import { Looks } from './looks.js'
import { startSigner } from './signer/signer.js'

const looks = new Looks()

async function run(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const state = query.get('state')
  if (location.hash === '#wait' && !state) {
    void showProgress({})
    await awaitFrame()
    return end()
  }
  if (!state && isLeg(location.hash)) {
    void showProgress({})
    return beginLeg(location.hash)
  }
  if (!state) return begin(readRequest(location.hash))
  const pending = takePending(state)
  if (pending) {
    void showProgress(pending.request)
    return withWindow(pending.request, (window) => window.finish(pending, state, location.search))
  }
  void showProgress({})
  if (await endLeg(state, location.search)) return
  await handBack(state)
  end()
}

async function begin(request: LoginRequest): Promise<void> {
  const shown = showProgress(request)
  for (let count = 0; count < PLACEHOLDERS; count += 1) {
    document.documentElement.append(
      Object.assign(document.createElement('iframe'), { hidden: true }),
    )
  }
  await withWindow(request, async (window, name) => {
    const option = window.named()
    if (option) return window.begin(option)
    const look = await shown
    screen({
      look,
      content: html`<we-sign-in .logins=${window.logins} .application=${name} .site=${request.origin} .look=${look}
        .onLogin=${(chosen: (typeof window.logins)[number]) => window.begin(chosen).catch(show)}></we-sign-in>`,
    })
  })
}

/** Says that something is under way, as soon as its language is there; nothing else waits for that. */
async function showProgress(request: Partial<LoginRequest>): Promise<Look> {
  await looks.apply(request)
  screen({ look: looks.look })
  return looks.look
}

/** Checks the request first: what fails after that is told to the page, what fails before only to the person. */
async function withWindow(
  request: LoginRequest,
  act: (window: LoginWindow, applicationName: string) => Promise<void>,
): Promise<void> {
  const signer = startSigner()
  const config = await loadConfig()
  const { name } = await checkRequest(request, config.loginService)
  const window = new LoginWindow(config, signer, request)
  try {
    await act(window, name)
  } catch (error) {
    await window.fail(error)
  }
  if (window.isDone) end()
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
