import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { WalletError } from '../../../shared/errors.js'
import { parseText } from '../../platform/json-text.js'
import { readText } from '../../platform/read-file.js'

/**
 * Of the package that this file lies in.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming its `package.json`, if that cannot be read; `INTERNAL` if it is not found.
 */
export async function version(folder = new URL('.', import.meta.url)): Promise<string> {
  const file = fileURLToPath(new URL('package.json', folder))
  if (existsSync(file)) {
    const { version } = parseText(await readText(file), file) as { version?: unknown }
    if (typeof version === 'string') return version
    throw new WalletError('INVALID_ARGUMENT', `${file}: version: expected a text.`)
  }
  const above = new URL('..', folder)
  if (above.href === folder.href) throw new WalletError('INTERNAL', 'There is no package.json.')
  return version(above)
}

/**
 * SHA-256 of the program that runs, in hex: of the names and bytes of its scripts. Two builds of the same sources have
 * the same. An upgrade leaves scripts of the version before in the folder, which do not count.
 *
 * @param program - The script that Node was started with.
 */
export async function hashOfProgram(program = process.argv[1]!): Promise<string> {
  const start = realpathSync(program)
  const folder = dirname(start)
  const there = await readdir(folder)
  const scripts = new Map<string, Buffer>()
  const found = [basename(start)]
  for (const file of found) {
    if (scripts.has(file)) continue
    const bytes = await readFile(join(folder, file))
    scripts.set(file, bytes)
    const named = bytes.toString().matchAll(/["']\.\/([\w.-]+\.[jt]s)["']/g)
    found.push(...[...named].map(([, name]) => name!).filter((name) => there.includes(name)))
  }
  const hash = createHash('sha256')
  for (const file of [...scripts.keys()].sort()) {
    const bytes = scripts.get(file)!
    hash.update(`${file} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}
