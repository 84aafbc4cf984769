/**
 * Every parameter of the tag, once: its properties and attributes follow from this table, and what changes while the
 * wallet runs.
 */
interface Parameter {
  /** What its attribute says. */
  read(text: string): unknown
  /**
   * Absent: it counts at the next start. Else it changes while the wallet runs, with no reload and no logout, and this
   * is the path where the wallet reads it: its own name, or that of a part.
   */
  live?: string
}

/** Vue and Svelte write `false` into an attribute. */
const flag = (text: string) => text !== 'false'

const TABLE = {
  buildEnv: { read: String },
  walletUrl: { read: String },
  buttonPosition: { read: String, live: 'buttonPosition' },
  hideButton: { read: flag },
  useLocalStorage: { read: flag },
  initTimeout: { read: Number },
  integrity: { read: readObject },
  skipKeyOnboarding: { read: flag, live: 'skipKeyOnboarding' },
  enableLogging: { read: flag, live: 'enableLogging' },
  theme: { read: readObject, live: 'theme' },
  language: { read: String, live: 'language' },
  loginConfig: { read: readObject, live: 'loginConfig' },
  enabledVerifiers: { read: readObject, live: 'enabledVerifiers' },
  network: { read: readObject, live: 'network' },
  chainId: { read: Number, live: 'network.chainId' },
  whiteLabel: { read: readObject, live: 'whiteLabel' },
  brandColor: { read: String, live: 'whiteLabel.theme.colors.walletBrand1' },
  logoDark: { read: String, live: 'whiteLabel.logoDark' },
  logoLight: { read: String, live: 'whiteLabel.logoLight' },
  defaultLanguage: { read: String, live: 'whiteLabel.defaultLanguage' },
  tncLink: { read: String, live: 'whiteLabel.tncLink.en' },
  privacyPolicy: { read: String, live: 'whiteLabel.privacyPolicy.en' },
  contactLink: { read: String, live: 'whiteLabel.contactLink.en' },
}

export type ParameterName = keyof typeof TABLE
export const PARAMETERS: Record<ParameterName, Parameter> = TABLE
export const PARAMETER_NAMES = Object.keys(TABLE) as ParameterName[]

/** In kebab-case under the same name. */
export const toAttribute = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** An object as JSON. Other text stays as it is: a name, or a mistake, which the wallet reports with its path. */
function readObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value instanceof Object ? value : text
  } catch {
    return text
  }
}
