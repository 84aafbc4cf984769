import { msg } from '@lit/localize'

import { Texts, type WalletState } from '../../protocol/messages.js'
import { loadPreference, savePreference } from '../support/preferences.js'
import {
  type Choice,
  directionOf,
  findLanguage,
  type Language,
  localValue,
} from './locale/languages.js'
import { showTexts } from './locale/texts.js'
import { hasTheme, type Look, type LookParams, lookOf, PLAIN } from './look.js'
import { loadOwnTheme, type OwnTheme } from './own-theme.js'

const ENGLISH: Choice = { language: 'en', tag: 'en' }

/** The look and the language that are shown, and how they come about. */
export class Appearance {
  #look: Look = PLAIN
  #language: Language = 'en'
  #params: LookParams = {}
  #own = loadPreference('language')
  #ownTheme = loadOwnTheme()

  get look(): Look {
    return this.#look
  }

  get language(): Language {
    return this.#language
  }

  /** BCP 47. Digits are as on sites and in explorers, so that amounts can be compared. */
  get locale(): string {
    return new Intl.Locale(this.#look.locale, { numberingSystem: 'latn' }).toString()
  }

  /** The language that the person chose in the settings; undefined: the browser's. */
  get own(): string | undefined {
    return this.#own
  }

  /** Whether the page has chosen the language. It then wins over the person's choice. */
  get isPages(): boolean {
    const { language, whiteLabel } = this.#params
    return !!findLanguage([language, whiteLabel?.defaultLanguage])
  }

  /** The theme that the person chose in the settings; undefined: the page's, or the browser's. */
  get ownTheme(): OwnTheme | undefined {
    return this.#ownTheme
  }

  /** Whether the page asks for light or dark. The person's own choice wins over it. */
  get isPagesTheme(): boolean {
    return hasTheme(this.#params)
  }

  /** Texts for the page's side, in the wallet's language. */
  get texts(): NonNullable<WalletState['texts']> {
    const lang = this.#language
    const words = { title: msg('Wallet'), open: msg('Open wallet'), close: msg('Close wallet') }
    return { lang, dir: directionOf(lang), ...words }
  }

  /** Applies the page's parameters. Resolves when the texts of the language have loaded. */
  async apply(params: LookParams): Promise<void> {
    this.#params = params
    const { language, whiteLabel } = params
    const wishes = [language, whiteLabel?.defaultLanguage, this.#own, ...navigator.languages]
    const choice = findLanguage(wishes) ?? ENGLISH
    const custom = Texts.safeParse(
      localValue(whiteLabel?.customTranslations ?? {}, choice.tag),
    ).data
    const shown = await showTexts(choice.language, custom)
    if (!shown) return
    this.#language = shown
    this.#look = lookOf(params, shown === choice.language ? choice.tag : shown, this.#ownTheme)
    document.title = msg('Wallet')
    document.documentElement.lang = shown
    document.documentElement.dir = directionOf(shown)
  }

  /** Light or dark, as the person wants it. @param theme - Nothing: as the page wishes, then the browser. */
  chooseTheme(theme: OwnTheme | undefined): Promise<void> {
    this.#ownTheme = theme
    savePreference('theme', theme)
    return this.apply(this.#params)
  }

  /** The person chooses a language. @param tag - Undefined: the browser's language. */
  choose(tag: Language | undefined): Promise<void> {
    this.#own = tag
    savePreference('language', tag)
    return this.apply(this.#params)
  }
}
