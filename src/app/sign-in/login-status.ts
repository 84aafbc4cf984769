import type { AppConfig } from '../../protocol/service.js'
import type { WalletError } from '../../shared/errors.js'
import type { Signer } from '../signer/signer.js'
import type { EmailLogin } from './email-login.js'
import type { LoginOption } from './login-options.js'
import type { PasskeyQuestion } from './passkeys/passkey-frame.js'
import type { Person } from './person.js'

/** The window of a login that runs. */
export interface LoginWindow {
  popup: Window
  /** Of the login. */
  state: string
  signal: AbortSignal
  /** Called when the person accepts; the window then closes. */
  onAgreed: () => void
}

/** State of a login. */
export type LoginStatus =
  | { name: 'ready'; error?: WalletError }
  /** The provider's window is open; without an option, one of the wallet's own. */
  | ({ name: 'waiting' } & Pick<Retriable, 'option' | 'loginHint'>)
  /** The recovery phrase is asked for, here. */
  | { name: 'phrase'; onSecret: (secret: Uint8Array) => Promise<void> }
  /** An address or a code is asked for, here. */
  | { name: 'email'; login: EmailLogin }
  /** The window may be open, but we cannot see it: only the person knows. */
  | ({ name: 'unseen' } & Retriable)
  /** The browser refused to open it: a click of the person's own will do. */
  | ({ name: 'blocked' } & Retriable)
  /** The person is known; the key is on its way. */
  | { name: 'working'; option: LoginOption }
  /** The page brought this login back: only the person can say that it is theirs. */
  | { name: 'returned'; option: LoginOption; email: string }

interface Retriable {
  /** Absent: the wallet's own window. */
  option?: LoginOption | undefined
  loginHint?: string | undefined
  /** No window seems to open here, so the page itself may go to the provider. */
  canLeave: boolean
}

export interface LoginFlowOptions {
  config: AppConfig
  signer: Signer
  onChange: () => void
  onBlocked: () => void
  /** What a passkey window shows about the site that asks. */
  about: () => Pick<PasskeyQuestion, 'site' | 'look'>
  /** Asks the page for its URL. Absent where no page can be taken to a login and back. */
  pageAddress?: (() => Promise<unknown>) | undefined
  /** If signed in, the person has to prove their identity again. */
  isSignedIn: () => boolean
  /**
   * Rejects, and forgets the secret, if the login was given up.
   *
   * @param isProven - They did not only have an identity provider that remembers them.
   * @param signal - Of the login; by default that of the running one.
   */
  onSignedIn: (result: Person, isProven: boolean, signal?: AbortSignal) => Promise<void>
  /**
   * Lets the window offer the browser's session instead.
   *
   * @returns When it is ready to. `begun` settles if the person continues with that session.
   */
  continueInstead: (window: LoginWindow) => Promise<{ begun: Promise<void> }>
  /** Takes over the window of the sign-in, which may keep the new session and is then closed. */
  onAnswered: (popup: Window, begun: Promise<void>) => void
}
