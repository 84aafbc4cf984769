/**
 * The manifest of a build of the wallet app, `integrity.json`: every file's hash. A page that pins the hash of these
 * exact bytes has pinned the build. The build writes it, the command line checks it, and the page library compares the
 * served files.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { heldBeside } from '../platform/compressed.js'
import { parse } from '../platform/files.js'
import { fromJson } from '../platform/json-text.js'

export const MANIFEST = 'integrity.json'

const Manifest = z.object({
  /** Version of the package; names the folder below `/v/`. */
  version: z.string().check(z.regex(/^[\w.+-]{1,64}$/)),
  /** Subresource Integrity by path, relative to the manifest. */
  files: z.record(
    z.string().check(z.regex(/^(?!.*\.\.)[\w][\w./-]*$/)),
    z.string().check(z.regex(/^sha384-[\w+/]{64}$/)),
  ),
})
export type Manifest = z.infer<typeof Manifest>

/** The hash of bytes, as Subresource Integrity writes it. */
export const sri = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/**
 * Reads a manifest.
 *
 * @param place - Where it is from, for the error.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming each wrong field.
 */
export const readManifest = (bytes: Uint8Array, place: string): Manifest =>
  parse(Manifest, fromJson(Buffer.from(bytes).toString()), 'INVALID_ARGUMENT', `${place}: `)

/** Why a file differs from the manifest, in words; undefined if it does not. */
export function faultOf(
  path: string,
  content: Uint8Array | undefined,
  hash: string,
): string | undefined {
  if (!content) return `${path} is missing`
  return sri(content) === hash ? undefined : `${path} is not the file of the build`
}

/**
 * Compares a folder with its manifest.
 *
 * @returns The version, and the hash that pages pin.
 * @throws {WalletError} `INVALID_ARGUMENT` if there is no manifest; `INTEGRITY_MISMATCH`, naming every file that is
 *   missing or differs.
 */
export async function checkFolder(root: string): Promise<{ version: string; hash: string }> {
  const file = join(root, MANIFEST)
  const bytes = await readFile(file).catch((cause) => {
    throw new WalletError('INVALID_ARGUMENT', `${file} cannot be read.`, { cause })
  })
  const { version, files } = readManifest(bytes, file)
  const wrong: string[] = []
  for (const [path, hash] of Object.entries(files)) {
    const content = await readFile(join(root, path)).catch(() => undefined)
    const fault = faultOf(path, content, hash)
    if (fault) wrong.push(fault)
    // Also check the compressed copies, which browsers get instead.
    for (const [ending, held] of await heldBeside(join(root, path))) {
      if (!held || sri(held) !== hash) wrong.push(`${path}${ending} is not the file of the build`)
    }
  }
  if (wrong.length) throw new WalletError('INTEGRITY_MISMATCH', `${wrong.join('; ')}.`)
  return { version, hash: sri(bytes) }
}
