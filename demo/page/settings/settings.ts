/** What one can set in the playground, its defaults, and where it is kept from one visit to the next. */
import { BUTTON_POSITIONS, type ButtonPosition, THEMES } from '../../../src/shared/options.js'
import { PROVIDER_IDS } from '../../stack/providers.js'

export interface ProviderSetting {
  isShown: boolean
  /** `''`: an icon, or the wallet's own text. */
  description: string
  hasLogo: boolean
}

export interface Settings {
  theme: (typeof THEMES)[number]
  /** `#rrggbb`; `''` for the wallet's own, or the logo's. */
  brand: string
  logo: 'none' | 'harbour' | 'marigold'
  buttonPosition: ButtonPosition
  showButton: boolean
  ownButton: boolean
  /** BCP 47; `''` for what the browser prefers. */
  language: string
  words: string
  providers: Record<string, ProviderSetting>
  /** A network's name, or `url`. */
  network: string
  nodeUrl: string
  tncLink: string
  privacyPolicy: string
  contactLink: string
  topupHide: boolean
  featuredBillboardHide: boolean
  disclaimerHide: boolean
  useLocalStorage: boolean
  skipKeyOnboarding: boolean
  enableLogging: boolean
  integrity: boolean
}

/** What the wallet takes in only when it starts. */
export const RESTART_KEYS = [
  'useLocalStorage',
  'skipKeyOnboarding',
  'enableLogging',
  'integrity',
] as const satisfies (keyof Settings)[]

export const LANGUAGES: Record<string, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  tr: 'Türkçe',
  ar: 'العربية',
  ja: '日本語',
  ko: '한국어',
  zh: '中文',
}

export const NETWORKS: Record<string, string> = {
  localhost: 'The local chain (play money)',
  url: 'A node of my own…',
  mainnet: 'mainnet',
  matic: 'matic (Polygon)',
  goerli: 'goerli (retired)',
  ropsten: 'ropsten (retired)',
  rinkeby: 'rinkeby (retired)',
  kovan: 'kovan (retired)',
}

const LOGOS: Settings['logo'][] = ['none', 'harbour', 'marigold']
const STORAGE_KEY = 'wallet-embed-playground'

const defaultProvider = (): ProviderSetting => ({
  isShown: true,
  description: '',
  hasLogo: false,
})

const DEFAULTS: Settings = {
  theme: 'auto',
  brand: '',
  logo: 'none',
  buttonPosition: 'bottom-left',
  showButton: true,
  ownButton: false,
  language: '',
  words: '',
  providers: Object.fromEntries(PROVIDER_IDS.map((id) => [id, defaultProvider()])),
  network: 'localhost',
  nodeUrl: '',
  tncLink: '',
  privacyPolicy: '',
  contactLink: '',
  topupHide: false,
  featuredBillboardHide: false,
  disclaimerHide: false,
  useLocalStorage: false,
  skipKeyOnboarding: false,
  enableLogging: false,
  integrity: false,
}

/** Tells listeners of each change, and keeps the settings for the next visit. */
export class SettingsStore {
  #initial = DEFAULTS
  #value = recall(DEFAULTS)
  readonly #listeners = new Set<(value: Settings, before: Settings) => void>()

  get value(): Settings {
    return this.#value
  }

  set(patch: Partial<Settings>): void {
    const before = this.#value
    this.#value = { ...before, ...patch }
    keep(this.#value)
    for (const listener of this.#listeners) listener(this.#value, before)
  }

  reset(): void {
    this.set(this.#initial)
  }

  /** Sets the initial text of the field for a node's address. */
  suggestNode(nodeUrl: string): void {
    this.#initial = { ...this.#initial, nodeUrl }
    if (!this.#value.nodeUrl) this.set({ nodeUrl })
  }

  onChange(listener: (value: Settings, before: Settings) => void): void {
    this.#listeners.add(listener)
  }
}

/** A different version of this page may have stored the settings: only valid ones are taken. */
function recall(initial: Settings): Settings {
  const kept = read()
  const found: Record<string, unknown> = { ...initial }
  for (const [key, value] of Object.entries(initial)) {
    if (key !== 'providers' && typeof kept[key] === typeof value) found[key] = kept[key]
  }
  const settings = found as unknown as Settings
  const providers = (kept.providers ?? {}) as Record<string, Partial<ProviderSetting>>
  settings.providers = Object.fromEntries(
    Object.entries(initial.providers).map(([id, setting]) => {
      const { isShown, description, hasLogo } = providers[id] ?? {}
      return [
        id,
        {
          isShown: isShown ?? setting.isShown,
          description: String(description ?? ''),
          hasLogo: hasLogo === true,
        },
      ]
    }),
  )
  if (!THEMES.includes(settings.theme)) settings.theme = initial.theme
  if (!LOGOS.includes(settings.logo)) settings.logo = initial.logo
  if (!BUTTON_POSITIONS.includes(settings.buttonPosition)) {
    settings.buttonPosition = initial.buttonPosition
  }
  if (!Object.hasOwn(NETWORKS, settings.network)) settings.network = initial.network
  if (!/^(#[0-9a-f]{6})?$/i.test(settings.brand)) settings.brand = ''
  return settings
}

function read(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

function keep(settings: Settings): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings))
  } catch {
    // The browser denies storage: the settings last as long as the page.
  }
}
