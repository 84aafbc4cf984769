/** What the packages are made of, and what of a stack's settings is a person's. Needs a build. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { type Edited, keepEdits, withEdits } from '../../demo/stack/edits.js'
import { packagesIn } from '../../scripts/packages/imports.js'
import { withLinksTo } from '../../scripts/packages/readme.js'
import { isScope, putUnderScope } from '../../scripts/packages/scope.js'
import { lockedFor } from '../../scripts/packages/shrinkwrap.js'
import { folderOf, PACKAGES } from '../../scripts/packages.js'

describe('what a built file imports', () => {
  for (const [text, names] of [
    ["import { a } from 'one'", ['one']],
    ['import {\n  a,\n} from "@scope/two/deep.js"', ['@scope/two']],
    ["import 'three/x'", ['three']],
    ["const a = () => import('four')", ['four']],
    ["export * from './file.js'\nimport { b } from 'node:fs'", []],
    ["console.log('from here')", []],
  ] as const) {
    it(`is seen in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(packagesIn(text), names)
    })
  }
})

describe('the package for pages', () => {
  const manifest = async () =>
    JSON.parse(await readFile(join(folderOf('wallet-embed'), 'package.json'), 'utf8'))

  it('needs no other', async () => {
    assert.deepEqual((await manifest()).dependencies ?? {}, {})
  })

  it('imports of others what a site has by their own names, in any version that sites have', async () => {
    const { peerDependencies } = await manifest()
    // What lies below wagmi, for one, is found by a bundler with some package managers only.
    const expected = { preact: '>=10', react: '>=18', 'solid-js': '>=1.9', viem: '>=2' }
    assert.deepEqual(peerDependencies, expected)
  })
})

describe('a scope of the publisher’s', () => {
  it('is in the names of all three, and what they import of each other keeps its name', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'scope-'))
    t.after(() => rm(folder, { recursive: true }))
    const copies = PACKAGES.map((name) => join(folder, name))
    for (const name of PACKAGES) {
      await cp(folderOf(name), join(folder, name), {
        recursive: true,
        filter: (path) => path === folderOf(name) || /(package|npm-shrinkwrap)\.json$/.test(path),
      })
    }
    putUnderScope('@acme', copies)
    const read = async (path: string) => JSON.parse(await readFile(join(folder, path), 'utf8'))
    const all = await Promise.all(PACKAGES.map((name) => read(`${name}/package.json`)))
    assert.deepEqual(
      all.map(({ name }) => name),
      PACKAGES.map((name) => `@acme/${name}`),
    )
    const { version, dependencies } = all[2]
    assert.equal(dependencies['wallet-embed-server'], `npm:@acme/wallet-embed-server@${version}`)
    const { name, packages } = await read('wallet-embed-server/npm-shrinkwrap.json')
    assert.deepEqual([name, packages[''].name], Array(2).fill('@acme/wallet-embed-server'))
  })

  for (const scope of ['acme', '@', '@Acme', '@a/b', '@a b', '@.a']) {
    it(`is none of npm’s: ${scope}`, () => assert.equal(isScope(scope), false))
  }
})

describe('the README of a package', () => {
  for (const name of PACKAGES) {
    it(`of ${name} leads to files that the package has`, async () => {
      const text = await readFile(join(folderOf(name), 'README.md'), 'utf8')
      const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)]
      const missing = links.filter(([, path]) => !existsSync(join(folderOf(name), path!)))
      assert.deepEqual(missing, [])
    })
  }

  it('keeps the words of what it cannot lead to', () => {
    const text = '![All](a.png) [here](a.md), [there](b.md#c), [out](https://x.example), [b](#b)'
    const kept = ' here, [there](b.md#c), [out](https://x.example), [b](#b)'
    assert.equal(withLinksTo(['b.md'], text), kept)
  })
})

describe('the lock of a part', () => {
  const lock = {
    'node_modules/a': { version: '1.0.0', dependencies: { b: '^1', c: '^2' } },
    'node_modules/a/node_modules/b': { version: '1.5.0', dependencies: { c: '^2' } },
    'node_modules/b': { version: '2.0.0', dev: true },
    'node_modules/c': { version: '1.0.0', optionalDependencies: { elsewhere: '1' } },
  }

  it('has what is needed, where it is, and nothing else', () => {
    const locked = lockedFor({ a: '1.0.0' }, lock)
    assert.deepEqual(Object.keys(locked), [
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
    ])
  })

  it('knows no development', () => {
    assert.deepEqual(lockedFor({ b: '2.0.0' }, lock), { 'node_modules/b': { version: '2.0.0' } })
  })

  it('has overrides in the place of what was asked for', () => {
    const locked = lockedFor({ a: '1.0.0' }, lock, { a: { c: '1.0.0' } })
    assert.deepEqual(locked['node_modules/a']!.dependencies, { b: '^1', c: '1.0.0' })
  })

  it('cannot be had of what is not locked', () => {
    assert.throws(() => lockedFor({ d: '1' }, lock), /has no d/)
  })
})

describe('what a person changed', () => {
  it('stays: what they added, changed and took out', () => {
    const written = { same: 1, changed: 1, out: 1, gone: 1 }
    const found = { same: 1, changed: 2, added: 3, gone: 1 }
    const next = { same: 10, changed: 10, out: 10, fresh: 10 }
    assert.deepEqual(keepEdits(written, found, next), { same: 10, changed: 2, added: 3, fresh: 10 })
  })

  it('is nothing at the first start', () => {
    assert.deepEqual(keepEdits(undefined, { a: 1 }, { b: 2 }), { b: 2 })
  })

  const inFolder = async (use: (dir: string) => Promise<void>) => {
    const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-edits-'))
    try {
      await use(dir)
    } finally {
      await rm(dir, { recursive: true })
    }
  }
  const made = (origin: string): Edited => ({
    registry: { embedders: [origin], applications: {}, verifiers: {} },
    clientSecrets: {} as Edited['clientSecrets'],
  })
  const write = (dir: string, { registry, clientSecrets }: Edited) =>
    Promise.all([
      writeFile(join(dir, 'registry.json'), JSON.stringify(registry)),
      writeFile(join(dir, 'client-secrets.json'), JSON.stringify(clientSecrets)),
    ])

  it('stays in the files of a stack, whose own entries follow its ports', () =>
    inFolder(async (dir) => {
      const first = await withEdits(dir, made('http://localhost:1'))
      first.registry.embedders.push('https://own.example')
      await write(dir, first)
      const second = await withEdits(dir, made('http://localhost:2'))
      const both = ['http://localhost:2', 'https://own.example']
      assert.deepEqual(second.registry.embedders, both)
      await write(dir, second)
      assert.deepEqual((await withEdits(dir, made('http://localhost:2'))).registry.embedders, both)
      assert.match(await readFile(join(dir, 'written.json'), 'utf8'), /localhost:2/)
    }))

  it('is refused by its path if it cannot be used', () =>
    inFolder(async (dir) => {
      const first = await withEdits(dir, made('http://localhost:1'))
      Object.assign(first.registry.applications, { shop: { name: 'Shop' } })
      await write(dir, first)
      const error = { name: 'StartError', message: /registry\.json: applications\.shop\.origins/ }
      await assert.rejects(withEdits(dir, made('http://localhost:1')), error)
    }))
})
