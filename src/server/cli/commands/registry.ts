/** Commands for the registry. */

import { WalletError } from '../../../shared/errors.js'
import { countPeople } from '../../login/audit.js'
import {
  FieldError,
  makeVerifier,
  type NewVerifier,
  addApplication as newApplication,
  addVerifier as newVerifier,
  type VerifierField,
} from '../../registry/entries.js'
import { aggregateOf, readRegistry } from '../../registry/registry.js'
import { checkEntries, checkMoves, countOf, movedAccounts } from '../../registry/registry-check.js'
import { editRegistry } from '../../registry/registry-file.js'
import { accepts, type Given, isYes, print, tell, text, wrong } from '../options/options.js'

/** The options by which the fields of a verifier are given. */
const OPTIONS: Record<VerifierField, string> = {
  provider: 'provider',
  typeOfLogin: 'type',
  name: 'name',
  issuer: 'issuer',
  clientId: 'client-id',
  authorizationEndpoint: 'authorization-endpoint',
  tokenEndpoint: 'token-endpoint',
  jwksUri: 'jwks-uri',
  scope: 'scope',
  verifierIdField: 'id-field',
  isVerifierIdCaseSensitive: 'ignore-case',
  isVerifierIdVerified: 'id-verified',
  algorithms: 'algorithms',
  origins: 'origin',
}

export async function addApplication(given: Given): Promise<void> {
  const application = applicationOf(given)
  const name = text(given, 'client-id')
  await editRegistry(text(given, 'registry'), () => [newApplication(name, application)])
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
  const value = await makeVerifier(verifierOf(given)).catch(namingOptions)
  const aggregate = text(given, 'aggregate')
  await editRegistry(text(given, 'registry'), ({ registry }) =>
    newVerifier(name, value, aggregate, registry),
  )
  print(`Added verifier ${name}.`)
}

const WAY = '--accept moved-addresses, and SIGHUP to the services'

const peopleOf = async (given: Given): Promise<Map<string, number> | undefined> =>
  given.audit ? countPeople(text(given, 'audit')) : undefined

function verifierOf(given: Given): NewVerifier {
  const said = (field: VerifierField) => text(given, OPTIONS[field]) || undefined
  return {
    provider: said('provider'),
    typeOfLogin: said('typeOfLogin'),
    name: said('name'),
    issuer: said('issuer'),
    clientId: text(given, OPTIONS.clientId),
    authorizationEndpoint: said('authorizationEndpoint'),
    tokenEndpoint: said('tokenEndpoint'),
    jwksUri: said('jwksUri'),
    scope: said('scope'),
    verifierIdField: said('verifierIdField'),
    isVerifierIdCaseSensitive: isYes(given, OPTIONS.isVerifierIdCaseSensitive) ? false : undefined,
    isVerifierIdVerified: isYes(given, OPTIONS.isVerifierIdVerified) || undefined,
    algorithms: said('algorithms')?.split(','),
    origins: given.origin ? [given.origin].flat() : undefined,
  }
}

/** Says which option a fault is about. */
function namingOptions(error: unknown): never {
  if (!(error instanceof FieldError)) throw error
  const needed = error.needed.map((field) => `--${OPTIONS[field]}`).join(', ')
  throw wrong(OPTIONS[error.field], [error.fault, needed].filter(Boolean).join(' '))
}

/** @throws {WalletError} `INVALID_ARGUMENT` if anything is wrong; it was printed. */
export async function check(given: Given): Promise<void> {
  const registry = await readRegistry(text(given, 'registry'))
  const before = text(given, 'before')
  const findings = await checkEntries(registry)
  for (const { where, wrong: faults, notes } of findings) {
    if (where.startsWith('verifiers.') && !faults.length) tell(`${where}: works.`)
    for (const fault of faults) tell(`${where}: WRONG: ${fault}.`)
    for (const note of notes) tell(`${where}: note: ${note}.`)
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
