import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { isReserved } from '../../protocol/fields.js'
import { approvalsOf, Registry, Verifier } from '../../protocol/registry.js'
import { Application } from '../../protocol/service.js'
import { didYouMean } from '../../shared/did-you-mean.js'
import { WalletError } from '../../shared/errors.js'
import { parse } from '../platform/files.js'
import { parseText } from '../platform/json-text.js'
import { unreadable } from '../platform/read-file.js'
import { completeRegistry, faultOf } from './verifiers.js'

const ENDPOINTS = ['issuer', 'authorizationEndpoint', 'tokenEndpoint', 'jwksUri'] as const
const USER_INFO_ENDPOINTS = ['endpoint', 'emailsEndpoint'] as const

/** Host names of the same machine. */
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
  (await readHashedRegistry(file)).registry

/** `readRegistry`, with the hash of the file, as `sha256sum` prints it. */
export async function readHashedRegistry(
  file: string,
): Promise<{ registry: Registry; registryHash: string }> {
  const { text, hash } = await readHashed(file, file)
  return { registry: checkRegistry(parseText(text, file), `${file}: `), registryHash: hash }
}

/**
 * Reads the file, and refuses text that is not UTF-8: names would be read as different ones, with other addresses, and an
 * edit would change its bytes.
 *
 * @param name - Stands in errors in place of the path.
 * @returns Its text, and its SHA-256 in hex.
 */
export async function readHashed(
  file: string,
  name: string,
): Promise<{ text: string; hash: string }> {
  const bytes = await readFile(file).catch(unreadable(name))
  const hash = createHash('sha256').update(bytes).digest('hex')
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { text, hash }
  } catch {
    throw new WalletError('INVALID_ARGUMENT', `${name}: expected UTF-8.`)
  }
}

/** Checks a registry that is in memory. @throws {WalletError} As `readRegistry`. */
export function checkRegistry(value: unknown, prefix = ''): Registry {
  checkNames(value, prefix)
  checkSpelling(value, 'applications', Application.shape, prefix)
  checkSpelling(value, 'verifiers', Verifier.shape, prefix)
  const registry = parse(Registry, completeRegistry(value, prefix), 'INVALID_ARGUMENT', prefix)
  const all = Object.values(registry.verifiers)
  for (const [name, verifier] of Object.entries(registry.verifiers)) {
    const where = `${prefix}verifiers.${name}`
    const fault = faultOf(verifier, all)
    if (fault) throw new WalletError('INVALID_ARGUMENT', `${where}.${fault}.`)
    for (const [field, url] of endpointsOf(verifier)) {
      if (new URL(url).protocol === 'https:' || isLocalHttp(url)) continue
      throw wrong(`${where}.${field}`, 'expected https, or http on localhost')
    }
  }
  checkAggregates(registry, prefix)
  checkEmbedders(registry, prefix)
  return registry
}

/** Runs before parsing, which would drop reserved names such as `__proto__`. */
function checkNames(value: unknown, prefix: string): void {
  for (const part of ['verifiers', 'aggregates'] as const) {
    const entries = (value as Record<string, unknown> | null)?.[part]
    if (typeof entries !== 'object' || entries === null) continue
    for (const name of Object.keys(entries)) {
      if (!isReserved(name)) continue
      throw wrong(`${prefix}${part}.${name}`, 'this name is reserved; choose another')
    }
  }
}

/** Entries may have notes of the operator's. A misspelt field is no note: its default would count, of addresses, too. */
function checkSpelling(
  value: unknown,
  part: 'applications' | 'verifiers',
  shape: object,
  prefix: string,
): void {
  const entries = (value as Record<string, object> | null)?.[part] ?? {}
  for (const [name, entry] of Object.entries(entries)) {
    const fields = Object.keys(entry ?? {})
    const absent = Object.keys(shape).filter((field) => !fields.includes(field))
    for (const field of fields.filter((one) => !Object.hasOwn(shape, one))) {
      const guess = didYouMean(field, absent)
      if (guess) throw wrong(`${prefix}${part}.${name}.${field}`, `no field${guess}`)
    }
  }
}

/** @throws {WalletError} `INVALID_ARGUMENT` if it is not clear by which name a person's key is derived. */
function checkAggregates({ verifiers, aggregates = {} }: Registry, prefix: string): void {
  const seen = new Map<string, string>()
  for (const [name, { verifiers: members }] of Object.entries(aggregates)) {
    const where = `${prefix}aggregates.${name}`
    for (const member of members) {
      if (!Object.hasOwn(verifiers, member)) throw wrong(where, `no verifier ${member}`)
      const other = seen.get(member)
      if (other)
        throw wrong(where, `${member} is in ${other} already; a verifier is in one at most`)
      seen.set(member, name)
    }
    if (
      Object.hasOwn(verifiers, name) &&
      !(members.includes(name) && isByEmail(verifiers[name]!))
    ) {
      const own = 'one of its own members that names people by e-mail, whatever its case'
      throw wrong(where, `is the name of a verifier, which may only be ${own}`)
    }
  }
}

/** The last entry of a page counts: a page could be trusted that a person wrote down as not trusted. */
function checkEmbedders({ embedders }: Registry, prefix: string): void {
  const counting = approvalsOf({ embedders })
  for (const one of embedders) {
    for (const [origin, approvals] of Object.entries(approvalsOf({ embedders: [one] }))) {
      if (counting[origin] === approvals) continue
      throw wrong(`${prefix}embedders`, `${origin} is there twice, with other approvals`)
    }
  }
}

/** Whether a verifier names people as its aggregate would: they keep their keys under the same name. */
const isByEmail = (verifier: Verifier): boolean =>
  verifier.verifierIdField === 'email' && !verifier.isVerifierIdCaseSensitive

/** The aggregate that a verifier is in. */
export const aggregateOf = ({ aggregates = {} }: Registry, verifier: string): string | undefined =>
  Object.keys(aggregates).find((name) => aggregates[name]!.verifiers.includes(verifier))

/** @throws {WalletError} `UNKNOWN_VERIFIER` */
export function verifierOf(registry: Registry, name: string): Verifier {
  const verifier = Object.hasOwn(registry.verifiers, name) ? registry.verifiers[name] : undefined
  if (!verifier) throw new WalletError('UNKNOWN_VERIFIER', name)
  return verifier
}

function endpointsOf(verifier: Verifier): [field: string, url: string][] {
  const own = ENDPOINTS.map((field): [string, string | undefined] => [field, verifier[field]])
  const userInfo = USER_INFO_ENDPOINTS.map((field): [string, string | undefined] => [
    `userInfo.${field}`,
    verifier.userInfo?.[field],
  ])
  return [...own, ...userInfo].filter((entry): entry is [string, string] => !!entry[1])
}

const wrong = (where: string, what: string): WalletError =>
  new WalletError('INVALID_ARGUMENT', `${where}: ${what}.`)
