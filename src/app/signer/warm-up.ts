import type { KeyNetwork } from '../../protocol/service.js'
import { serviceUrl } from '../../shared/service-url.js'

/** Milliseconds: longer than any code exchange takes. */
const TIMEOUT = 10_000
/** Milliseconds: servers and proxies keep an idle connection for about a minute. */
const STAYS_WARM = 30_000

/** When the ways were opened, by the clock of this worker. */
let warmedAt = Number.NEGATIVE_INFINITY

/**
 * Opens the ways to the key nodes before they are needed: connections, and the browser's own question whether
 * this origin may ask (CORS; its answer is kept by URL). The login itself is then one round trip.
 */
export function warmUp({ nodes }: KeyNetwork): null {
  const now = performance.now()
  if (now - warmedAt < STAYS_WARM) return null
  warmedAt = now
  for (const { url } of nodes) {
    void fetch(serviceUrl(url, '/evaluate'), {
      // So that the CORS preflight now covers the login's request.
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch(() => {
      // If this matters, the login reports it.
    })
  }
  return null
}
