/** `npm run http` writes docs/http.md and docs/openapi.json; test/node/http-page.test.ts checks that they are up to date. */
import { writeFileSync } from 'node:fs'

import { describeServices } from './http/endpoints.js'
import { toOpenApi } from './http/openapi.js'
import { toPage } from './http/page.js'
import { fromRoot } from './vite/shared.js'

const services = await describeServices()
writeFileSync(fromRoot('docs/http.md'), toPage(services))
writeFileSync(fromRoot('docs/openapi.json'), `${JSON.stringify(toOpenApi(services), null, 2)}\n`)
