/** custom-elements.json is committed, for editors and documentation: it must say what the sources say. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

import {
  PARAMETER_NAMES,
  PARAMETERS,
  toAttribute,
} from '../../components/wallet-embed/parameters.js'
import { fromRoot } from '../../scripts/vite/shared.js'

import { LiveParams } from '../../src/protocol/messages.js'

interface Described {
  attributes: { name: string; description: string }[]
  members: { name: string; kind: string; inheritedFrom?: object; readonly?: boolean }[]
}

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

describe('the table of parameters', () => {
  it('has each property of the tag, and each is described with its attribute', async () => {
    const { modules } = JSON.parse(await readFile(fromRoot('custom-elements.json'), 'utf8'))
    const [{ attributes, members }] = modules
      .flatMap(({ declarations }: { declarations: object[] }) => declarations)
      .filter(({ name }: { name: string }) => name === 'WalletEmbedBase') as [Described]
    const names = [...PARAMETER_NAMES].sort()
    const fields = members.filter(({ kind }) => kind === 'field').map(({ name }) => name)
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
