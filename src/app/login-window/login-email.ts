/** The login window's sign-in by e-mail. */
import { html } from 'lit'
import '../screens/sign-in/email-login.js'
import type { Look } from '../appearance/look.js'
import { EmailLogin, type EmailLoginOptions } from '../sign-in/email-login.js'
import type { Person } from '../sign-in/person.js'
import { screen } from './login-screen.js'

type Options = Pick<EmailLoginOptions, 'config' | 'signer' | 'option'> & {
  /** The address that the page suggests. */
  hint: unknown
  /** Typed by the person already. */
  email?: string | undefined
}

/** @returns Who signed in; nothing if the person went back. */
export const signInByEmail = (
  { hint, ...options }: Options,
  look: Look,
): Promise<Person | undefined> =>
  new Promise((resolve) => {
    const login = new EmailLogin({
      ...options,
      hint: typeof hint === 'string' ? hint : undefined,
      onDone: async (person) => resolve(person),
      onCancel: () => resolve(undefined),
    })
    screen({ look, content: html`<we-email-login .login=${login}></we-email-login>` })
    void document.querySelector('we-email-login')?.focusHeading()
  })
