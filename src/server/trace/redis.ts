import { subscribe } from 'node:diagnostics_channel'

import * as z from 'zod/mini'

import { beginClient, type Span } from './spans.js'

/** ioredis' message about a command. Arguments are not read, since keys contain network addresses. */
const Told = z.object({ command: z.string(), error: z.optional(z.object({ name: z.string() })) })

/** A span for each command that is sent to Redis for a request. */
export function traceRedis(): void {
  const spans = new WeakMap<object, Span>()
  subscribe('tracing:ioredis:command:start', (message) => {
    const told = Told.safeParse(message)
    if (!told.success) return
    const name = told.data.command.toUpperCase()
    const attributes = { 'db.system.name': 'redis', 'db.operation.name': name }
    const span = beginClient(name, attributes)
    if (span) spans.set(message as object, span)
  })
  subscribe('tracing:ioredis:command:asyncEnd', (message) => {
    spans.get(message as object)?.end({}, Told.safeParse(message).data?.error?.name)
  })
}
