/** What operators read of the services' endpoints, and what the services are. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'

import { type DescribedService, describeServices } from '../../scripts/http/endpoints.js'
import { toOpenApi } from '../../scripts/http/openapi.js'
import { toPage } from '../../scripts/http/page.js'
import { fromRoot } from '../../scripts/vite/shared.js'

const read = (path: string) => readFileSync(fromRoot(path), 'utf8')

let services: DescribedService[]

before(async () => {
  services = await describeServices()
})

describe('docs/http.md and docs/openapi.json', () => {
  it('have what the services answer (else: npm run http)', () => {
    assert.equal(read('docs/http.md'), toPage(services))
    assert.deepEqual(JSON.parse(read('docs/openapi.json')), toOpenApi(services))
  })

  it('name each service whose endpoint it is, also where several have it', () => {
    const { paths } = JSON.parse(read('docs/openapi.json'))
    const all = services.map(({ name }) => name)
    assert.deepEqual(paths['/healthz'].get.tags, all)
    assert.deepEqual(paths['/evaluate'].post.tags, ['Key node'])
  })

  it('say which of them pages of any origin may ask', () => {
    const open = services.flatMap(({ endpoints }) => endpoints.filter(({ isOpen }) => isOpen))
    assert.deepEqual(open.map(({ path }) => path).sort(), [
      '/.well-known/jwks.json',
      '/config.json',
      '/id-token',
      '/mailbox/take',
    ])
  })
})
