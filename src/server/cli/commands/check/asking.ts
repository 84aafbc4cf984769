/** Questions from outside, as a browser would ask them, and what keeps an answer from coming. */
import { connect } from 'node:tls'

import { WalletError } from '../../../../shared/errors.js'
import { isLocalHttp } from '../../../registry/registry.js'

/** Milliseconds for an answer: less than a wallet waits. */
export const TIMEOUT = 8_000
const DAY = 86_400_000
/** Days before its end in which a certificate should have been renewed: certbot does so thirty days before. */
const DAYS_LEFT = 14

/** Advice by error code of a connection. */
const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there: start it, or the proxy in front of it',
  ENOTFOUND: 'no such name: see to its DNS entry',
  EAI_AGAIN: 'its name could not be looked up: see to DNS on this machine',
  CERT_HAS_EXPIRED: 'its certificate has ended: renew it',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'no browser trusts its certificate: get one, as from certbot',
  SELF_SIGNED_CERT_IN_CHAIN: 'no browser trusts its certificate: get one, as from certbot',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes without its chain: serve fullchain.pem',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes without its chain: serve fullchain.pem',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: get one for this',
}

/** The origin in a command's argument. @throws {WalletError} `INVALID_ARGUMENT` */
export function originOf(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : ''
  if (origin !== url.replace(/\/$/, '') || !(url.startsWith('https:') || isLocalHttp(url))) {
    const expected = 'expected an origin, such as https://wallet.example; http on localhost only'
    throw new WalletError('INVALID_ARGUMENT', `<url>: ${expected}.`)
  }
  return origin
}

/** Follows no redirect. @param ms - For the whole answer. */
export const askFor = (
  url: string,
  headers: Record<string, string> = {},
  ms = TIMEOUT,
): Promise<Response> =>
  fetch(url, {
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(Math.max(0, Math.min(ms, TIMEOUT))),
  })

/** Why there was no answer, and what to do. */
export function whyNoAnswer(error: unknown): string {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return `gives no answer within ${TIMEOUT / 1000} s: see to its log`
  const { code } = (cause ?? error) as { code?: string }
  const advice = code && ADVICE[code]
  return advice ? `gives no answer (${code}): ${advice}` : `gives no answer (${code ?? message})`
}

/** Faults of a certificate that browsers still take. */
export function certificateFault(url: string): Promise<string | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname })
    const end = (fault?: string) => {
      socket.destroy()
      resolve(fault)
    }
    socket.setTimeout(TIMEOUT, () => end())
    // A failed connection is reported by the check of that host.
    socket.once('error', () => end())
    socket.once('secureConnect', () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY)
      end(days < DAYS_LEFT ? `its certificate ends in ${days} days: renew it` : undefined)
    })
  })
}
