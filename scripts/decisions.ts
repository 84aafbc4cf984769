/**
 * `npm run decisions` writes docs/decisions/README.md from the decisions beside it; test/node/decisions.test.ts checks
 * that it is up to date.
 */
import { writeFileSync } from 'node:fs'

import { indexOf } from './decision-index.js'
import { fromRoot } from './vite/shared.js'

const folder = fromRoot('docs/decisions')
writeFileSync(`${folder}/README.md`, indexOf(folder))
