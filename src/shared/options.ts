/**
 * The tables of the interface as types, constants and defaults. No code: it is checked where it is used.
 */

export const BUTTON_POSITIONS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const
export type ButtonPosition = (typeof BUTTON_POSITIONS)[number]

export const BUILD_ENVS = [
  'production',
  'development',
  'staging',
  'testing',
  'binance',
  'lrc',
  'beta',
] as const
/** Which deployment of the wallet app a page loads. */
export type BuildEnv = (typeof BUILD_ENVS)[number]

/** Origin (or base URL) of the wallet app per build environment. */
export type WalletUrls = Loose<Record<BuildEnv, string>>

/** Where a locally run wallet app listens; the only URL known without configuration. */
export const DEVELOPMENT_WALLET_URL = 'http://localhost:4050'

export const LOGIN_TYPES = [
  'google',
  'facebook',
  'reddit',
  'discord',
  'twitch',
  'apple',
  'github',
  'linkedin',
  'twitter',
  'weibo',
  'line',
  'jwt',
  'email-password',
  'passwordless',
] as const
export type LoginType = (typeof LOGIN_TYPES)[number]
/** By the interface's name. */
export type LOGIN_TYPE = LoginType

/** Login providers by the names of the interface. */
export const LOGIN_PROVIDER = {
  GOOGLE: 'google',
  FACEBOOK: 'facebook',
  REDDIT: 'reddit',
  DISCORD: 'discord',
  TWITCH: 'twitch',
  APPLE: 'apple',
  LINE: 'line',
  GITHUB: 'github',
  KAKAO: 'kakao',
  LINKEDIN: 'linkedin',
  TWITTER: 'twitter',
  WEIBO: 'weibo',
  WECHAT: 'wechat',
  EMAIL_PASSWORDLESS: 'email_passwordless',
  WEBAUTHN: 'webauthn',
} as const
export type LoginProvider = (typeof LOGIN_PROVIDER)[keyof typeof LOGIN_PROVIDER]

/** A value per language, keyed by BCP 47 tag; looked up by region, then language, then `en`, then any. */
export type LocaleLinks<T> = Record<string, T>

export interface NetworkInterface {
  /**
   * A name of the operator's, that of a well-known chain that the operator has a node for, or the URL of a node.
   * `rinkeby`, `ropsten`, `kovan` and `goerli` are retired, and are refused.
   */
  host: 'mainnet' | 'sepolia' | 'polygon' | 'matic' | 'localhost' | (string & {})
  /** EIP-155 id. Asked of the node if absent. */
  chainId?: number | undefined
  networkName?: string | undefined
  /** URL of a block explorer. */
  blockExplorer?: string | undefined
  /** Symbol of the native currency, such as `ETH`. */
  ticker?: string | undefined
  /** Name of the native currency, such as `Ether`. */
  tickerName?: string | undefined
}

/** @deprecated Use `loginConfig` with `showOnModal: false`. */
export interface VerifierStatus {
  google?: boolean | undefined
  facebook?: boolean | undefined
  reddit?: boolean | undefined
  twitch?: boolean | undefined
  discord?: boolean | undefined
}

export interface IntegrityParams {
  check: boolean
  /** Subresource Integrity syntax, `sha384-…` or `sha512-…`. Needed with `check`. */
  hash?: string | undefined
  /** Loads `/v/<version>/` of the wallet app. */
  version?: string | undefined
}

export interface JwtParameters {
  /** A host, or a URL of it. */
  domain: string
  client_id?: string | undefined
  redirect_uri?: string | undefined
  /** Seconds. */
  leeway?: number | undefined
  verifierIdField?: string | undefined
}

export interface LoginConfigItem {
  /** Needed where the key is neither a verifier of the operator's nor a type of login. */
  typeOfLogin?: LoginType | undefined
  /** If given, the button is full-length with this text; else an icon. */
  description?: string | undefined
  /** At the provider: that of one of the operator's verifiers. */
  clientId?: string | undefined
  logoHover?: string | undefined
  logoLight?: string | undefined
  logoDark?: string | undefined
  showOnModal?: boolean | undefined
  jwtParameters?: JwtParameters | undefined
}

/** Keyed by verifier. */
export type LoginConfig = Record<string, LoginConfigItem>

export interface ThemeParams {
  isDark: boolean
  /** `walletBrand1`: hex colour of primary icons, texts and buttons. */
  colors: Record<string, string>
}

export const THEMES = ['light', 'dark', 'auto'] as const
/** `auto` follows the browser. An object brings colours along. */
export type WalletTheme = (typeof THEMES)[number] | ThemeParams

export const WALLET_SCREENS = ['home', 'receive', 'send', 'settings', 'topup'] as const
/** A screen of the wallet that a page may open. */
export type WalletScreen = (typeof WALLET_SCREENS)[number]

export interface WhiteLabelParams {
  theme: ThemeParams
  defaultLanguage?: string | undefined
  /** URL of the logo for light mode; empty: the wallet's own mark. */
  logoDark: string
  /** URL of the logo for dark mode; empty: the wallet's own mark. */
  logoLight: string
  topupHide?: boolean | undefined
  featuredBillboardHide?: boolean | undefined
  disclaimerHide?: boolean | undefined
  tncLink?: LocaleLinks<string> | undefined
  privacyPolicy?: LocaleLinks<string> | undefined
  contactLink?: LocaleLinks<string> | undefined
  customTranslations?: LocaleLinks<unknown> | undefined
}

