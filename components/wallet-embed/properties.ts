import { PARAMETER_NAMES, PARAMETERS, type ParameterName, toAttribute } from './parameters.js'
import type { WalletEmbedProperties } from './wallet-embed-base.js'

/** Defaults; other properties are undefined until set. `enableLogging` goes by the build environment. */
const DEFAULTS: Record<string, unknown> = {
  hideButton: false,
  useLocalStorage: false,
  skipKeyOnboarding: false,
}

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
  onChange: (name: ParameterName) => void,
): Properties {
  const values: Record<string, unknown> = { ...DEFAULTS }
  /** What the attribute says of each, or is about to. */
  const texts: Record<string, string | null> = {}
  const store = (name: ParameterName, value: unknown, text: string | null) => {
    const attribute = toAttribute(name)
    values[name] = value ?? DEFAULTS[name]
    texts[attribute] = text
    // The callback that follows finds nothing new.
    if (text === null) element.removeAttribute(attribute)
    else if (text !== element.getAttribute(attribute)) element.setAttribute(attribute, text)
  }
  for (const name of PARAMETER_NAMES) {
    const early = Object.getOwnPropertyDescriptor(element, name)?.value
    const set = (value: unknown) => store(name, value, textOf(value))
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
      // Not what the browser reports: when an element is upgraded that is older than the property.
      const text = element.getAttribute(attribute)
      if (text === (texts[attribute] ?? null)) return
      const name = PARAMETER_NAMES.find((one) => toAttribute(one) === attribute)!
      store(name, text === null ? undefined : PARAMETERS[name].read(text), text)
      onChange(name)
    },
  }
}

const textOf = (value: unknown): string | null =>
  value === true ? '' : value && typeof value !== 'object' ? String(value) : null
