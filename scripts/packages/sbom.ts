/**
 * Writes a package's contents as CycloneDX: the dependencies that npm installs, and the packages bundled into its
 * files.
 */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { fromRoot } from '../vite/shared.js'
import { read } from './imports.js'
import { type Lock, lockedFor, nameOf } from './shrinkwrap.js'

const run = promisify(execFile)

/** Marks a bundled package, by CycloneDX's property taxonomy. */
const BUNDLED = { name: 'cdx:npm:package:bundled', value: 'true' }

type Versions = Record<string, string>

interface Manifest {
  name: string
  version: string
  license: string
  description: string
  dependencies: Versions
  optionalDependencies?: Versions
}

interface Component {
  name: string
  version: string
  properties?: { name: string; value: string }[]
}

/** The used parts of npm's output. */
interface Bom {
  serialNumber?: string
  metadata: { timestamp?: string; lifecycles: { phase: string }[] }
  components: Component[]
}

/** @param folder - A built package, with those that it depends on beside it. @returns JSON: the same of the same build. */
export async function sbomOf(folder: string): Promise<string> {
  const manifest = await manifestIn(folder)
  const lock: Lock = JSON.parse(read('package-lock.json')).packages
  for (const name of Object.keys(manifest.dependencies)) {
    if (lock[`node_modules/${name}`]) continue
    const { version, license, dependencies } = await manifestIn(join(dirname(folder), name))
    lock[`node_modules/${name}`] = { version, license, dependencies }
  }
  const bundled = await bundledIn(folder)
  const bom = await described(manifest, locked(manifest, bundled, lock))
  // Remove what differs between runs.
  delete bom.serialNumber
  delete bom.metadata.timestamp
  bom.metadata.lifecycles = [{ phase: 'build' }]
  const within = new Set(bundled.map((place) => `${nameOf(place)}@${lock[place]!.version}`))
  for (const component of bom.components) {
    if (!within.has(`${component.name}@${component.version}`)) continue
    component.properties = [...(component.properties ?? []), BUNDLED]
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

/** Places in the lock of the packages whose code is in these files, by the source maps beside the built ones. */
async function bundledIn(folder: string): Promise<string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const maps = files
    .filter((file) => /\.m?js$/.test(file) && existsSync(fromRoot(`${file}.map`)))
    .map((file) => fromRoot(`${file}.map`))
  const found = new Set<string>()
  for (const map of maps) {
    const { sources }: { sources: string[] } = JSON.parse(await readFile(map, 'utf8'))
    for (const source of sources) {
      const [place] = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(source) ?? []
      if (place) found.add(place)
    }
  }
  return [...found].sort()
}

/** A lock file with both the installed and the bundled packages. */
function locked(manifest: Manifest, bundled: string[], lock: Lock): { packages: Lock } {
  const { name, version, license, description, optionalDependencies } = manifest
  const { overrides } = JSON.parse(read('package.json'))
  const installed = lockedFor(
    { ...manifest.dependencies, ...optionalDependencies },
    lock,
    overrides,
  )
  const all = new Set([...Object.keys(installed), ...bundled])
  const dependencies = { ...manifest.dependencies }
  for (const place of bundled) {
    const entry = lock[place]
    if (!entry) throw new Error(`${name} has files of ${place}, which package-lock.json has not.`)
    dependencies[nameOf(place)] ??= entry.version
    // A bundle lacks the dependencies that it does not use.
    const used = Object.entries(entry.dependencies ?? {}).filter(([one]) =>
      all.has(`node_modules/${one}`),
    )
    const { version, license, integrity } = entry
    installed[place] ??= { version, license, integrity, dependencies: Object.fromEntries(used) }
  }
  const own = { name, version, license, description, dependencies, optionalDependencies }
  return { packages: { '': own, ...installed } }
}

/** Lets npm make the document: it reads only these two files, and asks no registry. */
async function described(manifest: Manifest, { packages }: { packages: Lock }): Promise<Bom> {
  const { name, version } = manifest
  const above = await mkdtemp(join(tmpdir(), 'wallet-embed-sbom-'))
  try {
    // npm takes the project's name from its folder.
    const dir = join(above, name)
    await mkdir(dir)
    const lock = { name, version, lockfileVersion: 3, requires: true, packages }
    await writeFile(join(dir, 'package.json'), JSON.stringify(packages['']))
    await writeFile(join(dir, 'package-lock.json'), JSON.stringify(lock))
    const options = ['--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx']
    const { stdout } = await run('npm', ['sbom', ...options], { cwd: dir, maxBuffer: 64e6 })
    return JSON.parse(stdout)
  } finally {
    await rm(above, { recursive: true })
  }
}
