/** Measures the build against its budget: `tsx scripts/size.ts`, and at the end of each whole build. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'

import { fromRoot } from './vite/shared.js'

export interface Size {
  name: string
  /** Bytes after gzip, the most that is allowed, and before. */
  gzip: number
  limit: number
  raw: number
}

const KB = 1000

/** Imports as a user of the package writes them. Everything that they load counts. */
const PAGE_IMPORTS = [
  {
    name: 'Wallet, element and provider',
    limit: 15 * KB,
    code: "import { Wallet } from 'wallet-embed'\nawait new Wallet().init()",
  },
  {
    name: 'LoginClient',
    limit: 8 * KB,
    code: "import { LoginClient } from 'wallet-embed'\nawait new LoginClient({ clientId: 'a' }).init()",
  },
  {
    name: 'login-button with its client',
    limit: 14 * KB,
    code: "import 'wallet-embed/define/login-button'",
  },
  {
    name: 'LegacyProvider',
    limit: KB,
    code: "import { LegacyProvider } from 'wallet-embed/legacy'\nnew LegacyProvider({})",
  },
]

/** Pages of the wallet app, each with all that it loads before it can be used. */
const WALLET_PAGES = [
  { name: 'wallet app, frame', page: 'frame.html', limit: 60 * KB },
  { name: 'wallet app, login window', page: 'login.html', limit: 60 * KB },
]

/** Bundles for a browser, without a polyfill for anything of Node's: if one is needed, this fails. */
export async function bundle(code: string): Promise<{ text: string; inputs: string[] }> {
  const { outputFiles, metafile } = await esbuild({
    stdin: { contents: code, resolveDir: fromRoot('.') },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // Splits off lazy chunks, which do not count.
    splitting: true,
    outdir: 'dist',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  // Static imports of the entry count too, even if a lazy chunk shares them.
  const entry = Object.entries(metafile.outputs)[0]!
  const first = [
    entry[0],
    ...entry[1].imports.flatMap(({ kind, path }) => (kind === 'import-statement' ? path : [])),
  ]
  const texts = outputFiles.filter(({ path }) => first.some((name) => path.endsWith(name)))
  return { text: texts.map(({ text }) => text).join('\n'), inputs: Object.keys(metafile.inputs) }
}

export async function measure(): Promise<Size[]> {
  const page = PAGE_IMPORTS.map(async ({ name, limit, code }) => {
    const { text } = await bundle(code)
    return sizeOf(name, limit, [Buffer.from(text)])
  })
  const wallet = WALLET_PAGES.map(async ({ name, limit, page }) => {
    const file = fromRoot(`dist/wallet/${page}`)
    const html = await readFile(file)
    const files = loadedBy(html.toString()).map((path) => readFile(join(dirname(file), path)))
    return sizeOf(name, limit, [html, ...(await Promise.all(files))])
  })
  return Promise.all([...page, ...wallet])
}

/** @throws {Error} If something is larger than its budget. */
export async function checkSizes(): Promise<void> {
  const sizes = await measure()
  const kb = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`.padStart(9)
  console.log(`${'min+gzip'.padEnd(30)}     size    limit      raw`)
  for (const { name, gzip, limit, raw } of sizes) {
    console.log(`${name.padEnd(30)}${kb(gzip)}${kb(limit)}${kb(raw)}`)
  }
  const tooLarge = overBudget(sizes)
  if (tooLarge.length) throw new Error(`Over budget: ${tooLarge.join('; ')}.`)
}

/** Names of the files over their limit. */
export const overBudget = (sizes: Size[]): string[] =>
  sizes.filter(({ gzip, limit }) => gzip > limit).map(({ name }) => name)

/** Scripts and style sheets that a built page names: its entries and all that they import statically. */
export const loadedBy = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="(\.[^"]+)"/g)].map(([, path]) => path!)

/** Sizes of files that are compressed one by one, as servers send them. */
function sizeOf(name: string, limit: number, files: Buffer[]): Size {
  const sum = (size: (file: Buffer) => number) => files.reduce((all, file) => all + size(file), 0)
  return {
    name,
    limit,
    gzip: sum((file) => gzipSync(file, { level: 9 }).length),
    raw: sum((file) => file.length),
  }
}

if (process.argv[1] === fromRoot('scripts/size.ts')) {
  try {
    await checkSizes()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
