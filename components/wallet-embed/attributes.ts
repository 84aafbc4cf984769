/** How an attribute reads, for the properties that have one: in kebab-case under the same name. */
export const ATTRIBUTES = {
  buildEnv: String,
  walletUrl: String,
  buttonPosition: String,
  hideButton: Boolean,
  useLocalStorage: Boolean,
  skipKeyOnboarding: Boolean,
  enableLogging: Boolean,
  initTimeout: Number,
  theme: String,
  language: String,
  network: String,
} as const

export const toAttribute = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const BY_ATTRIBUTE = Object.fromEntries(
  Object.entries(ATTRIBUTES).map(([name, type]) => [toAttribute(name), { name, type }]),
)

export const ATTRIBUTE_NAMES = Object.keys(BY_ATTRIBUTE)
