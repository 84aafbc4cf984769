/** What an operator does with the registry. */

import type { Registry } from '../../../protocol/registry.js'
import { ALGORITHMS } from '../../../protocol/service.js'
import { WalletError } from '../../../shared/errors.js'
import { countPeople } from '../../login/audit.js'
import { type Discovery, discover } from '../../registry/discovery.js'
import { aggregateOf, readRegistry } from '../../registry/registry.js'
import { checkEntries, checkMoves, countOf, movedAccounts } from '../../registry/registry-check.js'
import { type Addition, addToRegistry } from '../../registry/registry-file.js'
import { accepts, type Given, isYes, print, text, wrong } from '../options/options.js'

const ENDPOINTS = ['authorization-endpoint', 'token-endpoint', 'jwks-uri']

export async function addApplication(given: Given): Promise<void> {
  const application = applicationOf(given)
  const name = text(given, 'client-id')
  await addToRegistry(text(given, 'registry'), () => [
    { path: ['applications'], name, value: application },
  ])
  print(`Added application ${name}.`)
}

/** A line each. */
export async function list(given: Given): Promise<void> {
  const registry = await readRegistry(text(given, 'registry'))
  for (const [id, { name, origins }] of Object.entries(registry.applications)) {
    print(row('application', id, name, origins.join(' ')))
  }
  for (const [id, verifier] of Object.entries(registry.verifiers)) {
    const aggregate = aggregateOf(registry, id)
    const by = aggregate ? `email, in ${aggregate}` : verifier.verifierIdField
    print(row('verifier', id, verifier.name, `${verifier.issuer} by ${by}`))
  }
}

function applicationOf(given: Given): unknown {
  const logo = text(given, 'logo')
  const [redirectUrls, permissions] = [given['redirect-url'], given.permission].map((value) =>
    [value ?? []].flat(),
  ) as [string[], string[]]
  return {
    name: text(given, 'name'),
    ...(logo && { logo }),
    origins: [given.origin ?? []].flat(),
    ...(redirectUrls.length && { redirectUrls }),
    ...(permissions.length && { permissions }),
  }
}

export async function addVerifier(given: Given): Promise<void> {
  const name = text(given, 'verifier')
  const value = await verifierOf(given)
  const aggregate = text(given, 'aggregate')
  await addToRegistry(text(given, 'registry'), (registry) => [
    { path: ['verifiers'], name, value },
    ...(aggregate ? [joining(aggregate, name, registry)] : []),
  ])
  print(`Added verifier ${name}.`)
}

const WAY = '--accept moved-addresses, and SIGHUP to the services'

const peopleOf = async (given: Given): Promise<Map<string, number> | undefined> =>
  given.audit ? countPeople(text(given, 'audit')) : undefined

/** An entry, without what the registry's defaults say. */
async function verifierOf(given: Given): Promise<unknown> {
  const [provider, issuer] = [text(given, 'provider'), text(given, 'issuer')]
  const own = {
    ...(provider && { provider }),
    ...said(given, 'typeOfLogin', 'type'),
    ...said(given, 'name', 'name'),
    ...said(given, 'issuer', 'issuer'),
    clientId: text(given, 'client-id'),
    ...said(given, 'authorizationEndpoint', 'authorization-endpoint'),
    ...said(given, 'tokenEndpoint', 'token-endpoint'),
    ...said(given, 'jwksUri', 'jwks-uri'),
    ...said(given, 'scope', 'scope'),
    ...said(given, 'verifierIdField', 'id-field'),
    ...(isYes(given, 'ignore-case') && { isVerifierIdCaseSensitive: false }),
    ...(isYes(given, 'id-verified') && { isVerifierIdVerified: true }),
    ...(given.origin && { origins: [given.origin].flat() }),
  }
  // The catalogue has the rest.
  if (provider) return { ...own, ...signedBy(given, undefined) }
  if (!text(given, 'name')) throw wrong('name', 'needed without --provider')
  if (!URL.canParse(issuer)) throw wrong('issuer', 'expected a URL, or --provider')
  const isComplete = ENDPOINTS.every((name) => text(given, name))
  const found = isComplete ? undefined : await discover(issuer)
  if (!isComplete && !found) {
    const needed = ENDPOINTS.map((name) => `--${name}`).join(', ')
    throw wrong('issuer', `the provider has no discovery; give ${needed}`)
  }
  return {
    typeOfLogin: 'jwt',
    authorizationEndpoint: found?.authorization_endpoint,
    tokenEndpoint: found?.token_endpoint,
    jwksUri: found?.jwks_uri,
    ...own,
    // As it writes itself: its tokens do, too.
    issuer: found?.issuer ?? issuer,
    ...signedBy(given, found),
  }
}

const said = (given: Given, field: string, option: string) =>
  text(given, option) ? { [field]: text(given, option) } : {}

/** The requested algorithms; else those of the provider that we can check. */
function signedBy(given: Given, found: Discovery | undefined): { algorithms?: string[] } {
  const asked = text(given, 'algorithms')
  if (asked) return { algorithms: asked.split(',') }
  const signing = found?.id_token_signing_alg_values_supported
  if (!signing) return {}
  const both = ALGORITHMS.filter((algorithm) => signing.includes(algorithm))
  if (both.length) return { algorithms: both }
  throw wrong('issuer', `the provider signs with ${signing.join(', ')}, none of which we can check`)
}

/** Adds the verifier to the aggregate, which is made if missing. */
function joining(aggregate: string, verifier: string, { aggregates }: Registry): Addition {
  const made = { verifiers: [verifier] }
  if (!aggregates) return { path: [], name: 'aggregates', value: { [aggregate]: made } }
  return Object.hasOwn(aggregates, aggregate)
    ? { path: ['aggregates', aggregate, 'verifiers'], value: verifier }
    : { path: ['aggregates'], name: aggregate, value: made }
}

/** @throws {WalletError} `INVALID_ARGUMENT` if anything is wrong; it was printed. */
export async function check(given: Given): Promise<void> {
  const registry = await readRegistry(text(given, 'registry'))
  const before = text(given, 'before')
  const findings = await checkEntries(registry)
  for (const { where, wrong: faults, notes } of findings) {
    if (where.startsWith('verifiers.') && !faults.length) print(`${where}: works.`)
    for (const fault of faults) print(`${where}: WRONG: ${fault}.`)
    for (const note of notes) print(`${where}: note: ${note}.`)
  }
  if (before) {
    const people = await peopleOf(given)
    const moved = movedAccounts(await readRegistry(before), registry)
    for (const { sentence, verifier } of moved)
      print(`note: ${sentence}${countOf(verifier, people)}.`)
    if (!moved.length) print('No address moves.')
    if (!accepts(given, 'moved-addresses')) {
      checkMoves(await readRegistry(before), registry, WAY, people)
    }
  }
  const count = findings.flatMap(({ wrong: faults }) => faults).length
  if (count) throw new WalletError('INVALID_ARGUMENT', `Wrong: ${count}.`)
}

const row = (kind: string, id: string, name: string, rest: string): string =>
  `${kind.padEnd(12)} ${id.padEnd(20)} ${name.padEnd(20)} ${rest}`
