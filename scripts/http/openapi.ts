/** The services' endpoints as OpenAPI 3.1 has them. */
import { readFileSync } from 'node:fs'

import { Failure } from '../../src/protocol/service.js'
import { json, openPath, operationOf, toJsonSchema } from '../../src/server/dashboard/openapi.js'
import { fromRoot } from '../vite/shared.js'
import type { DescribedService } from './endpoints.js'

const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))
const FAILED = { $ref: '#/components/responses/Failed' }

interface Operation {
  tags: string[]
  servers: { url: string }[]
}

/** One document for all services. Operators choose the hosts. */
export function toOpenApi(services: readonly DescribedService[]): object {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { name, url, endpoints } of services) {
    for (const endpoint of endpoints) {
      const path = openPath(endpoint.path)
      const method = endpoint.method.toLowerCase()
      // Several services have the probes.
      const { tags = [], servers = [] } = paths[path]?.[method] ?? {}
      const places = { tags: [...tags, name], servers: [...servers, { url }] }
      paths[path] = { ...paths[path], [method]: { ...places, ...operationOf(endpoint, FAILED) } }
    }
  }
  const tags = services.map(({ name }) => ({ name }))
  const description = 'What failed: its code, and in words what was wrong.'
  const Failed = { description, content: json(toJsonSchema(Failure, 'output')) }
  const components = { responses: { Failed } }
  return { openapi: '3.1.0', info: { title: 'wallet-embed', version }, tags, paths, components }
}
