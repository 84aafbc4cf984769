import type * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'

const OBJECT = 'an object; as JSON, in an attribute'
/** Names of types in errors, where developers use different words than zod. */
const NAMED: Record<string, string> = { object: OBJECT, record: OBJECT }

/**
 * Checks a page's parameters.
 *
 * @param what - Names the whole in the error's text.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming each wrong field and the expected form, not its value.
 */
export function parse<T extends z.ZodMiniType>(
  schema: T,
  data: unknown,
  what: string,
): z.output<T> {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || what}: expected ${expectation(issue)}`,
  )
  throw new WalletError('INVALID_ARGUMENT', `${faults.slice(0, 5).join('; ')}.`)
}

export const wrong = (path: string, expected: string): WalletError =>
  new WalletError('INVALID_ARGUMENT', `${path}: expected ${expected}.`)

/** zod/mini has no default messages, so the text comes from the schema or from the issue's data. */
function expectation(issue: z.core.$ZodIssue): string {
  if (issue.message !== 'Invalid input') return issue.message.replace(/^expected /, '')
  if (issue.code === 'invalid_key') return expectation(issue.issues[0]!)
  if (issue.code === 'invalid_type')
    return NAMED[issue.expected] ?? `a value of type ${issue.expected}`
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`
  if (issue.code === 'unrecognized_keys') return `no ${issue.keys.join(', ')}`
  if (issue.code === 'too_small') return `at least ${issue.minimum}`
  if (issue.code === 'too_big') return `at most ${issue.maximum}`
  return 'another form'
}
