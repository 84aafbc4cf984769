/** The wallet's languages, and the choice among them. */

/** By BCP 47 tag, each with its name in that language. */
export const LANGUAGES = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  ko: '한국어',
  pt: 'Português',
  tr: 'Türkçe',
  zh: '中文',
} as const
export type Language = keyof typeof LANGUAGES

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag)

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr'

/** A language, and the tag by which it was asked for: the region decides how numbers are written. */
export interface Choice {
  language: Language
  tag: string
}

/**
 * The first wish that the wallet can meet. A tag with an unsupported region or script is matched by its language alone
 * (RFC 4647, lookup).
 *
 * @param wishes - BCP 47 tags, in order of preference. Invalid tags are skipped.
 */
export function findLanguage(wishes: readonly (string | undefined)[]): Choice | undefined {
  for (const wish of wishes) {
    const tag = wish && canonical(wish)
    const language = tag && fallbacks(tag).find(isLanguage)
    if (language) return { language, tag }
  }
  return undefined
}

/** A tag, then shorter and shorter: `pt-BR`, `pt`. */
const fallbacks = (tag: string): string[] =>
  tag.split('-').map((_, at, parts) => parts.slice(0, parts.length - at).join('-'))

/** The tag in canonical form, also of one that servers write with an underscore; `undefined` if invalid. */
function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

/**
 * A value of a page's `LocaleLinks`: by region, then language.
 *
 * @param links - Tags in any case.
 */
export function localValue<T>(links: Readonly<Record<string, T>>, tag: string): T | undefined {
  const byTag = new Map(Object.entries(links).map(([key, value]) => [canonical(key), value]))
  return fallbacks(tag)
    .map((wish) => byTag.get(wish))
    .find((value) => value !== undefined)
}

/** As `localValue`, for links that must not be missing: falls back to `en`, then to any. */
export const anyLocalValue = <T>(links: Readonly<Record<string, T>>, tag: string): T | undefined =>
  localValue(links, tag) ?? localValue(links, 'en') ?? Object.values(links)[0]
