import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

import type { ApiOptions } from '../../platform/http.js'
import { type Given, integer, text, wrong } from '../options/options.js'

/** @throws {WalletError} `INVALID_ARGUMENT` */
export function api(given: Given): ApiOptions {
  const walletOrigin = text(given, 'wallet-origin')
  if (!URL.canParse(walletOrigin) || new URL(walletOrigin).origin !== walletOrigin) {
    throw wrong('wallet-origin', 'expected an origin without a path')
  }
  // Browsers have no `crypto.subtle` on other origins.
  if (!/^(https:\/\/|http:\/\/localhost(:|$))/.test(walletOrigin)) {
    throw wrong('wallet-origin', 'expected https, or http on localhost')
  }
  return {
    walletOrigin,
    rateLimit: integer(given, 'rate-limit'),
    trustProxy: trustedProxies(given),
    log: process.stdout,
  }
}

/** @throws {WalletError} `INVALID_ARGUMENT` */
export function trustedProxies(given: Given): string[] | undefined {
  const proxies = text(given, 'trust-proxy')
  if (!proxies) return undefined
  const all = proxies.split(',')
  const unknown = all.find((one) => !isNetwork(one))
  if (unknown === undefined) return all
  throw wrong('trust-proxy', `expected addresses or networks with commas between, got "${unknown}"`)
}

/** The forms that Fastify accepts, but for short ones: it takes `1`, meant as a count, for 0.0.0.1. */
const isNetwork = (text: string): boolean =>
  NAMED.includes(text) ||
  isIP(text) > 0 ||
  (ipaddr.isValidCIDR(text) && isIP(text.split('/')[0]!) > 0)

/** Networks that it knows by name. */
const NAMED = ['loopback', 'linklocal', 'uniquelocal']
