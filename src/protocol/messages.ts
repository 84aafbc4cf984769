/**
 * All that the page and the wallet's frame may say to each other. A line in REQUESTS or NOTICES is the
 * whole of adding a message: both sides' types and the frame's checks follow from it. The page's code
 * imports types only (it could not afford the schemas); the frame checks everything, since the page
 * may be hostile.
 *
 * The frame may be newer than the page: objects drop keys that they do not know, and a new field is
 * optional.
 */
import * as z from 'zod/mini'

import { domainUrl } from '../shared/domain.js'
import {
  BUILD_ENVS,
  BUTTON_POSITIONS,
  LOGIN_TYPES,
  type LoginUserInfo,
  THEMES,
  WALLET_SCREENS,
} from '../shared/options.js'

const text = (max: number) => z.string().check(z.maxLength(max, `at most ${max} characters`))
const Url = text(2048).check(z.refine((value) => URL.canParse(value), { error: 'a URL' }))
/** Empty: the wallet's own mark. */
const Logo = z.union([z.literal(''), Url], { error: 'a URL' })
/** A host, or a URL with that host. */
const Domain = text(2048).check(
  z.refine((value) => URL.canParse(domainUrl(value)), { error: 'a host such as example.com' }),
)
const ColorHex = z
  .string()
  .check(z.regex(/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'a hex colour such as #0364ff'))
/** The most texts that a page may override in a language. */
const MAX_TEXTS = 1000
/** Excludes the keywords of `window.open`, such as `_self`. */
const WindowName = z
  .string()
  .check(z.regex(/^(?!_(blank|self|parent|top|unfencedtop)$)[\w-]{1,64}$/i, 'a name of its own'))
const perLanguage = <T extends z.ZodMiniType>(value: T) => z.record(text(35), value)
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `one of ${values.join(', ')}` })

const hex = (form: RegExp) =>
  z.pipe(
    z.string().check(z.regex(form)),
    z.transform((value) => value as `0x${string}`),
  )

export const Address = hex(/^0x[0-9a-fA-F]{40}$/)
export const Hex = hex(/^0x[0-9a-fA-F]*$/)

const Network = z.object({
  host: text(2048).check(z.minLength(1, 'a network name or the URL of a node')),
  chainId: z.optional(
    z.int('a whole number').check(z.gte(1, 'at least 1'), z.lte(Number.MAX_SAFE_INTEGER)),
  ),
  networkName: z.optional(text(64)),
  blockExplorer: z.optional(Url),
  ticker: z.optional(text(16)),
  tickerName: z.optional(text(64)),
})

const LoginConfigItem = z.object({
  /** By default the item's key. */
  typeOfLogin: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((type) => (type === 'email_password' ? 'email-password' : type)),
      ),
      oneOf(LOGIN_TYPES),
    ),
  ),
  description: z.optional(text(100)),
  clientId: z.optional(text(512)),
  logoHover: z.optional(Url),
  logoLight: z.optional(Url),
  logoDark: z.optional(Url),
  showOnModal: z.optional(z.boolean('true or false')),
  jwtParameters: z.optional(
    z.object({
      domain: Domain,
      client_id: z.optional(text(512)),
      redirect_uri: z.optional(Url),
      leeway: z.optional(z.number('seconds').check(z.gte(0), z.lte(86_400))),
      verifierIdField: z.optional(text(64)),
    }),
  ),
})

export const LoginConfig = z.record(text(64), LoginConfigItem)

const ThemeParams = z.object({
  isDark: z.boolean('true or false'),
  colors: z.record(text(64), ColorHex),
})

/** Overrides by English text. Texts may have placeholders: `{0}` and so on. */
export const Texts = z
  .record(text(500), text(1000))
  .check(z.refine((texts) => Object.keys(texts).length <= MAX_TEXTS))
/** Any value for the page's types, since the interface does not define the form of translations. */
const CustomTexts = z.unknown().check(
  z.refine((texts) => Texts.safeParse(texts).success, {
    error: `at most ${MAX_TEXTS} texts of at most 1000 characters by the English text, not nested: { 'Log out': 'Bye' }`,
  }),
)

export const WhiteLabel = z.object({
  theme: ThemeParams,
  defaultLanguage: z.optional(text(35)),
  logoDark: Logo,
  logoLight: Logo,
  topupHide: z.optional(z.boolean('true or false')),
  featuredBillboardHide: z.optional(z.boolean('true or false')),
  disclaimerHide: z.optional(z.boolean('true or false')),
  tncLink: z.optional(perLanguage(Url)),
  privacyPolicy: z.optional(perLanguage(Url)),
  contactLink: z.optional(perLanguage(Url)),
  customTranslations: z.optional(perLanguage(CustomTexts)),
})

/** What `init` takes, as the frame reads it: the interface's init parameters. */
export const InitParams = z.object({
  network: z.optional(Network),
  buildEnv: z.optional(oneOf(BUILD_ENVS)),
  enableLogging: z.optional(z.boolean('true or false')),
  showWalletButton: z.optional(z.boolean('true or false')),
  buttonPosition: z.optional(oneOf(BUTTON_POSITIONS)),
  enabledVerifiers: z.optional(z.record(text(64), z.boolean('true or false'))),
  loginConfig: z.optional(LoginConfig),
  whiteLabel: z.optional(WhiteLabel),
  skipKeyOnboarding: z.optional(z.boolean('true or false')),
  useLocalStorage: z.optional(z.boolean('true or false')),
  theme: z.optional(
    z.union([oneOf(THEMES), ThemeParams], { error: `${THEMES.join(', ')} or a theme` }),
  ),
  language: z.optional(text(35)),
  /** Result of a login that left the page, from the page's fragment (`wallet-embed-return`). */
  returned: z.optional(text(16_384)),
})
export type InitParams = z.infer<typeof InitParams>

