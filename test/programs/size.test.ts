/** The package as its users get it: how large, what is in it, and what importing it does. Needs a build. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'

import { bundle, loadedBy, measure, overBudget } from '../../scripts/size.js'
import { fromRoot } from '../../scripts/vite/shared.js'

const ENTRIES = [
  'wallet-embed',
  'wallet-embed/define',
  'wallet-embed/define/wallet-embed',
  'wallet-embed/define/login-button',
  'wallet-embed/legacy',
]
/** In the names of the files that went in, and in what came out. */
const FORBIDDEN = /zod|secp256k1|ristretto|@noble|\bviem\b|\bprocess\.|["'`]node:/i

describe('the budgets', () => {
  it('are kept', async () => {
    const sizes = await measure()
    assert.equal(sizes.length, 6)
    assert.deepEqual(overBudget(sizes), [])
  })

  it('would be broken by one byte too many', () => {
    const size = { name: 'a', gzip: 1001, limit: 1000, raw: 1 }
    assert.deepEqual(overBudget([size, { ...size, name: 'b', gzip: 1000 }]), ['a'])
  })

  it('count every script and style sheet that a page of the wallet app names', () => {
    const html = `<link rel="icon" href="data:,"><link rel="modulepreload" crossorigin href="./assets/a.js">
      <script type="module" crossorigin src="./assets/b.js"></script><link rel="stylesheet" href="./assets/c.css">`
    assert.deepEqual(loadedBy(html), ['./assets/a.js', './assets/b.js', './assets/c.css'])
  })
})

describe("a page's bundle", () => {
  for (const [name, code] of [
    ['Wallet', "import { Wallet } from 'wallet-embed'\nawait new Wallet().init()"],
    ['LoginClient', "import { LoginClient } from 'wallet-embed'\nnew LoginClient({})"],
    ['both elements', "import 'wallet-embed/define'"],
  ] as const) {
    it(`with ${name} holds no schemas, no curves and nothing of Node's`, async () => {
      const { text, inputs } = await bundle(code)
      assert.deepEqual(
        inputs.filter((path) => FORBIDDEN.test(path)),
        [],
      )
      assert.equal(FORBIDDEN.exec(text)?.[0], undefined)
    })
  }

  it('holds the calls of older programs only where they are imported', async () => {
    for (const entry of ENTRIES) {
      const { text } = await bundle(`export * from '${entry}'`)
      assert.equal(text.includes('sendAsync'), entry === 'wallet-embed/legacy', entry)
    }
  })

  it('cannot be made of code that needs Node', async () => {
    await assert.rejects(bundle("import { readFile } from 'node:fs'\nreadFile()"), /node:fs/)
  })

  it('is empty if nothing is used', async () => {
    assert.equal((await bundle("import { Wallet, LoginClient } from 'wallet-embed'")).text, '')
  })

  for (const [entry, tags] of [
    ['wallet-embed/define', ['wallet-embed', 'login-button']],
    ['wallet-embed/define/wallet-embed', ['wallet-embed']],
    ['wallet-embed/define/login-button', ['login-button']],
  ] as const) {
    it(`with ${entry} keeps what registers the elements`, async () => {
      const { text } = await bundle(`import '${entry}'`)
      const registered = registrations(text)
      for (const tag of tags) assert.ok(registered.includes(tag), tag)
    })
  }
})

describe('in plain Node', () => {
  for (const entry of ENTRIES) {
    it(`importing ${entry} throws nothing and adds no global`, () => {
      assert.deepEqual(inNode(`${BEFORE} await import('${entry}'); report(added())`), [])
    })
  }

  it('importing wallet-embed registers no element', () => {
    // lit gives Node a registry of elements.
    const code = `${BEFORE} await import('lit'); await import('wallet-embed')
      report(['wallet-embed', 'login-button'].filter((tag) => customElements.get(tag)))`
    assert.deepEqual(inNode(code), [])
  })

  it('would show a global that an import adds', () => {
    assert.deepEqual(inNode(`${BEFORE} globalThis.leak = 1; report(added())`), ['leak'])
  })
})

const BEFORE = `
  const before = new Set(Object.getOwnPropertyNames(globalThis))
  const added = () => Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name))
  const report = (value) => console.log(JSON.stringify(value));`

function inNode(code: string): unknown {
  const args = ['--input-type=module', '--eval', code]
  const options = { cwd: fromRoot('.'), encoding: 'utf8', timeout: 120_000 } as const
  return JSON.parse(execFileSync(process.execPath, args, options))
}

/** Tags that a bundle registers. */
const registrations = (text: string): string[] =>
  [...text.matchAll(/\(\s*["'`](wallet-embed|login-button)["'`]\s*,/g)].map(([, tag]) => tag!)
