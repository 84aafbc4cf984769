import { readFile } from 'node:fs/promises'

import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { ambiguityOf } from './json-structure.js'

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
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new WalletError('INVALID_ARGUMENT', `${file}: ${code}.`)
  }
  return parse(schema, parseText(text, file), 'INVALID_ARGUMENT', `${file}: `)
}

/** @throws {WalletError} `INVALID_ARGUMENT`, naming the file, also if one entry would hide another. */
export function parseText(text: string, file: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new WalletError('INVALID_ARGUMENT', `${file}: is no JSON.`)
  }
  const ambiguity = ambiguityOf(text)
  if (ambiguity) throw new WalletError('INVALID_ARGUMENT', `${file}: ${ambiguity}.`)
  return value
}

/** The value of what should be JSON; undefined if it is none. For what a schema looks at next. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Checks what came from outside.
 *
 * @throws {WalletError} `code`, naming the path of everything wrong, but no value.
 */
export function parse<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  code: 'INVALID_ARGUMENT' | 'INVALID_REQUEST',
  prefix = '',
): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map(({ path, message }) => {
    const where = path.map(String).join('.')
    return where ? `${where}: ${message}` : message
  })
  throw new WalletError(code, `${prefix}${wrong.join('; ')}`)
}
