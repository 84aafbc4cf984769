/**
 * All mistakes, by what the developer sees of them: `mistakes.test.ts` makes each, and `npm run mistakes` writes
 * docs/mistakes.md from these texts.
 */
import { CALLS } from './calls.js'
import { LOGINS } from './logins.js'
import type { Mistake } from './mistake.js'
import { SETTINGS } from './settings.js'
import { STARTING } from './starting.js'

export const MISTAKES: Record<string, Record<string, Mistake>> = {
  'The wallet does not start': STARTING,
  'A setting is refused, or has no effect': SETTINGS,
  'A call fails': CALLS,
  'A login fails': LOGINS,
}
