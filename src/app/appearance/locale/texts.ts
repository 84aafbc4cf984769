/**
 * The wallet's texts, in one language at a time. English is in the code; other languages are files that load when
 * needed. The page's own texts override both.
 */
import { configureLocalization, LOCALE_STATUS_EVENT } from '@lit/localize'

import { deadline } from '../../../shared/deadline.js'
import type { Language } from './languages.js'
import type { Templates } from './overlay.js'

/** Milliseconds. English is better than no wallet. */
const LOAD_TIMEOUT = 5_000

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<{ templates: object }>> = {
  ar: () => import('../../../../locales/generated/ar.js'),
  de: () => import('../../../../locales/generated/de.js'),
  es: () => import('../../../../locales/generated/es.js'),
  fr: () => import('../../../../locales/generated/fr.js'),
  ja: () => import('../../../../locales/generated/ja.js'),
  ko: () => import('../../../../locales/generated/ko.js'),
  pt: () => import('../../../../locales/generated/pt.js'),
  tr: () => import('../../../../locales/generated/tr.js'),
  zh: () => import('../../../../locales/generated/zh.js'),
}

/**
 * Where `msg` looks up texts. Refilled at each change: the library cannot put overrides over a language, nor over its
 * source language. So it knows a single target language, whose content changes.
 */
const templates: Templates = {}
const SHOWN = 'shown'
const { setLocale } = configureLocalization({
  sourceLocale: 'source',
  targetLocales: [SHOWN],
  loadLocale: async () => ({ templates }),
})

/** The latest change. It wins, whichever file loads first. */
let last = 0

/**
 * Switches the language, with the page's own texts over it.
 *
 * @param custom - By English text.
 * @returns The language that is shown: English if the one wanted does not load.
 */
export async function showTexts(
  language: Language,
  custom: Readonly<Record<string, string>> | undefined,
): Promise<Language | undefined> {
  const change = ++last
  const load = async () => (language === 'en' ? {} : (await LOADERS[language]()).templates)
  const shipped = await deadline(load(), LOAD_TIMEOUT, language).catch((error) => {
    console.warn(`The wallet's texts in ${language} did not load.`, error)
    return undefined
  })
  const overlay =
    custom && (await deadline(overlayOf(custom), LOAD_TIMEOUT, 'texts').catch(() => ({})))
  await setLocale(SHOWN)
  // A later change has replaced this one.
  if (change !== last) return undefined
  for (const id of Object.keys(templates)) delete templates[id]
  Object.assign(templates, shipped, overlay)
  const detail = { status: 'ready', readyLocale: SHOWN }
  dispatchEvent(new CustomEvent(LOCALE_STATUS_EVENT, { detail }))
  return shipped ? language : 'en'
}

/** Few pages have custom texts: their reader loads for these only. */
const overlayOf = async (custom: Readonly<Record<string, string>>): Promise<Templates> =>
  (await import('./overlay.js')).overlayOf(custom)
