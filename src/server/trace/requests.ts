import type { FastifyInstance, FastifyRequest } from 'fastify'

import { type Attributes, active, NO_TRACER, type Span, type Tracing } from './spans.js'
import { parseTraceparent } from './traceparent.js'

/**
 * Begins a span for each request, and adds its `trace_id` to the request's log lines.
 *
 * @param quiet - Routes without a span, such as probes.
 * @returns Ends the span of a finished request.
 */
export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing,
  quiet: readonly (string | undefined)[],
): (request: FastifyRequest, attributes: Attributes, fault?: string) => void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url
    const tracer = quiet.includes(route) ? NO_TRACER : tracing.tracer
    const attributes = { 'http.request.method': method, 'http.route': route }
    const name = route ? `${method} ${route}` : method
    const span = tracer.begin('server', name, attributes, callerOf(request, tracing))
    spans.set(request, span)
    request.log = reply.log = request.log.child({ trace_id: span.context.traceId })
    active.run({ span, tracing }, done)
  })
  return (request, attributes, fault) => spans.get(request)?.end(attributes, fault)
}

/** Trace context from a trusted caller. Others could decide which traces are kept, and choose ids in the log. */
function callerOf({ headers, ip, socket }: FastifyRequest, { isTrusted }: Tracing) {
  const context = parseTraceparent(headers.traceparent)
  if (!context) return undefined
  return isTrusted(ip) || isTrusted(socket.remoteAddress ?? '') ? context : undefined
}
