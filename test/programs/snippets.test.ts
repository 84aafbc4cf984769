/** The code on the pages that people copy from compiles, and knows the tags' attributes. It needs a build. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'

import { PAGES } from '../../scripts/docs/sidebar.js'
import { fromRoot } from '../../scripts/vite/shared.js'

/** What is made from the build, and what shows code of this repository. */
const pages = PAGES.filter((page) => !/^docs\/(api\/|states)/.test(page))

/** What short pieces of code take for given. */
const GIVEN = `
import type { LoginClient, Wallet } from 'wallet-embed'
import type {} from 'wallet-embed/define'
import type { createConfig as make } from 'wagmi'

declare global {
  const wallet: Wallet
  const loginClient: LoginClient
  const nonce: string
  const text: HTMLElement
  const createConfig: typeof make
  const chains: Parameters<typeof make>[0]['chains']
  const transports: Parameters<typeof make>[0]['transports']
}
`
const OPTIONS = {
  noEmit: true,
  allowJs: true,
  checkJs: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  skipLibCheck: true,
  paths: {
    // wagmi passes on all of it.
    wagmi: ['../../node_modules/@wagmi/core'],
    'wagmi/chains': ['../../node_modules/viem/_types/chains/index.d.ts'],
    'wallet-embed-dev/testing': ['../types/demo/testing/index.d.ts'],
  },
}

/** Blocks that name a file are copies of it, and the tests of that file compile or run them. */
const FILES = /^<!-- \S+ -->\n\n```.*?^```$/gms
/** Of attributes. */
const VALUES = /=("[^"]*"|'[^']*')/g

const read = (path: string) => readFileSync(fromRoot(path), 'utf8')

/** The other blocks of code of a page, in one language. */
const blocksOf = (page: string, language: string): string[] =>
  [
    ...read(page)
      .replace(FILES, '')
      .matchAll(/^```(\w+)\n(.*?)^```$/gms),
  ]
    .filter(([, found]) => found === language)
    .map(([, , code]) => code!)

const scriptsIn = (html: string): string[] =>
  [...html.matchAll(/<script type="module">\n(.*?)<\/script>/gs)].map(([, code]) => code!)

/** A page's code by names of files, such as `wallet-2.js`. */
function filesOf(page: string): Record<string, string> {
  const name = basename(page, '.md')
  const scripts = [...blocksOf(page, 'js'), ...blocksOf(page, 'html').flatMap(scriptsIn)]
  const files = [
    ...blocksOf(page, 'ts').map((code, at) => [`${name}-${at}.ts`, code]),
    ...scripts.map((code, at) => [`${name}-${at}.js`, code]),
  ]
  // Each is a module, so that its names are its own.
  return Object.fromEntries(files.map(([file, code]) => [file, `${code}\nexport {}\n`]))
}

describe('the code of the documentation', () => {
  let folder: string

  before(() => {
    mkdirSync(fromRoot('dist'), { recursive: true })
    // Within the repository, where `wallet-embed` is this package.
    folder = mkdtempSync(fromRoot('dist/snippets-'))
    writeFileSync(join(folder, 'given.d.ts'), GIVEN)
  })
  after(() => rmSync(folder, { recursive: true }))

  /** What the compiler says of it. */
  const compile = async (files: Record<string, string>, language: 'ts' | 'js'): Promise<string> => {
    const names = Object.keys(files).filter((name) => name.endsWith(`.${language}`))
    for (const name of names) writeFileSync(join(folder, name), files[name]!)
    const config = join(folder, 'tsconfig.json')
    // JavaScript says no types of parameters, and does not ask whether an element is there.
    const compilerOptions = { ...OPTIONS, strict: language === 'ts' }
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['given.d.ts', ...names] }))
    const args = [fromRoot('node_modules/typescript/bin/tsc'), '-p', config, '--pretty', 'false']
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    )
    return stdout
  }

  for (const language of ['ts', 'js'] as const) {
    it(`compiles (${language})`, async () => {
      const files = Object.assign({}, ...pages.map(filesOf))
      assert.ok(Object.keys(files).length > 30)
      assert.equal(await compile(files, language), '')
    })

    it(`would not, with a method that is not there (${language})`, async () => {
      const file = `wrong.${language}`
      const said = await compile({ [file]: 'await wallet.nothing()\nexport {}\n' }, language)
      assert.match(said, /'nothing' does not exist/)
    })
  }
})

describe('tags in the documentation', () => {
  const { modules } = JSON.parse(read('custom-elements.json')) as {
    modules: { declarations: { tagName?: string; attributes?: { name: string }[] }[] }[]
  }
  const elements = modules.flatMap(({ declarations }) => declarations)
  const isKnown = (tag: string, name: string) =>
    elements.some(
      ({ tagName, attributes }) =>
        tagName === tag && attributes!.some((attribute) => attribute.name === name),
    )
  const unknownIn = (html: string): string[] =>
    [...html.replace(VALUES, '').matchAll(/<(wallet-embed|login-button)\b([^>]*)>/g)].flatMap(
      ([, tag, names]) =>
        (names!.match(/[\w-]+/g) ?? [])
          .filter((name) => !isKnown(tag!, name))
          .map((name) => `${tag} ${name}`),
    )

  it('have attributes that exist', () => {
    const html = pages.flatMap((page) => blocksOf(page, 'html'))
    assert.ok(html.length > 8)
    assert.deepEqual(unknownIn(html.join('\n')), [])
  })

  it('would be found with one that does not', () => {
    const html = '<wallet-embed\n  wallet-url="a > b"\n  colour="b"\n><login-button disabled gone>'
    assert.deepEqual(unknownIn(html), ['wallet-embed colour', 'login-button gone'])
  })
})
