/**
 * Seals the built wallet app: its pages pin what they load, a manifest has the hash of every file, and
 * a copy under its version stays reachable when a newer build takes the root.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

import { isCompressed } from '../src/server/platform/compressed.js'
import { MANIFEST, type Manifest, sri } from '../src/server/wallet-app/integrity.js'

/** File with only the hash that pages pin. */
const HASH_FILE = 'integrity.txt'
/**
 * Files that are not part of the app: the library, its package, other versions, the operator's files, and the seal
 * itself.
 */
const NOT_APP = /^(cdn|packages|v)\/|^config\.json$|^integrity\.(json|txt)$|\.(map|br|gz)$/
/** Tags with a target that browsers can compare with `integrity`. The build writes no other form. */
const PINNABLE =
  /<(?:script\b[^>]*\bsrc|link rel="(?:modulepreload|stylesheet)"[^>]*\bhref)="([^"]+)"/g

/**
 * @param root - Folder of the built app. Sealing it again changes nothing. Compressed copies of the pages and the
 *   manifest are removed, since their originals change.
 * @returns The hash that pages pin.
 */
export async function sealWallet(root: string, version: string): Promise<string> {
  const entries = await readdir(root)
  await Promise.all(entries.filter(isCompressed).map((name) => rm(join(root, name))))
  const paths = await filesOf(root)
  for (const path of paths.filter((path) => path.endsWith('.html'))) {
    const html = await readFile(join(root, path), 'utf8')
    await writeFile(join(root, path), await pinTags(html, dirname(join(root, path))))
  }
  const files: Manifest['files'] = {}
  for (const path of paths) files[path] = sri(await readFile(join(root, path)))
  const bytes = Buffer.from(`${JSON.stringify({ version, files } satisfies Manifest, null, 2)}\n`)
  await writeFile(join(root, MANIFEST), bytes)
  const hash = sri(bytes)
  await writeFile(join(root, HASH_FILE), `${hash}\n`)

  const copy = join(root, 'v', version)
  await rm(copy, { recursive: true, force: true })
  for (const path of [...paths, MANIFEST]) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await cp(join(root, path), join(copy, path))
  }
  return hash
}

/** Writes the hash for `<script integrity>` next to the library, and returns it. */
export async function sealCdn(folder: string, file = 'wallet-embed.js'): Promise<string> {
  const hash = sri(await readFile(join(folder, file)))
  await writeFile(join(folder, HASH_FILE), `${hash}\n`)
  return hash
}

/** Paths of the app's files, with `/`, in the order of their code units on every machine. */
async function filesOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !NOT_APP.test(path))
    .sort()
}

async function pinTags(html: string, folder: string): Promise<string> {
  const hashes = new Map<string, string>()
  for (const [tag, url] of html.matchAll(PINNABLE)) {
    if (!tag.includes(' integrity=')) hashes.set(tag, sri(await readFile(join(folder, url!))))
  }
  return html.replaceAll(PINNABLE, (tag) =>
    hashes.has(tag) ? tag.replace(/^<\w+/, `$& integrity="${hashes.get(tag)}"`) : tag,
  )
}
