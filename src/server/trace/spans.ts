/** Spans: a program's work for one request. Without OpenTelemetry they are only ids for the log. */
import { AsyncLocalStorage } from 'node:async_hooks'

import { newContext, type SpanContext } from './traceparent.js'

/** Named as in OpenTelemetry's semantic conventions. Only methods, routes, statuses, hosts and codes. */
export type Attributes = Record<string, string | number | undefined>

export interface Span {
  readonly context: SpanContext
  /** @param fault - What failed, as a code: an error's text could quote the request. */
  end(attributes: Attributes, fault?: string): void
}

export interface Tracer {
  /** @param parent - Where the trace comes from; without it a new one begins. */
  begin(kind: 'server' | 'client', name: string, attributes: Attributes, parent?: SpanContext): Span
}

/** How a program takes part in traces. */
export interface Tracing {
  tracer: Tracer
  /** Whether to trust the `traceparent` of a caller at this address. */
  isTrusted(address: string): boolean
  /** Whether requests to this origin carry the trace context. */
  goesTo(origin: string): boolean
}

/** Passes a caller's ids on, and records nothing. */
export const NO_TRACER: Tracer = {
  begin: (_kind, _name, _attributes, parent = newContext()) => ({ context: parent, end() {} }),
}

export const NO_TRACING: Tracing = {
  tracer: NO_TRACER,
  isTrusted: () => false,
  goesTo: () => false,
}

/** A request that is being answered. */
interface ActiveRequest {
  span: Span
  tracing: Tracing
}

/** Holds the request for which code runs. */
export const active = new AsyncLocalStorage<ActiveRequest>()

/** A span of a question to a different program; undefined outside of a request. */
export function beginClient(name: string, attributes: Attributes): Span | undefined {
  const request = active.getStore()
  return request?.tracing.tracer.begin('client', name, attributes, request.span.context)
}
