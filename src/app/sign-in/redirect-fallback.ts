/**
 * The last resort of a login in the frame, where no window opens: the frame takes its page to `/begin`, and it comes
 * back. The frame's state meanwhile is bound to this tab by session storage, and to this browser by a key that cannot
 * be exported.
 */
import * as z from 'zod/mini'

import { LEG_PARAMETER, PAGE_PARAMETER, type RedirectLeg } from '../../protocol/login.js'
import { randomId, toBase64Url, utf8 } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { decrypt, exportPublicKey, generateKeyPair } from '../../shared/jwe.js'
import { deleteKey, getKey, putKey } from '../signer/key-store.js'
import type { Signer } from '../signer/signer.js'
import { takeItem } from '../support/storage.js'
import { finishLogin, prepareAttempt, readCallback } from './authorization.js'
import type { LoginOption } from './login-options.js'
import type { LoginFlowOptions, LoginStatus } from './login-status.js'
import { ITEM } from './pending-redirect.js'

/** Milliseconds that the person may take. */
const KEPT = 3_600_000

const Left = z.object({
  state: z.string(),
  /** Names the signer's key pair. */
  id: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** Of the option. */
  login: z.string(),
  /** Names the key that the answer is encrypted to. */
  keyId: z.string(),
})
const Answer = z.object({ state: z.string(), query: z.string() })

interface Leaving extends Pick<LoginFlowOptions, 'signer' | 'pageAddress'> {
  show: (status: LoginStatus) => void
}

/**
 * Keeps the state for the way back, and takes the page to `/begin`. The frame itself navigates: only so can the wallet
 * tell that no other site forged the request.
 */
export async function leave(
  { signer, pageAddress, show }: Leaving,
  option: LoginOption,
  loginHint: string | undefined,
): Promise<void> {
  show({ name: 'working', option })
  try {
    await goWithPage(signer, option, loginHint, await pageAddress?.())
  } catch (error) {
    show({ name: 'ready', error: WalletError.from(error) })
  }
}

/**
 * @param page - The page's address, as it says.
 * @throws {WalletError} `LOGIN_FAILED` where the browser denies storage after all, or holds the page fast.
 */
async function goWithPage(
  signer: Signer,
  option: LoginOption,
  loginHint: string | undefined,
  page: unknown,
): Promise<void> {
  const { verifier, clientId } = option
  const pair = await generateKeyPair()
  const keyId = randomId()
  try {
    const attempt = await prepareAttempt(signer, true)
    const { id, state, nonce, codeVerifier, codeChallenge } = attempt
    await putKey(keyId, { key: pair, expires: Date.now() + KEPT })
    const left: z.infer<typeof Left> = { state, id, nonce, codeVerifier, login: option.key, keyId }
    sessionStorage.setItem(ITEM, JSON.stringify(left))
    const key = await exportPublicKey(pair.publicKey)
    const leg: RedirectLeg = { verifier, clientId, state, nonce, codeChallenge, loginHint, key }
    const text = toBase64Url(utf8(JSON.stringify(leg)))
    const fragment = new URLSearchParams({ [LEG_PARAMETER]: text, [PAGE_PARAMETER]: String(page) })
    top!.location.href = `${location.origin}/begin#${fragment}`
  } catch (cause) {
    throw new WalletError('LOGIN_FAILED', 'The browser denies storage to the wallet.', { cause })
  }
}

/**
 * Decrypts the answer that the page brought back. Once only; nothing if no login left from here.
 *
 * @throws {WalletError} `TOKEN_MALFORMED`, `STATE_MISMATCH`.
 */
async function takeAnswer(
  jwe: string,
): Promise<(z.infer<typeof Left> & { query: string }) | undefined> {
  const left = takeItem(ITEM, Left, false)
  if (!left) return undefined
  const pair = (await getKey(left.keyId)) as CryptoKeyPair | undefined
  await deleteKey(left.keyId)
  if (!pair) return undefined
  const answer = Answer.safeParse(JSON.parse(await decrypt(jwe, pair.privateKey)))
  if (!answer.success || answer.data.state !== left.state) throw new WalletError('STATE_MISMATCH')
  return { ...left, query: answer.data.query }
}

interface Resuming extends Pick<LoginFlowOptions, 'config' | 'signer' | 'about' | 'onSignedIn'> {
  /** The answer that the page brought back. */
  returned: string
  logins: readonly LoginOption[]
  signal: AbortSignal
  show: (status: LoginStatus) => void
}

/**
 * Finishes a login that left the page.
 *
 * @returns A function that begins the session, once the person confirms that it is theirs.
 */
export async function resumeLeft({
  returned,
  logins,
  signal,
  show,
  ...options
}: Resuming): Promise<(() => Promise<void>) | undefined> {
  const { config, signer, onSignedIn, about } = options
  try {
    const answer = await takeAnswer(returned)
    const option = logins.find(({ key }) => key === answer?.login)
    if (!answer || !option) throw new WalletError('STATE_MISMATCH')
    const callback = readCallback(answer.query, answer.state, option)
    show({ name: 'working', option })
    const result = await finishLogin(config, signer, option, answer, callback, about().site)
    if (signal.aborted) {
      await signer.ask('lock', {}, 0, result.addresses[0])
      return undefined
    }
    const { email, name, verifierId } = result.userInfo
    show({ name: 'returned', option, email: email || name || verifierId })
    return () => onSignedIn(result, false)
  } catch (error) {
    if (!signal.aborted) show({ name: 'ready', error: WalletError.from(error) })
    return undefined
  }
}
