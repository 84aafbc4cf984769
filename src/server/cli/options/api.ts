import ipaddr from 'ipaddr.js'

import type { ApiOptions } from '../../platform/http.js'
import { type Given, integer, type Option, text, wrong } from './options.js'

/** The options of everything that the wallet app's pages ask. */
export const API: Record<string, Option> = {
  'wallet-origin': { help: 'origin of the wallet app', value: 'origin' },
  'rate-limit': { help: 'requests a minute from one address', value: 'n', fallback: '1200' },
  'trust-proxy': { help: 'proxies that say who asks', value: 'addresses', fallback: null },
}

/** @throws {WalletError} `INVALID_ARGUMENT` */
export function api(given: Given): ApiOptions {
  const walletOrigin = text(given, 'wallet-origin')
  if (!URL.canParse(walletOrigin) || new URL(walletOrigin).origin !== walletOrigin) {
    throw wrong('wallet-origin', 'expected an origin without a path')
  }
  const proxies = text(given, 'trust-proxy')
  const unknown = proxies ? proxies.split(',').find((one) => !isNetwork(one)) : undefined
  if (unknown !== undefined) {
    throw wrong(
      'trust-proxy',
      `expected addresses or networks with commas between, got "${unknown}"`,
    )
  }
  return {
    walletOrigin,
    rateLimit: integer(given, 'rate-limit'),
    trustProxy: proxies ? proxies.split(',') : undefined,
    log: process.stdout,
  }
}

/** As Fastify takes them. */
const isNetwork = (text: string): boolean =>
  ipaddr.isValid(text) || ipaddr.isValidCIDR(text) || NAMED.includes(text)

/** Networks that it knows by name. */
const NAMED = ['loopback', 'linklocal', 'uniquelocal']
