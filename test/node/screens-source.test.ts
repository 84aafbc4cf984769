import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { generateMsgId } from '@lit/localize/internal/id-generation.js'

import { LANGUAGES } from '../../src/app/appearance/locale/languages.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What a person reads or hears goes through `msg()`. */
const sources = ['src/app', 'src/ui'].flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.(ts|css|html)$/.test(path))
    .map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') })),
)

const VALUE = '\u0001'
const READ_OUT = /\s(aria-label|aria-description|alt|heading|label|placeholder|title)="([^"]*)"/g
const PLAIN = /\bmsg\(\s*(['"])((?:\\.|(?!\1)[^\\\n])*)\1/g
const PHYSICAL =
  /\b((margin|padding|border)-(left|right)|border-(top|bottom)-(left|right)-radius|(text-align|float|clear):\s*(left|right)|(?<![-\w.])(left|right):\s*[\dcv-])/g

/** The tagged templates of a source, each with VALUE for what is filled in. Those inside come too. */
function templates(source: string): { tag: string; text: string }[] {
  const found: { tag: string; text: string }[] = []
  let at = 0
  const string = (quote: string) => {
    for (at++; source[at] !== quote && source[at] !== '\n'; at++) if (source[at] === '\\') at++
    at++
  }
  const template = (): string => {
    let text = ''
    for (at++; at < source.length && source[at] !== '`'; ) {
      if (source.startsWith('${', at)) {
        at += 2
        code('}')
        text += VALUE
      } else {
        if (source[at] === '\\') at++
        text += source[at++]
      }
    }
    at++
    return text
  }
  const code = (end: string) => {
    let depth = 0
    while (at < source.length) {
      const char = source[at]!
      if (source.startsWith('//', at)) at = source.indexOf('\n', at) + 1 || source.length
      else if (source.startsWith('/*', at)) at = source.indexOf('*/', at) + 2
      // A regular expression begins where a value may begin.
      else if (char === '/' && /[(,=:[!&|?{};]\s*$/.test(source.slice(Math.max(0, at - 9), at))) {
        at += /^\/(\\.|\[(\\.|[^\]\\])*\]|[^/\\[\n])+\/\w*/.exec(source.slice(at))?.[0].length ?? 1
      } else if (char === "'" || char === '"') string(char)
      else if (char === '`') {
        const [tag = ''] = /\w*$/.exec(source.slice(at - 9, at)) ?? []
        found.push({ tag, text: template() })
      } else {
        if (char === end && depth === 0) {
          at++
          return
        }
        if (char === '{') depth++
        if (char === '}') depth--
        at++
      }
    }
  }
  code('')
  return found
}

/** Letters between tags, and in attributes that are read out. */
const words = (template: string): string[] => {
  const text = template
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(svg|style)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<\/?[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>/gi, VALUE)
  const attributes = [...template.matchAll(READ_OUT)].map(([, , value = '']) => value)
  return [...text.split(VALUE), ...attributes].filter((piece) => /\p{L}{2}/u.test(piece))
}

describe('the sources of the screens', () => {
  const scripts = sources
    .filter(({ path }) => path.endsWith('.ts'))
    .map(({ path, text }) => ({ path, source: text, found: templates(text) }))
  const all = scripts.flatMap(({ path, found }) =>
    found.filter(({ tag }) => tag === 'html').map(({ text }) => ({ path, template: text })),
  )

  it('have no words outside of msg()', () => {
    assert.ok(all.length > 100)
    const found = all.flatMap(({ path, template }) =>
      words(template).map((piece) => `${path}: ${piece.trim()}`),
    )
    assert.deepEqual(found, [])
  })

  it('have every text in the files of the translators, and these no other: `npm run localize`', async () => {
    const texts = scripts.flatMap(({ source, found }) => [
      ...[...source.matchAll(PLAIN)].map(([, , text = '']) => text.replace(/\\(.)/g, '$1')),
      ...found.filter(({ tag }) => tag === 'str').map(({ text }) => text.split(VALUE)),
    ])
    const said = new Map(texts.map((text) => [generateMsgId(text as string, false), text]))
    for (const language of Object.keys(LANGUAGES).filter((language) => language !== 'en')) {
      const file = readFileSync(`${ROOT}locales/${language}.xlf`, 'utf8')
      const { templates: loaded } = (await import(`../../locales/generated/${language}.ts`)) as {
        templates: Record<string, string | { values: number[] }>
      }
      for (const [id, text] of said) {
        const shown = loaded[id]
        const values = typeof shown === 'object' ? shown.values.toSorted((a, b) => a - b) : []
        const expected = typeof text === 'string' ? [] : text.slice(1).map((_, at) => at)
        assert.deepEqual(values, expected, `${language}: ${text}`)
      }
      const ids = [...file.matchAll(/<trans-unit id="(\w+)">/g)].map(([, id]) => id!)
      const missing = [...said].filter(([id]) => !ids.includes(id)).map(([, text]) => text)
      assert.deepEqual(missing, [], language)
      assert.deepEqual(
        ids.filter((id) => !said.has(id)),
        [],
        language,
      )
    }
  })

  it('name no side that a language from right to left has elsewhere', () => {
    const found = sources.flatMap(({ path, text }) =>
      [...text.matchAll(PHYSICAL)].map(([rule]) => `${path}: ${rule}`),
    )
    assert.deepEqual(found, [])
  })

  it('set addresses, hashes and codes from left to right in every language', () => {
    const found = all.flatMap(({ path, template }) =>
      [...template.matchAll(/<\w[^>]*class="[^"]*\bmono\b[^"]*"[^>]*>/g)]
        .filter(([tag]) => !tag.includes('dir="ltr"'))
        .map(([tag]) => `${path}: ${tag}`),
    )
    assert.deepEqual(found, [])
  })
})
