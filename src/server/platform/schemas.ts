/**
 * The requests and answers of routes as zod schemas: they type the handlers, check requests before these run, and
 * docs/http.md is generated from them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify'
import type * as z from 'zod/mini'

import { parse } from './files.js'

interface Schemas extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodMiniType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.ZodMiniType ? z.input<this['schema']> : unknown
}

/** A service whose routes have schemas. */
export type Service = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  Schemas
>

declare module 'fastify' {
  interface FastifySchema {
    /** What the route is for, in a sentence. */
    summary?: string
  }
}

/** A request that does not fit is refused with `INVALID_REQUEST`, as by `parse`; an answer is held to its schema by the compiler alone. */
export function withSchemas(app: FastifyInstance): Service {
  app.setValidatorCompiler<z.ZodMiniType>(({ schema }) => (value) => {
    try {
      return { value: parse(schema, value, 'INVALID_REQUEST') }
    } catch (error) {
      return { error: error as Error }
    }
  })
  app.setSerializerCompiler(() => JSON.stringify)
  return app.withTypeProvider<Schemas>()
}
