import { ATTRIBUTES, BY_ATTRIBUTE, toAttribute } from './attributes.js'
import type { WalletEmbedProperties } from './wallet-embed-base.js'

/** What is undefined until it is set, but for these. `enableLogging` goes by the build environment. */
const DEFAULTS: Record<string, unknown> = {
  hideButton: false,
  useLocalStorage: false,
  skipKeyOnboarding: false,
}

export const PROPERTIES = [
  ...Object.keys(ATTRIBUTES),
  'integrity',
  'loginConfig',
  'enabledVerifiers',
  'whiteLabel',
] as (keyof WalletEmbedProperties)[]

export interface Properties {
  readonly values: WalletEmbedProperties
  /** Takes in an attribute as it is now. */
  read(attribute: string): void
}

/**
 * Gives an element its properties. Scalars show as attributes, as HTML's own do; objects take the
 * attribute away. Lit's reactive elements do the same at seven times the size, which a page that only
 * wants a wallet would have to load.
 *
 * @param element - May have got properties before its class was known: they count.
 * @param onChange - Called after a property was set.
 */
export function defineProperties(
  element: HTMLElement,
  onChange: (name: keyof WalletEmbedProperties) => void,
): Properties {
  const values: Record<string, unknown> = { ...DEFAULTS }
  const store = (name: string, value: unknown) => {
    values[name] = value ?? DEFAULTS[name]
  }
  for (const name of PROPERTIES) {
    const early = Object.getOwnPropertyDescriptor(element, name)?.value
    const set = (value: unknown) => {
      store(name, value)
      // The callback that follows finds attribute and value equal.
      if (name in ATTRIBUTES) reflect(element, toAttribute(name), value)
    }
    Object.defineProperty(element, name, {
      configurable: true,
      enumerable: true,
      get: () => values[name],
      set(value: unknown) {
        set(value)
        onChange(name)
      },
    })
    if (early !== undefined) set(early)
  }
  return {
    values: values as unknown as WalletEmbedProperties,
    read(attribute) {
      const { name, type } = BY_ATTRIBUTE[attribute]!
      // Not what the browser reports: when an element is upgraded that is older than the property.
      const text = element.getAttribute(attribute)
      if (text === textOf(values[name])) return
      store(name, text === null ? undefined : type === Boolean || type(text))
      onChange(name as keyof WalletEmbedProperties)
    },
  }
}

function reflect(element: HTMLElement, attribute: string, value: unknown): void {
  const text = textOf(value)
  if (text === null) element.removeAttribute(attribute)
  else if (text !== element.getAttribute(attribute)) element.setAttribute(attribute, text)
}

const textOf = (value: unknown): string | null =>
  value === true ? '' : value && typeof value !== 'object' ? String(value) : null
