import { readFileSync } from 'node:fs'

import { fromRoot } from '../../scripts/vite/shared.js'

const UNIT = /<source>(.*?)<\/source>\s*<target>(.*?)<\/target>/gs
const known = new Map<string, Map<string, string>>()

/** The wallet's texts in a language, by the English ones; values are `{0}`, `{1}`. */
export function wordsOf(language: string): Map<string, string> {
  const words =
    known.get(language) ??
    new Map(
      [...readFileSync(fromRoot(`locales/${language}.xlf`), 'utf8').matchAll(UNIT)].map(
        ([, source, target]) => [plain(source!), plain(target!)],
      ),
    )
  known.set(language, words)
  return words
}

const plain = (text: string): string =>
  text
    .replaceAll(/<x id="(\d+)"[^>]*\/>/g, '{$1}')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
