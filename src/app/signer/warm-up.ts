import type { KeyNetwork } from '../../protocol/service.js'

/** Milliseconds: longer than any code exchange takes. */
const TIMEOUT = 10_000

/**
 * Opens the ways to the key nodes while an authorization code is exchanged: connections, and the browser's own
 * question whether this origin may ask (CORS; its answer is kept by URL). The login itself is then one round trip.
 */
export function warmUp({ nodes }: KeyNetwork): null {
  for (const { url } of nodes) {
    void fetch(`${url.replace(/\/$/, '')}/evaluate`, {
      // What the login will send is asked about now.
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch(() => {
      // The login will say so, if it matters.
    })
  }
  return null
}