/** Parameters that may change while the wallet runs. Absent ones return to their default. */
export const LiveParams = z.extend(
  z.pick(InitParams, {
    network: true,
    buttonPosition: true,
    enableLogging: true,
    enabledVerifiers: true,
    loginConfig: true,
    whiteLabel: true,
    skipKeyOnboarding: true,
    theme: true,
    language: true,
  }),
  {
    /** The page has just set `network`, so the wallet switches even if the person chose a different one. */
    isNetworkAsked: z.optional(z.boolean()),
  },
)
export type LiveParams = z.infer<typeof LiveParams>

/** Name and icon of the wallet in lists of wallets, from the operator (EIP-6963). */
export interface Brand {
  name?: string | undefined
  /** A data URI. */
  icon?: string | undefined
}

/** The wallet's state as the page may know it. Every change sends the whole state. */
export interface WalletState {
  /** Whether a person is signed in and has connected this page. */
  loggedIn: boolean
  /** Set if the session ends with the page, since the browser denies the wallet storage. */
  isTemporary?: boolean
  /** Checksummed addresses that this page may see. */
  accounts: `0x${string}`[]
  chainId: number
  /** URL for the page's reads; absent if no node is known. */
  rpcUrl?: string
  /**
   * Set if people approve only in a separate window, at `/confirm`. The page may open that window in the person's
   * click.
   */
  approvals?: 'window'
  brand?: Brand | undefined
  /** Texts for the page's side, in the wallet's language; English by default. */
  texts?: { lang: string; dir: 'ltr' | 'rtl'; title: string; open: string; close: string }
}

const nothing = z.optional(z.null())

/** Page to frame. Each gets exactly one reply. */
export const REQUESTS = {
  /** The first request on every port; the answer is the state after a session was restored. */
  init: { params: InitParams, result: z.custom<WalletState>() },
  /** Replaces all of `LiveParams`, without a reload or a logout. */
  configure: { params: LiveParams, result: z.custom<WalletState>() },
  /**
   * Signs in, on the person's screen; resolves with the accounts. `popup`: the name of a window that the
   * page opened in the person's click, at `/login#wait` of the wallet, for the frame to use.
   */
  login: {
    params: z.object({
      verifier: z.optional(text(64)),
      login_hint: z.optional(text(320)),
      popup: z.optional(WindowName),
    }),
    result: z.custom<WalletState>(),
  },
  logout: { params: nothing, result: z.custom<WalletState>() },
  getUserInfo: { params: nothing, result: z.custom<LoginUserInfo>() },
  /** An EIP-1193 request that needs an account, a signature, a person's approval, or a different route to the node. */
  rpc: {
    params: z.object({
      method: text(128),
      params: z.optional(z.unknown()),
      /** Name of a window that the page opened for the question, at `/confirm#wait` of the wallet. */
      popup: z.optional(WindowName),
    }),
    result: z.unknown(),
  },
  /** Shows a screen of the wallet. */
  show: {
    params: z.object({
      screen: oneOf(WALLET_SCREENS),
      /** `topup`: goes straight to this provider. */
      provider: z.optional(text(64)),
    }),
    result: nothing,
  },
} as const

/** Page to frame, never answered. */
const PAGE_NOTICES = {
  /** The person closed the panel: pending requests are rejected. */
  dismiss: nothing,
  /** The person swiped the panel down. It closes, unless closing would answer a question. */
  swipe: nothing,
} as const

/** Frame to page, never answered. */
export interface FrameNotices extends Record<string, unknown> {
  state: WalletState
  /** Show or hide the panel. */
  panel: { open: boolean }
  /** The outcome of an approval, to show to the person in the page. */
  note: { text: string }
  /** The button's text while a transaction is pending; empty when none is. */
  pending: { text: string }
  popupBlocked: null
  sessionExpired: null
  /** EIP-1193's `message`: a subscription has news. */
  message: { type: string; data: unknown }
}

/** Frame to page, answered. For resources that only the page can reach. */
export type PageContract = {
  /** JSON-RPC with a node that only the page named. */
  node: { params: { url: string; method: string; params: unknown }; result: unknown }
  /** URL to return to after a login in the page's tab (the last resort). */
  address: { params: null; result: unknown }
}

export type Method = keyof typeof REQUESTS
/** Requests from the page to the frame, as types. */
export type FrameContract = {
  [M in Method]: {
    params: z.input<(typeof REQUESTS)[M]['params']>
    result: z.output<(typeof REQUESTS)[M]['result']>
  }
}
export type PageNotices = { [N in keyof typeof PAGE_NOTICES]: z.input<(typeof PAGE_NOTICES)[N]> }

/** Own keys only: a page must not reach `constructor` and the like. */
export const isMethod = (name: string): name is Method => Object.hasOwn(REQUESTS, name)
