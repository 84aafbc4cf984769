/** The blocks of TypeScript on the pages that people copy from compile as they stand. Needs the declarations of a build. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'

import { fromRoot } from '../../scripts/vite/shared.js'

const PAGES = ['quick-start', 'libraries', 'recipes']

const blocksOf = (page: string) => [
  ...readFileSync(fromRoot(`docs/${page}.md`), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms),
]

describe('blocks of TypeScript', () => {
  // Within the repository, so that `wallet-embed` is this package.
  mkdirSync(fromRoot('dist'), { recursive: true })
  const folder = mkdtempSync(fromRoot('dist/snippets-'))
  after(() => rmSync(folder, { recursive: true }))

  const compile = async (files: Record<string, string>): Promise<string> => {
    const names = Object.keys(files)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'es2022', module: 'esnext', skipLibCheck: true },
      ...{ moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
    }
    const config = join(folder, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({ compilerOptions, files: names }))
    const tsc = fromRoot('node_modules/typescript/bin/tsc')
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', config]).catch(
      (error: { stdout: string }) => error,
    )
    return stdout
  }

  for (const page of PAGES) {
    it(`of docs/${page}.md compile`, async () => {
      const blocks = blocksOf(page)
      assert.ok(blocks.length >= 2)
      const files = blocks.map(([, code], at) => [`${basename(page)}-${at}.ts`, code!])
      assert.equal(await compile(Object.fromEntries(files)), '')
    })
  }

  it('would not, with a method that is not there', async () => {
    const code = "import { Wallet } from 'wallet-embed'\nawait new Wallet().nothing()\n"
    assert.match(await compile({ 'wrong.ts': code }), /'nothing' does not exist/)
  })
})
