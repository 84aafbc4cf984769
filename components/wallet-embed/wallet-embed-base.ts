import type {
  BuildEnv,
  ButtonPosition,
  IntegrityParams,
  LoginConfig,
  NetworkInterface,
  VerifierStatus,
  WalletTheme,
  WhiteLabelParams,
} from '../../src/shared/options.js'
import { PARAMETER_NAMES, toAttribute } from './parameters.js'

/** Importing it in Node does nothing; there is no base class there. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

/**
 * What can be set of a `<wallet-embed>`.
 *
 * @attr {string} build-env - Property `buildEnv`.
 * @attr {string} wallet-url - Property `walletUrl`.
 * @attr {string} network - Property `network`: a named network, the URL of a node, or an object as JSON.
 * @attr {number} chain-id - Property `chainId`.
 * @attr {string} theme - Property `theme`: `light`, `dark`, `auto`, or an object as JSON.
 * @attr {string} language - Property `language`.
 * @attr {string} button-position - Property `buttonPosition`.
 * @attr {boolean} hide-button - Property `hideButton`.
 * @attr {boolean} use-local-storage - Property `useLocalStorage`.
 * @attr {boolean} skip-key-onboarding - Property `skipKeyOnboarding`.
 * @attr {boolean} enable-logging - Property `enableLogging`.
 * @attr {number} init-timeout - Property `initTimeout`.
 * @attr {string} white-label - Property `whiteLabel`, as JSON.
 * @attr {string} brand-color - Property `brandColor`.
 * @attr {string} logo-dark - Property `logoDark`.
 * @attr {string} logo-light - Property `logoLight`.
 * @attr {string} default-language - Property `defaultLanguage`.
 * @attr {string} tnc-link - Property `tncLink`.
 * @attr {string} privacy-policy - Property `privacyPolicy`.
 * @attr {string} contact-link - Property `contactLink`.
 * @attr {string} login-config - Property `loginConfig`, as JSON.
 * @attr {string} enabled-verifiers - Property `enabledVerifiers`, as JSON.
 * @attr {string} integrity - Property `integrity`, as JSON.
 */
export class WalletEmbedBase extends Base {
  static readonly observedAttributes = PARAMETER_NAMES.map(toAttribute)

  /** Which deployment of the wallet to load; `production` by default. */
  declare buildEnv: BuildEnv | undefined
  /** Where the wallet app is served; wins over the configured URL of `buildEnv`. */
  declare walletUrl: string | undefined
  /** Corner of the floating button; `bottom-left` by default. */
  declare buttonPosition: ButtonPosition | undefined
  /** Hides the floating button. */
  declare hideButton: boolean
  /** The session outlives the tab. */
  declare useLocalStorage: boolean
  /** Skips key-recovery onboarding for new users. */
  declare skipKeyOnboarding: boolean
  /** Debug logging; off in production and on elsewhere by default. */
  declare enableLogging: boolean | undefined
  /** Milliseconds that the start may take; 20 000 by default. */
  declare initTimeout: number | undefined
  /** `light`, `dark`, `auto`, or colours too; the white label's by default. */
  declare theme: WalletTheme | undefined
  /** BCP 47 tag; the white label's, the person's or the browser's by default. */
  declare language: string | undefined
  /** The chain: by its name, by the URL of a node, or with more about it. */
  declare network: NetworkInterface | string | undefined
  /** Pins a version of the wallet app, or its very bytes. */
  declare integrity: IntegrityParams | undefined
  /** Changes or adds login providers, by verifier. */
  declare loginConfig: LoginConfig | undefined
  /**
   * Hides logins, by verifier.
   *
   * @deprecated Use `loginConfig` with `showOnModal: false`.
   */
  declare enabledVerifiers: VerifierStatus | undefined
  /** Brand, colours and texts. */
  declare whiteLabel: WhiteLabelParams | undefined
  /** `network.chainId` by itself. */
  declare chainId: number | undefined
  /** Hex colour of buttons, icons and links: `whiteLabel.theme.colors.walletBrand1` by itself. */
  declare brandColor: string | undefined
  /** Logo for light mode: `whiteLabel.logoDark` by itself. */
  declare logoDark: string | undefined
  /** Logo for dark mode: `whiteLabel.logoLight` by itself. */
  declare logoLight: string | undefined
  /** BCP 47 tag: `whiteLabel.defaultLanguage` by itself. */
  declare defaultLanguage: string | undefined
  /** Terms and conditions, in every language that `whiteLabel.tncLink` has none for. */
  declare tncLink: string | undefined
  /** Privacy policy, in every language that `whiteLabel.privacyPolicy` has none for. */
  declare privacyPolicy: string | undefined
  /** Contact page or `mailto:` address, in every language that `whiteLabel.contactLink` has none for. */
  declare contactLink: string | undefined
}

export type WalletEmbedProperties = Omit<WalletEmbedBase, keyof HTMLElement>
