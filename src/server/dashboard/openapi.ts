/** Routes as OpenAPI 3.1 has them, made from the schemas that they are checked by. */
import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'

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

export interface DescribedRoute {
  summary: string
  params?: z.ZodMiniType
  querystring?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Status of a successful answer. */
  status: string
  /** Absent for an answer without a body. */
  answer?: z.ZodMiniType
}

/** @throws {Error} If it has no summary, or does not say what it answers. */
export function routeOf({ summary, response, ...asked }: FastifySchema): DescribedRoute {
  const [found] = Object.entries((response ?? {}) as Record<string, z.ZodMiniType>)
  if (!summary || !found) throw new Error('A route has no summary, or no answer.')
  const { params, querystring, body } = asked
  const schemas = { params, querystring, body, answer: found[1] }
  const given = Object.entries(schemas).filter(([, one]) => one && !isNothing(one))
  return { summary, status: found[0], ...Object.fromEntries(given) }
}

const isNothing = (schema: unknown) => (schema as z.ZodMiniType).def.type === 'void'

export function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io })
  return made as JsonSchema
}

/** `/applications/:id` is `/applications/{id}` there. */
export const openPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

/** @param failed - Of the answers 4XX and 5XX. */
export function operationOf(route: DescribedRoute, failed: object): object {
  const { summary, params, querystring, body, status, answer } = route
  const parameters = [...parametersIn('path', params), ...parametersIn('query', querystring)]
  const content = answer && { content: json(toJsonSchema(answer, 'output')) }
  return {
    summary,
    ...(parameters.length && { parameters }),
    ...(body && { requestBody: { required: true, content: json(toJsonSchema(body, 'input')) } }),
    responses: { [status]: { description: 'Done.', ...content }, '4XX': failed, '5XX': failed },
  }
}

function parametersIn(place: 'path' | 'query', schema: z.ZodMiniType | undefined): object[] {
  const { properties = {}, required = [] } = schema ? toJsonSchema(schema, 'input') : {}
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: place, required: required.includes(name), schema }
  })
}

export const json = (schema: JsonSchema): object => ({ 'application/json': { schema } })
