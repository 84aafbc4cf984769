import { Registry, type Verifier } from '../protocol/service.js'
import { WalletError } from '../shared/errors.js'
import { parse, readJson } from './files.js'

const ENDPOINTS = ['issuer', 'authorizationEndpoint', 'tokenEndpoint', 'jwksUri'] as const

/** Hosts that one's own machine answers for. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** Whether a URL is plain http on this machine, which development may use. */
export const isLocalHttp = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && isLocalName(hostname)
}

export const isLocalName = (hostname: string): boolean => LOCAL.includes(hostname)

/**
 * Reads and checks the operator's registry.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the path of everything wrong.
 */
export const readRegistry = async (file: string): Promise<Registry> =>
  checkRegistry(await readJson(file, Registry), `${file}: `)

/** Checks a registry that is in memory. @throws {WalletError} As `readRegistry`. */
export function checkRegistry(value: unknown, prefix = ''): Registry {
  const registry = parse(Registry, value, 'INVALID_ARGUMENT', prefix)
  for (const [name, verifier] of Object.entries(registry.verifiers)) {
    for (const field of ENDPOINTS) {
      if (new URL(verifier[field]).protocol === 'https:' || isLocalHttp(verifier[field])) continue
      const where = `${prefix}verifiers.${name}.${field}`
      throw new WalletError('INVALID_ARGUMENT', `${where}: expected https, or http on localhost.`)
    }
  }
  return registry
}

/** @throws {WalletError} `UNKNOWN_VERIFIER` */
export function verifierOf(registry: Registry, name: string): Verifier {
  const verifier = Object.hasOwn(registry.verifiers, name) ? registry.verifiers[name] : undefined
  if (!verifier) throw new WalletError('UNKNOWN_VERIFIER', name)
  return verifier
}
