/**
 * The packages that are published, in dist/packages: put together from what a build made. What they say of
 * themselves is package.json's; what each depends on is read from its own files, in the versions of package.json.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { packagesIn, read, withImported } from './packages/imports.js'
import { withLinksTo } from './packages/readme.js'
import { lockedFor, type Overrides } from './packages/shrinkwrap.js'
import { fromRoot } from './vite/shared.js'

export const PACKAGES = ['wallet-embed', 'wallet-embed-server', 'wallet-embed-dev'] as const
export type PackageName = (typeof PACKAGES)[number]

type Versions = Record<string, string>
type Exports = string | { [condition: string]: Exports }

interface Root {
  version: string
  license: string
  keywords: string[]
  engines: Versions
  description: string
  bin: Versions
  exports: Exports
  sideEffects: string[]
  customElements: string
  dependencies: Versions
  peerDependencies: Versions
  optionalDependencies: Versions
  overrides: Overrides
}

/** Contents of one package. */
interface Plan {
  /** Added to what all manifests have. */
  manifest: Record<string, unknown>
  /** Files of the repository; they keep their paths. */
  files: string[]
  readme: string
  isLocked?: true
}

/** The part of npm's report that is used. */
interface Packed {
  filename: string
  integrity: string
}

/**
 * Packages that an operator installs separately, for traces. Optional peers would not work with the package's lock: npm
 * treats a peer that the lock lacks as unwanted.
 */
const INSTALLED_APART = /^@opentelemetry\//

const root: Root = JSON.parse(read('package.json'))
const { version, license, keywords } = root

const PLANS: Record<PackageName, () => Plan> = {
  'wallet-embed': () => ({
    manifest: {
      description: root.description,
      sideEffects: root.sideEffects,
      exports: root.exports,
      customElements: root.customElements,
    },
    // Errors link to this file by default.
    files: [
      ...withMaps([...withImported(targetsOf(root.exports)), ...filesIn('dist/cdn')]),
      'docs/errors.md',
    ],
    readme: 'README.md',
  }),
  'wallet-embed-server': () => ({
    manifest: {
      description: 'Runs wallet-embed: the wallet app, the login service, the key nodes.',
      engines: root.engines,
      bin: { ...root.bin, 'wallet-embed-server': Object.values(root.bin)[0]! },
    },
    files: [
      ...withMaps(['dist/server', 'dist/wallet', 'dist/dashboard'].flatMap(filesIn)).filter(
        isNoMapOfApp,
      ),
      ...filesIn('deploy'),
    ],
    readme: 'docs/operate.md',
    isLocked: true,
  }),
  'wallet-embed-dev': () => {
    const exports = {
      './testing': {
        types: './dist/types/demo/testing/index.d.ts',
        default: './dist/dev/testing/index.js',
      },
      './package.json': './package.json',
    }
    return {
      manifest: {
        description: 'All of wallet-embed on one machine, for whoever builds a site with it.',
        engines: root.engines,
        bin: { 'wallet-embed-dev': './dist/dev/stack/cli.js' },
        exports,
        optionalDependencies: root.optionalDependencies,
      },
      files: [
        ...withImported(targetsOf(exports)),
        ...filesIn('dist/dev'),
        ...filesIn('dist/demo'),
      ].filter(isNoMapOfApp),
      readme: 'docs/development.md',
    }
  },
}

/** Writes all packages from scratch. @throws {Error} If one imports a package that package.json lacks. */
export function writePackages(): void {
  rmSync(fromRoot('dist/packages'), { recursive: true, force: true })
  for (const name of PACKAGES) {
    write(name, PLANS[name]())
    // The servers' package is written next, and includes this one with the wallet app.
    if (name === 'wallet-embed') offer(name)
  }
}

/** Packs it for the wallet app to serve, with its integrity hash in a separate file. */
function offer(name: PackageName): void {
  const folder = fromRoot('dist/wallet/packages')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, folderOf(name)]
  const [packed] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' })) as Packed[]
  const { filename, integrity } = packed!
  const hashFile = filename.replace(/\.tgz$/, '.integrity.txt')
  writeFileSync(join(folder, hashFile), `${integrity}\n`)
  console.log(`integrity of packages/${filename}: ${integrity}`)
}

function write(name: PackageName, { manifest, files, readme, isLocked }: Plan): void {
  const folder = folderOf(name)
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(fromRoot(file), join(folder, file))
  }
  cpSync(fromRoot('LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'README.md'), withLinksTo(files, read(readme)))
  const { dependencies, peerDependencies } = dependenciesOf(name, files)
  const hasPeers = Object.keys(peerDependencies).length > 0
  const whole = {
    ...{ name, version, license, keywords, type: 'module', ...manifest, dependencies },
    ...(hasPeers && { peerDependencies, peerDependenciesMeta: optional(peerDependencies) }),
  }
  writeJson(join(folder, 'package.json'), whole)
  if (!isLocked) return
  const { packages } = JSON.parse(read('package-lock.json'))
  writeJson(join(folder, 'npm-shrinkwrap.json'), {
    ...{ name, version, lockfileVersion: 3, requires: true },
    packages: {
      '': { name, version, license, dependencies },
      ...lockedFor(dependencies, packages, root.overrides),
    },
  })
}

/** The packages that its files import: dependencies and peer dependencies. */
function dependenciesOf(
  name: PackageName,
  files: string[],
): { dependencies: Versions; peerDependencies: Versions } {
  // Pages of the wallet app and the demo are bundled, so they import no packages.
  const own = files.filter((file) => /\.(js|mjs|d\.ts)$/.test(file) && !isOfApp(file))
  const names = new Set(own.flatMap((file) => packagesIn(read(file))))
  names.delete(name)
  for (const one of names) if (INSTALLED_APART.test(one)) names.delete(one)
  if (name === 'wallet-embed-dev') names.add('wallet-embed-server')
  const dependencies: Versions = {}
  const peerDependencies: Versions = {}
  for (const one of [...names].sort()) {
    const peer = root.peerDependencies[one]
    const range = one === 'wallet-embed-server' ? version : root.dependencies[one]
    if (peer) peerDependencies[one] = peer
    else if (range) dependencies[one] = range
    else throw new Error(`${name} imports ${one}, which package.json has not as a dependency.`)
  }
  return { dependencies, peerDependencies }
}

/** Marks peers as optional. */
const optional = (names: Versions) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, { optional: true }]))

/** Files to which `exports` leads. */
const targetsOf = (exports: Exports): string[] =>
  typeof exports === 'string'
    ? [exports.replace('./', '')].filter((path) => path !== 'package.json')
    : Object.values(exports).flatMap(targetsOf)

const isOfApp = (file: string): boolean => /^dist\/(wallet|dashboard|demo|cdn)\//.test(file)
const isNoMapOfApp = (file: string): boolean => !(isOfApp(file) && file.endsWith('.map'))

const withMaps = (files: string[]): string[] => {
  const maps = files.map((file) => `${file}.map`).filter((map) => existsSync(fromRoot(map)))
  return [...new Set([...files, ...maps])]
}

const filesIn = (folder: string): string[] =>
  readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => statSync(fromRoot(path)).isFile())

export const folderOf = (name: PackageName): string => fromRoot(`dist/packages/${name}`)

const writeJson = (file: string, value: unknown) =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
