import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parseText } from './json-text.js'
import { readText } from './read-file.js'

// Operators read these messages: zod/mini says only "Invalid input" until it has a language.
z.config(z.locales.en())

/**
 * Reads one of the operator's files.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the file, and the path in it of everything wrong.
 */
export async function readJson<S extends z.ZodMiniType>(
  file: string,
  schema: S,
): Promise<z.output<S>> {
  return parse(schema, parseText(await readText(file), file), 'INVALID_ARGUMENT', `${file}: `)
}

/**
 * As `readJson`, for a file where each name has a meaning: a misspelt one would be left out in silence.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, also for a name that the schema does not have, at any depth.
 */
export async function readExactJson<S extends z.ZodMiniType>(
  file: string,
  schema: S,
): Promise<z.output<S>> {
  const value = await readJson(file, z.unknown())
  const parsed = parse(schema, value, 'INVALID_ARGUMENT', `${file}: `)
  const extra = extraIn(value, parsed)
  if (!extra) return parsed
  throw new WalletError('INVALID_ARGUMENT', `${file}: ${extra.join('.')}: no such field`)
}

/** Path of the first name that only `value` has. */
function extraIn(value: unknown, parsed: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const known = Object(parsed) as Record<string, unknown>
    if (!Object.hasOwn(known, name)) return [name]
    const path = extraIn(inner, known[name])
    if (path) return [name, ...path]
  }
  return undefined
}

/**
 * Checks untrusted data.
 *
 * @throws {WalletError} `code`, naming the path of everything wrong, but no value. Its cause has the same as data.
 */
export function parse<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  code: 'INVALID_ARGUMENT' | 'INVALID_REQUEST',
  prefix = '',
): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map((issue) => {
    const where = issue.path.map(String).join('.')
    // For an invalid record key, the inner issue has the better text.
    const { message } = (issue.code === 'invalid_key' && issue.issues[0]) || issue
    return where ? `${where}: ${message}` : message
  })
  throw new WalletError(code, `${prefix}${wrong.join('; ')}`, { cause: parsed.error })
}
