import type {
  BuildEnv,
  ButtonPosition,
  LoginConfig,
  NetworkInterface,
  VerifierStatus,
  WhiteLabelParams,
} from '../../src/shared/options.js'

/** What can be set of a `<wallet-embed>`; the class says what each means. */
export interface WalletEmbedProperties {
  buildEnv: BuildEnv | undefined
  walletUrl: string | undefined
  buttonPosition: ButtonPosition | undefined
  hideButton: boolean | undefined
  useLocalStorage: boolean | undefined
  skipKeyOnboarding: boolean | undefined
  enableLogging: boolean | undefined
  initTimeout: number | undefined
  network: NetworkInterface | undefined
  loginConfig: LoginConfig | undefined
  enabledVerifiers: VerifierStatus | undefined
  whiteLabel: WhiteLabelParams | undefined
}

/** How an attribute reads, for the properties that have one: in kebab-case under the same name. */
const ATTRIBUTES = {
  buildEnv: String,
  walletUrl: String,
  buttonPosition: String,
  hideButton: Boolean,
  useLocalStorage: Boolean,
  skipKeyOnboarding: Boolean,
  enableLogging: Boolean,
  initTimeout: Number,
} as const

const PROPERTIES = [
  ...Object.keys(ATTRIBUTES),
  'network',
  'loginConfig',
  'enabledVerifiers',
  'whiteLabel',
] as (keyof WalletEmbedProperties)[]

const toAttribute = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES).map(toAttribute)

/** The property of an attribute, and what the attribute's text makes of it. */
export function readAttribute(attribute: string, text: string | null): object {
  for (const [name, type] of Object.entries(ATTRIBUTES)) {
    if (toAttribute(name) !== attribute) continue
    return { [name]: type === Boolean ? text !== null : text === null ? undefined : type(text) }
  }
  return {}
}

/**
 * Gives an element its properties. Lit's reactive elements do the same at seven times the size, which a
 * page that only wants a wallet would have to load.
 *
 * @param element - May have got properties before its class was known: they count.
 * @param onChange - Called after a property was set.
 * @returns The values.
 */
export function defineProperties(
  element: HTMLElement,
  onChange: () => void,
): Partial<WalletEmbedProperties> {
  const values: Record<string, unknown> = {}
  for (const name of PROPERTIES) {
    values[name] = Object.getOwnPropertyDescriptor(element, name)?.value
    Object.defineProperty(element, name, {
      configurable: true,
      enumerable: true,
      get: () => values[name],
      set(value: unknown) {
        values[name] = value
        onChange()
      },
    })
  }
  return values
}
