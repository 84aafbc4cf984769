/** Sizes of type and colours are said once, in the tokens. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'

/** What chooses colours, and what is drawn in a colour of its own in every theme. */
const OWN_COLORS = ['palette.ts', 'brand.ts', 'qr-code.ts']

const sources = ['src/ui', 'src/app/screens'].flatMap((folder) =>
  readdirSync(fromRoot(folder), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts') && name !== 'tokens.ts')
    .map((name) => ({ name, text: readFileSync(join(fromRoot(folder), name), 'utf8') })),
)
const linesWith = (pattern: RegExp, except: string[] = []): string[] =>
  sources
    .filter(({ name }) => !except.includes(name))
    .flatMap(({ name, text }) => (text.match(pattern) ?? []).map((found) => `${name}: ${found}`))

describe('the design', () => {
  it('has no size of type that does not follow the person’s own', () => {
    assert.deepEqual(linesWith(/font-size:\s*[\d.]+px/g), [])
    assert.deepEqual(linesWith(/font:[^;]*\d+px/g), [])
  })

  it('has no colour but those of the palette', () => {
    assert.deepEqual(
      linesWith(/(color|background|border[\w-]*):[^;{]*#[0-9a-f]{3,8}\b/gi, OWN_COLORS),
      [],
    )
  })
})
