import { readFile } from 'node:fs/promises'

import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parse, readJson } from '../platform/files.js'

const Elsewhere = z.union([
  z.strictObject({ env: z.string() }),
  z.strictObject({ file: z.string() }),
])

/**
 * Reads a file of secrets in which any text may be elsewhere: `{ "env": "NAME" }` is a variable of the
 * environment, `{ "file": "/run/secrets/name" }` what that file has, without white space at its end.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming file and path, but no secret.
 */
export async function readSecrets<S extends z.ZodMiniType>(
  file: string,
  schema: S,
): Promise<z.output<S>> {
  const found = await fetchFrom(await readJson(file, z.unknown()), `${file}: `)
  return parse(schema, found, 'INVALID_ARGUMENT', `${file}: `)
}

/** @param where - What the error names. */
async function fetchFrom(value: unknown, where: string): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  const elsewhere = Elsewhere.safeParse(value)
  if (elsewhere.success) return secretAt(elsewhere.data, where)
  const entries = Object.entries(value).map(
    async ([name, inner]) => [name, await fetchFrom(inner, `${where}${name}: `)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

async function secretAt(place: z.infer<typeof Elsewhere>, where: string): Promise<string> {
  if ('env' in place) {
    const value = process.env[place.env]
    if (value) return value
    throw new WalletError('INVALID_ARGUMENT', `${where}the variable ${place.env} is not set.`)
  }
  const text = await readFile(place.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new WalletError('INVALID_ARGUMENT', `${where}${place.file}: ${error.code}.`)
  })
  return text.trimEnd()
}
