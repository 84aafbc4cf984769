/** The texts of all languages use the words of docs/words.md, which is read here. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const ROOT = new URL('../../', import.meta.url)
const UNIT = /<source>([\s\S]*?)<\/source>\s*<target>([\s\S]*?)<\/target>/g

/** Words that say less than others do, or that only developers know. */
const ENGLISH =
  /\b(some|any|no)body\b|\bwhoever\b|\bwhom\b|\bof its own\b|\bthie(f|ves)\b|\b(seed|dapps?|CORS|Content Security Policy|allowance)\b/i

/** What was said before, and now means a different thing than its neighbours. */
const OUT_OF_USE: Record<string, RegExp> = {
  ar: /لصوص/,
  de: /Vertr[aä]g|Ketten-ID|Erlaubnis|\bDiebe?\b|Münze/,
  es: /\bcartera|\bladr[oó]n|\b(tú|puedes|quieres|tienes)\b/i,
  fr: /\bpermission|\bvoleur|\bpièces\b/i,
  ja: /取引(?!所)|泥棒/,
  ko: /도둑/,
  pt: /\bladr(ão|ões)|\bpermissionamento/i,
  tr: /\bhırsız/i,
  zh: /盗贼|撤回/,
}

/** Terms by which people decide, or find their way. `approve`, `sign in` and `connect` are said in too many forms. */
const HELD =
  /^(spending cap|spender|permission|revoke|network fee|nonce|gas limit|contract|network|account|recovery phrase|passkey|site|scammer|transaction|chain ID|wallet)$/

/** Terms by language: English, then the other. */
function glossary(): Record<string, Map<string, string[]>> {
  const page = readFileSync(new URL('docs/words.md', ROOT), 'utf8')
  const found: Record<string, Map<string, string[]>> = {}
  let languages: string[] = []
  for (const line of page.split('\n').filter((line) => line.startsWith('|'))) {
    const [term = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (!term) languages = cells
    else if (!cells.every((cell) => /^-+$/.test(cell)) && HELD.test(term)) {
      for (const [index, language] of languages.entries()) {
        if (!/^[a-z]{2}$/.test(language)) continue
        found[language] ??= new Map()
        found[language].set(term, cells[index]!.split('; ').map(stemOf))
      }
    }
  }
  return found
}

/** Without marks, articles and most of what inflection changes. */
function stemOf(term: string): string {
  const [word = ''] = plain(term.replace(/^ال/, '')).split(' ')
  if (/^[a-zığ-]+$/.test(word)) return word.slice(0, Math.max(3, Math.ceil(word.length / 2)))
  if (/^[\u0600-\u06ff]/.test(word)) return word.slice(0, 3)
  // Ends of Japanese verbs.
  return word.replace(/[ぁ-ん]$/, '')
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u00ad]/g, '')
    .normalize('NFC')
    .replace(/[أإآ]/g, 'ا')

/** Without placeholders, which quote the sources. */
const wordsOf = (text: string): string => text.replace(/<x [^>]*>/g, '…')

const unitsOf = (language: string): [source: string, target: string][] => {
  const file = readFileSync(new URL(`locales/${language}.xlf`, ROOT), 'utf8')
  return [...file.matchAll(UNIT)].map(([, ...texts]) => texts.map(wordsOf) as [string, string])
}

const languages = readdirSync(new URL('locales/', ROOT))
  .filter((name) => name.endsWith('.xlf'))
  .map((name) => name.slice(0, 2))
const terms = glossary()

describe('the words of the glossary', () => {
  it('are in all languages, each with every term', () => {
    assert.equal(languages.length, 9)
    for (const language of languages) assert.equal(terms[language]?.size, 17, language)
  })

  it('are those of the English texts', () => {
    const riddles = unitsOf('de').filter(([source]) => ENGLISH.test(source))
    assert.deepEqual(
      riddles.map(([source]) => source),
      [],
    )
  })

  for (const language of languages) {
    it(`are those of ${language}: one term for one thing`, () => {
      const wrong = unitsOf(language).flatMap(([source, target]) =>
        [...terms[language]!]
          .filter(([term]) => new RegExp(`\\b${term}(s|d|es)?\\b`, 'i').test(source))
          .filter(([, stems]) => !stems.some((stem) => plain(target).includes(stem)))
          .map(([term]) => `${term}: ${source} / ${target}`),
      )
      assert.deepEqual(wrong, [])
    })

    it(`are all that ${language} says: no word that was given up`, () => {
      const old = unitsOf(language).filter(([, target]) => OUT_OF_USE[language]!.test(target))
      assert.deepEqual(
        old.map(([, target]) => target),
        [],
      )
    })
  }
})