/** `new Wallet(options)`. */
export interface WalletCtorArgs {
  /** Corner of the floating button; `bottom-left` by default. */
  buttonPosition?: ButtonPosition | undefined
  walletUrls?: WalletUrls | undefined
  /** Milliseconds that `init` may take; 20 000 by default. */
  initTimeout?: number | undefined
}

/** `wallet.init(params)`. */
export interface WalletParams {
  /** Host `mainnet` by default. */
  network?: NetworkInterface | undefined
  /** `production` by default. */
  buildEnv?: BuildEnv | undefined
  /** False in production, true elsewhere by default. */
  enableLogging?: boolean | undefined
  /** True by default. */
  showWalletButton?: boolean | undefined
  /** @deprecated Use `loginConfig`. */
  enabledVerifiers?: VerifierStatus | undefined
  loginConfig?: LoginConfig | undefined
  integrity?: IntegrityParams | undefined
  whiteLabel?: WhiteLabelParams | undefined
  /** True: a new person is not asked to save their recovery phrase. False by default. */
  skipKeyOnboarding?: boolean | undefined
  /** True: the session outlives the tab. False by default. */
  useLocalStorage?: boolean | undefined
  /** Wins over `whiteLabel.theme`. */
  theme?: WalletTheme | undefined
  /** BCP 47 tag. Wins over `whiteLabel.defaultLanguage` and over what the person or the browser prefers. */
  language?: string | undefined
}

/** `new LoginClient(options)`. */
export interface LoginClientOptions {
  /** The application's id in the operator's registry. */
  clientId: string
  /** How the login screen is shown; `redirect` by default. */
  uxMode?: 'popup' | 'redirect' | undefined
  /** Where a redirect login ends; the page that starts it by default. */
  redirectUrl?: string | undefined
  walletUrls?: WalletUrls | undefined
  buildEnv?: BuildEnv | undefined
  /** Where the encrypted session is kept: it outlives the tab (`local`, the default) or not. */
  storage?: 'local' | 'session' | undefined
  /** Seconds a session lasts; 86 400 by default, at most 2 592 000. */
  sessionTime?: number | undefined
  whiteLabel?: WhiteLabelParams | undefined
  loginConfig?: LoginConfig | undefined
  /** Reserved: accepted, and without effect. */
  mfaLevel?: string | undefined
}

export interface ExtraLoginOptions {
  /** Of the external identity provider; tells apart several of one type. */
  domain?: string | undefined
  client_id?: string | undefined
  redirect_uri?: string | undefined
  /** Seconds of clock skew tolerated; 60 by default. */
  leeway?: number | undefined
  verifierIdField?: string | undefined
  isVerifierIdCaseSensitive?: boolean | undefined
  display?: 'page' | 'popup' | 'touch' | 'wap' | (string & {}) | undefined
  prompt?: 'none' | 'login' | 'consent' | 'select_account' | (string & {}) | undefined
  max_age?: string | number | undefined
  ui_locales?: string | undefined
  id_token_hint?: string | undefined
  login_hint?: string | undefined
  acr_values?: string | undefined
  scope?: string | undefined
  audience?: string | undefined
  connection?: string | undefined
  /** Sent to the authorization server under the same name. */
  [parameter: string]: unknown
}

/** `loginClient.login(params)`. */
export interface LoginParams {
  /** Without it, or empty, the login screen offers every enabled provider. */
  loginProvider?: LoginProvider | (string & {}) | undefined
  fastLogin?: boolean | undefined
  /** True authenticates again although a session exists. */
  relogin?: boolean | undefined
  /** True: the login window does not ask a new person to save their recovery phrase. False by default. */
  skipKeyOnboarding?: boolean | undefined
  getWalletKey?: boolean | undefined
  extraLoginOptions?: ExtraLoginOptions | undefined
  redirectUrl?: string | undefined
  /** Handed back unchanged with the result. */
  appState?: string | undefined
}

export interface BaseLogoutParams {
  /** The application whose session ends; the client's own by default. */
  clientId: string
  /** True: the person may come back with a passkey alone. */
  fastLogin: boolean
}

export interface BaseRedirectParams {
  /** The page to leave for. */
  redirectUrl: string
  /** Handed to that page. */
  appState: string
}

/** `loginClient.logout(params)`. */
export type LogoutParams = Loose<BaseLogoutParams & BaseRedirectParams>
/** Each field may be left out, or be `undefined`. */
type Loose<T> = { [K in keyof T]?: T[K] | undefined }

export interface IdTokenOptions {
  /** Of the page's server, which finds it in the token. At most 255 characters. */
  nonce?: string | undefined
}

/** Profile of the person. Fields are `''` where the provider does not say. */
export interface LoginUserInfo {
  email: string
  name: string
  profileImage: string
  aggregateVerifier: string
  verifier: string
  verifierId: string
  typeOfLogin: LoginProvider | (string & {})
}

/** Seconds. */
export const SESSION_TIME_DEFAULT = 86_400
export const SESSION_TIME_MAX = 2_592_000
/** Characters that `appState` may have. */
export const APP_STATE_MAX = 16_384
