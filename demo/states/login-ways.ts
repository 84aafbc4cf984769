/** Ways to sign in that the wallet itself asks for: e-mail, passkeys, the recovery phrase. */
import { html } from 'lit'
import type { PasskeyStatus } from '../../src/app/screens/sign-in/passkey.js'
import type { EmailLogin, EmailStep } from '../../src/app/sign-in/email-login.js'
import { WalletError } from '../../src/shared/errors.js'
import type { LoginUserInfo } from '../../src/shared/options.js'
import '../../src/app/screens/session/browser-session.js'
import '../../src/app/screens/session/continue-as.js'
import '../../src/app/screens/sign-in/email-login.js'
import '../../src/app/screens/sign-in/passkey.js'
import '../../src/app/screens/sign-in/recovery-entry.js'
import '../../src/app/screens/approve/wallet-key.js'
import { ACCOUNT, LONG_PERSON, PERSON, SITE, WORDS } from './data.js'
import type { Area } from './state.js'

/** As it looks at one step. */
function email(step: EmailStep, address = PERSON.email) {
  const nothing = () => {}
  const still = {
    step,
    email: address,
    cancel: nothing,
    change: nothing,
    send: nothing,
    verify: nothing,
  }
  const login = Object.assign(new EventTarget(), still) as unknown as EmailLogin
  return html`<we-email-login .login=${login}></we-email-login>`
}

const code = { name: 'code', isBusy: false, sent: 1, resendAt: 0 } as const

const passkey = (status: PasskeyStatus) => html`
  <we-passkey .status=${status} .site=${SITE} application="Harbour Tickets" .onOther=${() => {}}
    .onCancel=${() => {}}></we-passkey>
`

const continueAs = (userInfo: LoginUserInfo) => html`
  <we-continue-as .site=${SITE} address=${ACCOUNT} .userInfo=${userInfo}></we-continue-as>
`

const inBrowser = (session: object | null) =>
  html`<we-browser-session .session=${session}></we-browser-session>`

const words = WORDS.map((word, at) => (at < 12 ? word : ''))

export const loginWays: Area = {
  name: 'Ways to sign in',
  states: [
    { name: 'the session of this browser', draw: () => continueAs(PERSON) },
    { name: 'the session of this browser: a long name', draw: () => continueAs(LONG_PERSON) },
    {
      name: 'in this browser',
      draw: () =>
        inBrowser({
          userInfo: LONG_PERSON,
          address: ACCOUNT,
          expires: Date.now() + 86_400_000,
          endsWithBrowser: true,
        }),
    },
    { name: 'in this browser: nobody', draw: () => inBrowser(null) },
    { name: 'e-mail: the address', draw: () => email({ name: 'address', isBusy: false }, '') },
    {
      name: 'e-mail: no address',
      draw: () => email({ name: 'address', isBusy: false, isInvalid: true }, 'sample'),
    },
    {
      name: 'e-mail: the service does not answer',
      draw: () =>
        email({ name: 'address', isBusy: false, error: new WalletError('SERVICE_UNAVAILABLE') }),
    },
    { name: 'e-mail: on its way', draw: () => email({ name: 'address', isBusy: true }) },
    { name: 'e-mail: the code', draw: () => email(code, LONG_PERSON.email) },
    {
      name: 'e-mail: another code, in a while',
      draw: () => email({ ...code, sent: 2, resendAt: Date.now() + 30_000 }),
    },
    {
      name: 'e-mail: a wrong code',
      draw: () => email({ ...code, refusal: { refused: 'wrong', triesLeft: 2 } }),
    },
    {
      name: 'e-mail: a code that is used up',
      draw: () => email({ ...code, refusal: { refused: 'spent', triesLeft: 0 } }),
    },
    { name: 'e-mail: the key is on its way', draw: () => email({ name: 'working' }) },
    { name: 'passkey: which', draw: () => passkey({ name: 'choose' }) },
    { name: 'passkey: cancelled', draw: () => passkey({ name: 'choose', problem: 'none' }) },
    { name: 'passkey: known', draw: () => passkey({ name: 'known', person: LONG_PERSON.email }) },
    {
      name: 'passkey: of another browser',
      draw: () => passkey({ name: 'known', person: PERSON.email, problem: 'foreign' }),
    },
    { name: 'passkey: offered', draw: () => passkey({ name: 'offer', person: PERSON.email }) },
    { name: 'passkey: the device asks', draw: () => passkey({ name: 'busy' }) },
    { name: 'passkey: none will do', draw: () => passkey({ name: 'unavailable' }) },
    { name: 'recovery phrase: empty', draw: () => html`<we-recovery-entry></we-recovery-entry>` },
    {
      name: 'recovery phrase: a word is missing',
      draw: () =>
        html`<we-recovery-entry .words=${words} .problem=${{ name: 'missing', positions: [13] }}></we-recovery-entry>`,
    },
    {
      name: 'the wallet’s own key for an application',
      draw: () =>
        html`<we-wallet-key .site=${SITE} .address=${ACCOUNT} application="Harbour Tickets"></we-wallet-key>`,
    },
  ],
}
