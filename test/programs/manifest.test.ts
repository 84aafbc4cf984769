/** custom-elements.json is committed, for editors and documentation: it must say what the sources say. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { failures, testManifest, testPackageJson } from '@wc-toolkit/cem-validator'
import { Ajv } from 'ajv'

import {
  PARAMETER_NAMES,
  PARAMETERS,
  toAttribute,
} from '../../components/wallet-embed/parameters.js'
import { fromRoot } from '../../scripts/vite/shared.js'

import { LiveParams } from '../../src/protocol/messages.js'

interface Described {
  name: string
  tagName: string
  attributes: { name: string; description: string }[]
  members: { name: string; kind: string; inheritedFrom?: { name: string } }[]
}
interface Manifest {
  modules: {
    path: string
    declarations: Described[]
    exports: { kind: 'js' | 'custom-element-definition'; name: string; declaration: object }[]
  }[]
}

const require = createRequire(import.meta.url)
const manifest = async (): Promise<Manifest> =>
  JSON.parse(await readFile(fromRoot('custom-elements.json'), 'utf8'))

const MAIN = fromRoot('node_modules/@custom-elements-manifest/analyzer/cem.js')

describe('custom-elements.json', () => {
  it('is what `npx cem analyze` makes of the elements', async () => {
    const folder = await mkdtemp(fromRoot('test/.manifest-'))
    try {
      const outdir = relative(fromRoot('.'), folder)
      await promisify(execFile)(process.execPath, [MAIN, 'analyze', '--outdir', outdir], {
        cwd: fromRoot('.'),
        timeout: 120_000,
      })
      const made = await readFile(join(folder, 'custom-elements.json'), 'utf8')
      const committed = await readFile(fromRoot('custom-elements.json'), 'utf8')
      assert.deepEqual(JSON.parse(committed), JSON.parse(made))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('custom-elements.json, for tools that read it,', () => {
  it('has the form that is published for it', async () => {
    const schema = require('custom-elements-manifest/schema.json')
    const validate = new Ajv({ strict: false }).compile(schema)
    validate(await manifest())
    assert.deepEqual(validate.errors, null)
  })

  it('is without complaint by the validator of the Web Components Toolkit', async () => {
    testPackageJson(JSON.parse(await readFile(fromRoot('package.json'), 'utf8')))
    await testManifest((await manifest()) as never)
    assert.deepEqual(failures, [])
  })

  it('names the files of the package, each with its element and the types of that', async () => {
    const { exports } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'))
    const { modules } = await manifest()
    assert.equal(modules.length, 2)
    for (const { path, declarations, exports: own } of modules) {
      const { name, tagName } = declarations[0]!
      assert.equal(`./${path}`, exports[`./define/${tagName}`].default)
      // The compiler holds that file to what there is.
      const types = await readFile(fromRoot(`test/types/${tagName}.ts`), 'utf8')
      const [, list = ''] = /\{([^}]*)\}/.exec(types)!
      const names = own.flatMap((one) => (one.kind === 'js' ? one.name : []))
      assert.deepEqual(names.sort(), list.match(/\w+/g)?.sort(), tagName)
      const tags = own.flatMap((one) => (one.kind === 'js' ? [] : [one.name, one.declaration]))
      assert.deepEqual(tags, [tagName, { name, module: path }])
    }
  })
})

describe('the table of parameters', () => {
  it('has each property of the tag, and each is described with its attribute', async () => {
    const { modules } = await manifest()
    const all = modules.flatMap(({ declarations }) => declarations)
    const { attributes, members } = all.find(({ tagName }) => tagName === 'wallet-embed')!
    const names = [...PARAMETER_NAMES].sort()
    const fields = members
      .filter(({ inheritedFrom }) => inheritedFrom?.name === 'WalletEmbedBase')
      .map(({ name }) => name)
    assert.deepEqual(fields.sort(), names)
    assert.deepEqual(
      attributes.map(({ name, description }) => [name, /`(\w+)`/.exec(description)?.[1]]).sort(),
      names.map((name) => [toAttribute(name), name]).sort(),
    )
  })

  it('names as live what the wallet takes in while it runs, and parts of that', () => {
    const paths = Object.values(PARAMETERS).flatMap(({ live }) => live?.split('.')[0] ?? [])
    const taken = Object.keys(LiveParams.shape).filter((name) => name !== 'isNetworkAsked')
    assert.deepEqual([...new Set(paths)].sort(), taken.sort())
  })
})
