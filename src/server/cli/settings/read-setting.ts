import type * as z from 'zod/mini'

import { parse, readJson } from '../../platform/files.js'
import { parseText } from '../../platform/json-text.js'

/**
 * JSON from a file, or from a variable of the environment; nothing if the operator named none.
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
