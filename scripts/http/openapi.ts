/** The services' endpoints as OpenAPI 3.1 has them. */
import { readFileSync } from 'node:fs'

import * as z from 'zod/mini'

import { Failure } from '../../src/protocol/service.js'
import { fromRoot } from '../vite/shared.js'
import type { DescribedService, Endpoint } from './endpoints.js'

/** JSON Schema, in so far as our own schemas need it. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: string[]
  const?: string
  default?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io })
  return made as JsonSchema
}

const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))
const FAILED = { $ref: '#/components/responses/Failed' }

interface Operation {
  tags: string[]
  servers: { url: string }[]
}

/** One document for all, which run at addresses of the operator's own. */
export function toOpenApi(services: readonly DescribedService[]): object {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { name, url, endpoints } of services) {
    for (const endpoint of endpoints) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      const method = endpoint.method.toLowerCase()
      // Several services have the probes.
      const { tags = [], servers = [] } = paths[path]?.[method] ?? {}
      const places = { tags: [...tags, name], servers: [...servers, { url }] }
      paths[path] = { ...paths[path], [method]: { ...places, ...operationOf(endpoint) } }
    }
  }
  const tags = services.map(({ name }) => ({ name }))
  const description = 'What failed: its code, and in words what was wrong.'
  const Failed = { description, content: json(toJsonSchema(Failure, 'output')) }
  const components = { responses: { Failed } }
  return { openapi: '3.1.0', info: { title: 'wallet-embed', version }, tags, paths, components }
}

function operationOf({ summary, params, body, status, answer }: Endpoint): object {
  const { properties = {} } = params ? toJsonSchema(params, 'input') : {}
  const parameters = Object.entries(properties).map(([name, schema]) => {
    return { name, in: 'path', required: true, schema }
  })
  const content = answer && { content: json(toJsonSchema(answer, 'output')) }
  return {
    summary,
    ...(params && { parameters }),
    ...(body && { requestBody: { required: true, content: json(toJsonSchema(body, 'input')) } }),
    responses: { [status]: { description: 'Done.', ...content }, '4XX': FAILED, '5XX': FAILED },
  }
}

function json(schema: JsonSchema): object {
  return { 'application/json': { schema } }
}
