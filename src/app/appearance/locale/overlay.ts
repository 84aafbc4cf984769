/** The page's own texts (`customTranslations`), in the form in which the wallet looks texts up. */
import { type LocaleModule, str } from '@lit/localize'
import { generateMsgId } from '@lit/localize/internal/id-generation.js'

import { visible } from '../../../chain/values/text.js'
import { didYouMean } from '../../../shared/did-you-mean.js'

/** Translations as `msg` looks them up: by an id that is made from the English text. */
export type Templates = LocaleModule['templates']

/**
 * Turns texts by English text into templates. Unusable ones are reported on the console and left out: a wrong text must
 * not break the wallet.
 */
export async function overlayOf(texts: Readonly<Record<string, string>>): Promise<Templates> {
  const { CHANGEABLE, FIXED } = await import('../../../../locales/generated/catalogue.js')
  const overlay: Templates = {}
  for (const [key, text] of Object.entries(texts)) {
    const problem = FIXED.includes(key)
      ? 'this text is the wallet’s own and stays as it is'
      : CHANGEABLE.includes(key)
        ? wrongPlaceholders(key, text)
        : `the wallet has no such text${didYouMean(key, CHANGEABLE)}`
    if (problem) {
      console.warn(`customTranslations: ${JSON.stringify(key.slice(0, 100))}: ${problem}.`)
    } else {
      overlay[generateMsgId(toStrings(key), false)] = toTemplate(visible(text))
    }
  }
  return overlay
}

/** Splits `Continue with {0}` at its placeholders, as `msg` does; a text without placeholders stays a string. */
function toStrings(key: string): string | TemplateStringsArray {
  const strings = key.split(/\{\d\}/)
  return strings.length > 1 ? tagged(strings) : key
}

/** The values say which placeholder comes where. */
function toTemplate(text: string): Templates[string] {
  const strings = text.split(/\{\d\}/)
  return strings.length > 1 ? str(tagged(strings), ...placeholders(text)) : text
}

const tagged = (strings: string[]): TemplateStringsArray => Object.assign(strings, { raw: strings })

function wrongPlaceholders(key: string, text: string): string | undefined {
  const known = placeholders(key)
  const strange = placeholders(text).find((index) => !known.includes(index))
  return strange === undefined ? undefined : `{${strange}} is not in the English text`
}

const placeholders = (text: string): number[] =>
  [...text.matchAll(/\{(\d)\}/g)].map(([, index]) => Number(index))
