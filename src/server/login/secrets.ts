import { readFile } from 'node:fs/promises'

import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parse, readJson } from '../platform/files.js'
import { unreadable } from '../platform/read-file.js'

const Elsewhere = z.union([
  z.strictObject({ env: z.string() }),
  z.strictObject({ file: z.string() }),
])

export interface Secrets<T> {
  value: T
  /** The file itself and the files that it refers to. */
  files: string[]
}

/**
 * Reads a file of secrets. Any text in it may be a reference: `{ "env": "NAME" }` to an environment variable, or `{
 * "file": "/run/secrets/name" }` to a file, whose trailing white space is dropped.
 *
 * @param files - Takes the names of all files that are needed, also of one that cannot be read.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming file and path, but no secret.
 */
export async function readSecrets<S extends z.ZodMiniType>(
  file: string,
  schema: S,
  files = new Set<string>(),
): Promise<Secrets<z.output<S>>> {
  files.add(file)
  const found = await fetchFrom(await readJson(file, z.unknown()), `${file}: `, files)
  const value = parse(schema, found, 'INVALID_ARGUMENT', `${file}: `)
  return { value, files: [...files] }
}

/** @param where - What the error names. @param files - Takes those that are read. */
async function fetchFrom(value: unknown, where: string, files: Set<string>): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  const elsewhere = Elsewhere.safeParse(value)
  if (elsewhere.success) {
    if ('file' in elsewhere.data) files.add(elsewhere.data.file)
    return secretAt(elsewhere.data, where)
  }
  // A list is not valid here; the schema will refuse it.
  if (Array.isArray(value)) return value
  const entries = Object.entries(value).map(
    async ([name, inner]) => [name, await fetchFrom(inner, `${where}${name}: `, files)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

async function secretAt(place: z.infer<typeof Elsewhere>, where: string): Promise<string> {
  if ('env' in place) {
    const value = process.env[place.env]
    if (value) return value
    throw new WalletError('INVALID_ARGUMENT', `${where}the variable ${place.env} is not set.`)
  }
  const text = await readFile(place.file, 'utf8').catch(unreadable(`${where}${place.file}`))
  return text.trimEnd()
}
