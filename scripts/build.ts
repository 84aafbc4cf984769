/**
 * `npm run build` makes all of dist/, and of that the packages; `npm run build -- wallet server` only those parts.
 * Parts run side by side, since each writes separate files.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BuildOptions, build as esbuild } from 'esbuild'
import { type UserConfig, build as viteBuild } from 'vite'

import demo from '../vite.config.js'
import { compressFolder } from './compress.js'
import { sealCdn, sealWallet } from './integrity.js'
import { writePackages } from './packages.js'
import { DEV_FILES, devBuilds, programsBuild } from './programs.js'
import { checkSizes } from './size.js'
import { cdn } from './vite/cdn.js'
import { dashboard } from './vite/dashboard.js'
import { library } from './vite/library.js'
import { fromRoot } from './vite/shared.js'
import { wallet } from './vite/wallet.js'

const vite = (config: UserConfig) => viteBuild({ ...config, configFile: false })

export const PARTS = {
  library: () => vite(library),
  types,
  cdn: () => vite(cdn),
  wallet: () => vite(wallet),
  dashboard: () => vite(dashboard),
  server,
  programs: () => esbuild(programsBuild),
  demo: () => vite(demo),
  dev,
} satisfies Record<string, () => Promise<unknown>>
export type Part = keyof typeof PARTS

/** @throws {Error} With the output of the compiler or bundler, or with the files that exceed their budget. */
export async function build(parts = Object.keys(PARTS) as Part[]): Promise<void> {
  const isWhole = parts.length === Object.keys(PARTS).length
  if (isWhole) await rm(fromRoot('dist'), { recursive: true, force: true })
  const results = await Promise.allSettled(parts.map((part) => timed(part)))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
  await seal(parts)
  await compress(parts)
  if (!isWhole) return
  writePackages()
  await checkSizes()
}

/**
 * Writes the hashes that pages can pin, and puts the library on the wallet's server too, so that a page needs one
 * address only. A copy below its version stays the same after the next release.
 */
async function seal(parts: Part[]): Promise<void> {
  const [cdn, wallet] = [fromRoot('dist/cdn'), fromRoot('dist/wallet')]
  const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'))
  if (parts.includes('wallet')) {
    console.log(`integrity of wallet app ${version}: ${await sealWallet(wallet, version)}`)
  }
  if (parts.includes('cdn')) {
    console.log(`integrity of cdn/wallet-embed.js ${version}: ${await sealCdn(cdn)}`)
  }
  if (!existsSync(cdn) || !existsSync(wallet)) return
  for (const place of ['cdn', `v/${version}/cdn`]) {
    await cp(cdn, join(wallet, place), { recursive: true })
  }
}

/** Compresses the served files. `dist/cdn` is copied into the wallet's folder. */
async function compress(parts: Part[]): Promise<void> {
  const folders = parts.includes('cdn') || parts.includes('wallet') ? ['wallet'] : []
  if (parts.includes('demo')) folders.push('demo')
  const start = performance.now()
  for (const folder of folders) await compressFolder(fromRoot(`dist/${folder}`))
  if (folders.length) console.log(`compressed ${folders.join(', ')} ${secondsSince(start)}`)
}

const secondsSince = (start: number) => `in ${((performance.now() - start) / 1000).toFixed(1)} s`

async function timed(part: Part): Promise<void> {
  const start = performance.now()
  await PARTS[part]()
  console.log(`built ${part} ${secondsSince(start)}`)
}

/** Bundles the command line. Dependencies stay packages, which a server installs. */
export const serverBuild = {
  entryPoints: [fromRoot('src/server/cli.ts')],
  outdir: fromRoot('dist/server'),
  // Each command's modules are in separate files, loaded when it runs.
  splitting: true,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
  tsconfig: fromRoot('src/server/tsconfig.json'),
} satisfies BuildOptions

async function server(): Promise<void> {
  await esbuild(serverBuild)
  await chmod(fromRoot('dist/server/cli.js'), 0o755)
}

/** Builds the development package: its programs and their data files. */
async function dev(): Promise<void> {
  await Promise.all(devBuilds.map((options) => esbuild(options)))
  for (const file of DEV_FILES) await cp(fromRoot(`demo/${file}`), fromRoot(`dist/dev/${file}`))
  await chmod(fromRoot('dist/dev/stack/cli.js'), 0o755)
}

/** Declarations come from the compiler, whose native version has no API: it is run as a command. */
async function types(): Promise<void> {
  const tsc = createRequire(import.meta.url).resolve('typescript/package.json')
  const args = [
    tsc.replace('package.json', 'bin/tsc'),
    '-p',
    fromRoot('scripts/tsconfig.types.json'),
  ]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error('The declarations could not be made: see above.')
}

const isPart = (name: string): name is Part => Object.hasOwn(PARTS, name)

if (process.argv[1] === fromRoot('scripts/build.ts')) {
  const parts = process.argv.slice(2)
  const unknown = parts.filter((part) => !isPart(part))
  if (unknown.length) {
    console.error(`No part ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`)
    process.exit(1)
  }
  try {
    await build(parts.length ? parts.filter(isPart) : undefined)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
