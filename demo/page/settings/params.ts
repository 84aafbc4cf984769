/** The settings as the wallet's own parameters: only what differs from the wallet's defaults. */
import type {
  IntegrityParams,
  LoginConfig,
  LoginType,
  NetworkInterface,
  WalletParams,
  WhiteLabelParams,
} from '../../../src/shared/options.js'
import type { DemoConfig } from '../config.js'
import { LOGOS } from './logos.js'
import type { Settings } from './settings.js'

/** Parameters that may change while the wallet runs, and those read only at the start. */
export interface Chosen {
  live: Pick<WalletParams, 'theme' | 'language' | 'network' | 'loginConfig' | 'whiteLabel'>
  start: Pick<WalletParams, 'useLocalStorage' | 'skipKeyOnboarding' | 'enableLogging' | 'integrity'>
}

export function chosen(settings: Settings, config: DemoConfig): Chosen {
  const { theme, language, useLocalStorage, skipKeyOnboarding, enableLogging } = settings
  const whiteLabel = whiteLabelOf(settings)
  const loginConfig = loginConfigOf(settings)
  const network = networkOf(settings)
  const integrity = settings.integrity ? integrityOf(config) : undefined
  return {
    live: {
      // Beside a brand the wallet follows the brand's theme, if none is named.
      ...((theme !== 'auto' || whiteLabel) && { theme }),
      ...(language && { language }),
      ...(network && { network }),
      ...(loginConfig && { loginConfig }),
      ...(whiteLabel && { whiteLabel }),
    },
    start: {
      ...(useLocalStorage && { useLocalStorage }),
      ...(skipKeyOnboarding && { skipKeyOnboarding }),
      ...(enableLogging && { enableLogging }),
      ...(integrity && { integrity }),
    },
  }
}

function whiteLabelOf(settings: Settings): WhiteLabelParams | undefined {
  const { brand, logo, words, theme } = settings
  const links = (['tncLink', 'privacyPolicy', 'contactLink'] as const).filter((key) =>
    URL.canParse(settings[key]),
  )
  const hidden = (['topupHide', 'featuredBillboardHide', 'disclaimerHide'] as const).filter(
    (key) => settings[key],
  )
  if (!brand && logo === 'none' && !words && !links.length && !hidden.length) return undefined
  const { light, dark, color } = LOGOS[logo]
  return {
    theme: {
      isDark: theme === 'dark',
      colors: brand || color ? { walletBrand1: brand || color } : {},
    },
    logoDark: dark,
    logoLight: light,
    ...Object.fromEntries(hidden.map((key) => [key, true])),
    ...Object.fromEntries(links.map((key) => [key, { en: settings[key] }])),
    ...(words && { customTranslations: { [settings.language || 'en']: { [WORDS_KEY]: words } } }),
  }
}

/** The text that one can replace in the playground. */
export const WORDS_KEY = 'Sign in to connect to'

function loginConfigOf({ providers }: Settings): LoginConfig | undefined {
  const changed = Object.entries(providers).filter(
    ([, { isShown, description, hasLogo }]) => !isShown || description || hasLogo,
  )
  if (!changed.length) return undefined
  return Object.fromEntries(
    changed.map(([id, { isShown, description, hasLogo }]) => [
      id,
      {
        typeOfLogin: id as LoginType,
        ...(description && { description }),
        ...(hasLogo && { logoDark: LOGOS.provider.dark, logoLight: LOGOS.provider.light }),
        ...(!isShown && { showOnModal: false }),
      },
    ]),
  )
}

/** Absent: the wallet's first chain, which here is the local one. */
function networkOf({ network, nodeUrl }: Settings): NetworkInterface | undefined {
  if (network === 'localhost') return undefined
  return { host: network === 'url' ? nodeUrl : network }
}

const integrityOf = ({ integrity }: DemoConfig): IntegrityParams => ({
  check: true,
  ...(integrity && { hash: integrity }),
})
