/**
 * `npm run confirmations` writes the table of docs/confirmations.md; test/node/severities.test.ts checks that it is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs'

import { withSeverities } from '../test/node/support/severities.js'
import { fromRoot } from './vite/shared.js'

const page = fromRoot('docs/confirmations.md')
writeFileSync(page, withSeverities(readFileSync(page, 'utf8')))
