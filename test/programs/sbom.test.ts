/** What each package says that it consists of. Needs a build. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'

import { sbomOf } from '../../scripts/packages/sbom.js'
import { folderOf, PACKAGES, type PackageName } from '../../scripts/packages.js'
import { fromRoot } from '../../scripts/vite/shared.js'

interface Component {
  'bom-ref': string
  name: string
  version: string
  scope?: string
  licenses?: { license?: { id: string }; expression?: string }[]
  hashes?: { alg: string }[]
  properties?: { name: string }[]
}
interface Bom {
  bomFormat: string
  specVersion: string
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
interface Locked {
  version: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
}
const lock: Record<string, Locked> = read(fromRoot('package-lock.json')).packages
const nameOf = (place: string) => place.replace(/^.*node_modules\//, '')
const idOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`

const texts = new Map<PackageName, string>()
const bomOf = (name: PackageName): Bom => JSON.parse(texts.get(name)!)
const isBundled = ({ properties }: Component) =>
  properties?.some(({ name }) => name === 'cdx:npm:package:bundled') ?? false
const licenceOf = ({ licenses }: Component) =>
  licenses?.[0]?.license?.id ?? licenses?.[0]?.expression

before(async () => {
  for (const name of PACKAGES) texts.set(name, await sbomOf(folderOf(name)))
})

for (const name of PACKAGES) {
  describe(`the SBOM of ${name}`, () => {
    const manifest = read(join(folderOf(name), 'package.json'))

    it('is of this package and version', () => {
      const { bomFormat, specVersion, metadata } = bomOf(name)
      assert.deepEqual([bomFormat, specVersion], ['CycloneDX', '1.5'])
      assert.equal(idOf(metadata.component), `${name}@${manifest.version}`)
      assert.equal(licenceOf(metadata.component), manifest.license)
    })

    it('has each dependency, with the version and the licence that it has when it is installed', () => {
      const { components } = bomOf(name)
      for (const [one, range] of Object.entries(manifest.dependencies)) {
        const own = (PACKAGES as readonly string[]).includes(one)
        const installed = read(
          join(
            own ? folderOf(one as PackageName) : fromRoot(`node_modules/${one}`),
            'package.json',
          ),
        )
        const [found] = components.filter((each) => idOf(each) === `${one}@${range}`)
        assert.equal(found && licenceOf(found), installed.license, one)
        assert.ok(own || found?.hashes?.[0]?.alg === 'SHA-512', one)
      }
      // They are not installed everywhere.
      const optional = components.filter(({ scope }) => scope === 'optional').map(idOf)
      const expected = Object.entries(lock)
        .filter(([, { optional }]) => optional)
        .map(([place, { version }]) => `${nameOf(place)}@${version}`)
      assert.deepEqual(
        optional,
        components.map(idOf).filter((id) => expected.includes(id)),
      )
      for (const [one, range] of Object.entries(manifest.optionalDependencies ?? {}))
        assert.ok(optional.includes(`${one}@${range}`), one)
    })

    it('says a licence of every package, and leads to none that it does not have', () => {
      const { components, dependencies, metadata } = bomOf(name)
      const unnamed = components.filter((one) => !licenceOf(one)).map(idOf)
      assert.deepEqual(unnamed, [])
      const refs = new Set([metadata.component, ...components].map((one) => one['bom-ref']))
      const missing = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
      assert.deepEqual(
        missing.filter((ref) => !refs.has(ref)),
        [],
      )
    })

    it('has nothing that is for development only', () => {
      const places = Object.entries(lock).filter(([place]) => place)
      const used = places.filter(([, { dev, devOptional }]) => !dev && !devOptional)
      const ours = PACKAGES.map((one) => `${one}@${manifest.version}`)
      const known = new Set([
        ...ours,
        ...used.map(([place, { version }]) => `${nameOf(place)}@${version}`),
      ])
      const other = bomOf(name).components.map(idOf)
      assert.deepEqual(
        other.filter((id) => !known.has(id)),
        [],
      )
    })

    it('has no path of this machine and no address of a registry, and is the same each time', async () => {
      const text = texts.get(name)!
      for (const place of [fromRoot('.'), homedir(), tmpdir()]) {
        assert.ok(!text.includes(place), place)
      }
      assert.doesNotMatch(text.replace(/"\$schema": "[^"]*"/, ''), /https?:|registry|localhost/)
      assert.equal(await sbomOf(folderOf(name)), text)
    })
  })
}

describe('an SBOM', () => {
  it('of the package for pages has no package: its files are all ours', () => {
    assert.deepEqual(bomOf('wallet-embed').components, [])
  })

  it('of the server has all of its shrinkwrap, and what the wallet app is built of', () => {
    const { components } = bomOf('wallet-embed-server')
    const shrinkwrap = read(join(folderOf('wallet-embed-server'), 'npm-shrinkwrap.json')).packages
    const locked = Object.keys(shrinkwrap).filter((place) => place)
    const ids = locked.map((place) => `${nameOf(place)}@${shrinkwrap[place].version}`)
    const only = components.map(idOf).filter((id) => !ids.includes(id))
    assert.ok(locked.length > 50)
    assert.deepEqual(
      ids.filter((id) => !components.some((one) => idOf(one) === id)),
      [],
    )
    assert.ok(
      only.some((id) => id.startsWith('lit-html@')),
      'in the pages alone',
    )
    assert.ok(components.filter((one) => only.includes(idOf(one))).every(isBundled))
    const bundled = components.filter(isBundled).map(({ name }) => name)
    assert.ok(bundled.includes('zod') && bundled.includes('ox'), 'installed, and in the pages too')
    assert.ok(!bundled.includes('fastify'))
  })
})
