import { active, beginClient } from './spans.js'
import { toTraceparent } from './traceparent.js'

/** `fetch`, with a span where it is called for a request. The span has the host alone: paths and queries may hold a person's data. */
export async function tracedFetch(url: string | URL, options: RequestInit = {}): Promise<Response> {
  const { origin, hostname, port, protocol } = new URL(url)
  const method = options.method ?? 'GET'
  const span = beginClient(method, {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port || DEFAULT_PORTS[protocol]),
  })
  if (!span) return fetch(url, options)
  const headers = new Headers(options.headers)
  if (active.getStore()?.tracing.goesTo(origin)) {
    headers.set('traceparent', toTraceparent(span.context))
  }
  try {
    const response = await fetch(url, { ...options, headers })
    const { status } = response
    span.end({ 'http.response.status_code': status }, status < 400 ? undefined : String(status))
    return response
  } catch (error) {
    span.end({}, codeOf(error))
    throw error
  }
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 }

/** Such as `ECONNREFUSED` or `TimeoutError`. */
function codeOf(error: unknown): string {
  const { name, cause } = error as Error
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  return code ?? name
}
