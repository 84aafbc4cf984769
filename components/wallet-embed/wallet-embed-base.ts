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
import { ATTRIBUTE_NAMES } from './attributes.js'

/** Importing it in Node does nothing; there is no base class there. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

/** What can be set of a `<wallet-embed>`. */
export class WalletEmbedBase extends Base {
  static readonly observedAttributes = ATTRIBUTE_NAMES

  /** Which deployment of the wallet to load; `production` by default. */
  declare buildEnv: BuildEnv | undefined
  /** Where the wallet app is served; wins over what is configured for `buildEnv`. */
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
  /** @deprecated Use `loginConfig` with `showOnModal: false`. */
  declare enabledVerifiers: VerifierStatus | undefined
  /** Brand, colours and texts. */
  declare whiteLabel: WhiteLabelParams | undefined
}

export type WalletEmbedProperties = Omit<WalletEmbedBase, keyof HTMLElement>
