/** `npm run licences` writes docs/licences.md; test/node/licences.test.ts checks that it is up to date. */
import { readFileSync, writeFileSync } from 'node:fs'

import { licenceList } from './licence-list.js'
import { fromRoot } from './vite/shared.js'

const lock = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8'))
writeFileSync(fromRoot('docs/licences.md'), licenceList(lock))
