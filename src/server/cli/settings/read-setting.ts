import type * as z from 'zod/mini'

import { parse, readJson } from '../../platform/files.js'
import { parseText } from '../../platform/json-text.js'

/**
 * Reads JSON from a file or an environment variable; undefined if neither is given.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export async function readSetting<T extends z.ZodMiniType>(
  file: string,
  variable: string,
  schema: T,
): Promise<z.output<T> | undefined> {
  if (file) return readJson(file, schema)
  const value = process.env[variable]
  if (!value) return undefined
  return parse(schema, parseText(value, variable), 'INVALID_ARGUMENT', `${variable}: `)
}
