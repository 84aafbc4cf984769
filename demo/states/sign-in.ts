/** Signing in, in the wallet and in the login window. */
import { html } from 'lit'
import { lookOf } from '../../src/app/appearance/look.js'
import { loginOptions } from '../../src/app/sign-in/login-options.js'
import type { LoginStatus } from '../../src/app/sign-in/login-status.js'
import { WalletError } from '../../src/shared/errors.js'
import '../../src/app/screens/sign-in/open-elsewhere.js'
import '../../src/app/screens/sign-in/sign-in.js'
import { CONFIG, EVERY_LOGIN, LONG_PERSON, LONG_SITE, SITE } from './data.js'
import { appearance } from './stand-in.js'
import type { Area } from './state.js'

const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 56"><rect width="200" height="56" rx="12" fill="#0b7285"/></svg>',
)}`
const LINKS = { en: 'https://shop.example.test/legal' }

const few = loginOptions(CONFIG.verifiers, {})
const [google] = few as [(typeof few)[number]]
/** Every kind of login that there is an icon for, and a text of the page's own. */
const many = loginOptions(EVERY_LOGIN, {
  loginConfig: { jwt: { typeOfLogin: 'jwt', description: 'Continue with your membership card' } },
})

const email: (typeof few)[number] = { ...google, verifier: 'email', protocol: 'email' }
const withEmail = [...few, ...loginOptions(EVERY_LOGIN, {}).slice(5, 9), email]

const screen = (status: LoginStatus, site: string | null = SITE, logins = few) => html`
  <we-sign-in .logins=${logins} .status=${status} .site=${site} .look=${appearance.look} .onRestore=${() => {}}
    .onPasskey=${() => {}}></we-sign-in>
`

/** For a person who used Discord last. */
function byEmail(hasMore = false) {
  localStorage.setItem('wallet-embed:last-login', JSON.stringify({ verifier: 'discord' }))
  return html`<we-sign-in .logins=${withEmail} .site=${SITE} .look=${appearance.look} .hasMore=${hasMore}
    .onRestore=${() => {}} .onPasskey=${() => {}}></we-sign-in>`
}

const elsewhere = (status: LoginStatus) => html`
  <we-sign-in-elsewhere .logins=${few} .status=${status} .site=${SITE} .look=${appearance.look}></we-sign-in-elsewhere>
`

/** The page's own logo and links. */
const branded = () =>
  lookOf(
    {
      whiteLabel: {
        theme: { isDark: false, colors: {} },
        logoLight: LOGO,
        logoDark: LOGO,
        tncLink: LINKS,
        privacyPolicy: LINKS,
        contactLink: LINKS,
      },
    },
    appearance.look.locale,
  )

export const signIn: Area = {
  name: 'Sign in',
  states: [
    { name: 'for a site', draw: () => screen({ name: 'ready' }) },
    { name: 'for the wallet itself', draw: () => screen({ name: 'ready' }, null) },
    { name: 'for a site with a long name', draw: () => screen({ name: 'ready' }, LONG_SITE) },
    { name: 'every kind of login', draw: () => screen({ name: 'ready' }, SITE, many) },
    { name: 'with a field for the e-mail address', draw: () => byEmail() },
    { name: 'with all ways', draw: () => byEmail(true) },
    { name: 'no login at all', draw: () => html`<we-sign-in .site=${SITE}></we-sign-in>` },
    {
      name: 'with the page’s own logo and links',
      draw: () =>
        html`<we-sign-in .logins=${few.slice(0, 1)} .site=${SITE} .look=${branded()}></we-sign-in>`,
    },
    {
      name: 'in the login window of an application',
      draw: () =>
        html`<we-sign-in .logins=${few} .site=${SITE} application="Harbour Tickets" .onCancel=${() => {}}></we-sign-in>`,
    },
    {
      name: 'after the window was closed',
      draw: () => screen({ name: 'ready', error: new WalletError('POPUP_CLOSED') }),
    },
    {
      name: 'after the key nodes did not answer',
      draw: () => screen({ name: 'ready', error: new WalletError('NODES_UNAVAILABLE') }),
    },
    {
      name: 'while the provider’s window is open',
      draw: () => screen({ name: 'waiting', option: google }),
    },
    { name: 'while the wallet’s own window is open', draw: () => screen({ name: 'waiting' }) },
    {
      name: 'in a window out of sight',
      draw: () => elsewhere({ name: 'unseen', option: google, canLeave: true }),
    },
    { name: 'the key is on its way', draw: () => screen({ name: 'working', option: google }) },
    {
      name: 'brought back by the page',
      draw: () => elsewhere({ name: 'returned', option: google, email: LONG_PERSON.email }),
    },
    {
      name: 'the provider refuses the browser of an app',
      draw: () => html`<we-open-elsewhere provider="Google" app="Instagram"
        link="https://shop.example.test/tickets/summer-concerts?from=a-newsletter-with-a-long-name"></we-open-elsewhere>`,
    },
  ],
}
