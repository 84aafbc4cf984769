/** New entries of the registry, made from what an operator says: by the command line and the dashboard alike. */
import type { Registry } from '../../protocol/registry.js'
import { ALGORITHMS } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { type Discovery, discover } from './discovery.js'
import type { Edit } from './registry-file.js'

/**
 * The operator's part of a verifier's entry. The rest comes from the catalogue if `provider` is given, else from
 * discovery.
 */
export interface NewVerifier {
  provider?: string | undefined
  typeOfLogin?: string | undefined
  name?: string | undefined
  issuer?: string | undefined
  clientId: string
  authorizationEndpoint?: string | undefined
  tokenEndpoint?: string | undefined
  jwksUri?: string | undefined
  scope?: string | undefined
  verifierIdField?: string | undefined
  isVerifierIdCaseSensitive?: boolean | undefined
  isVerifierIdVerified?: boolean | undefined
  algorithms?: string[] | undefined
  /** Only these pages may use the verifier. */
  origins?: string[] | undefined
}

export type VerifierField = keyof NewVerifier
const ENDPOINTS = ['authorizationEndpoint', 'tokenEndpoint', 'jwksUri'] as const

/** A field that is wrong or missing. */
export class FieldError extends WalletError {
  readonly field: VerifierField
  readonly fault: string
  /** Fields that this field needs. */
  readonly needed: readonly VerifierField[]

  constructor(field: VerifierField, fault: string, needed: readonly VerifierField[] = []) {
    super('INVALID_ARGUMENT', `${field}: ${[fault, needed.join(', ')].filter(Boolean).join(' ')}.`)
    this.field = field
    this.fault = fault
    this.needed = needed
  }
}

/** @throws {WalletError} `INVALID_ARGUMENT` for a name that every object has. */
export function addApplication(id: string, value: unknown): Edit {
  if (id in {}) throw new WalletError('INVALID_ARGUMENT', `${id}: this name is reserved.`)
  return { op: 'add', path: ['applications'], name: id, value }
}

/** @param aggregate - The aggregate that it is to be in, which is made if missing. */
export const addVerifier = (
  name: string,
  value: unknown,
  aggregate: string | undefined,
  registry: Registry,
): Edit[] => [
  { op: 'add', path: ['verifiers'], name, value },
  ...(aggregate ? [joining(aggregate, name, registry)] : []),
]

/** Puts a verifier into an aggregate, which is made if missing. */
export function joining(aggregate: string, verifier: string, { aggregates }: Registry): Edit {
  const made = { verifiers: [verifier] }
  if (!aggregates) {
    return { op: 'add', path: [], name: 'aggregates', value: { [aggregate]: made } }
  }
  return Object.hasOwn(aggregates, aggregate)
    ? { op: 'add', path: ['aggregates', aggregate, 'verifiers'], value: verifier }
    : { op: 'add', path: ['aggregates'], name: aggregate, value: made }
}

/**
 * A verifier's entry, without what the registry's defaults say. Asks the provider for its endpoints where they were
 * not given.
 *
 * @throws {FieldError} If a field is missing or wrong.
 * @throws {WalletError} As `discover`.
 */
export async function makeVerifier(given: NewVerifier): Promise<Record<string, unknown>> {
  const { provider, issuer = '', name } = given
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  const own: Record<string, unknown> = Object.fromEntries(entries)
  if (provider) return own
  if (!name) throw new FieldError('name', 'needed without', ['provider'])
  if (!URL.canParse(issuer)) throw new FieldError('issuer', 'expected a URL, or', ['provider'])
  const isComplete = ENDPOINTS.every((field) => given[field])
  const found = isComplete ? undefined : await discover(issuer)
  if (!isComplete && !found) {
    throw new FieldError('issuer', 'the provider has no discovery; give', ENDPOINTS)
  }
  if (found && !isSameIssuer(found.issuer, issuer)) {
    const fault = `the provider there says that it is ${found.issuer}; give the issuer of its ID tokens`
    throw new FieldError('issuer', fault)
  }
  const algorithms = given.algorithms ?? signedBy(found)
  return {
    typeOfLogin: 'jwt',
    authorizationEndpoint: found?.authorization_endpoint,
    tokenEndpoint: found?.token_endpoint,
    jwksUri: found?.jwks_uri,
    ...own,
    // In the provider's own spelling, which its tokens use.
    issuer: found?.issuer ?? issuer,
    ...(algorithms && { algorithms }),
  }
}

/** But for a slash at its end. Of many tenants together the provider gives a pattern, which no token has. */
const isSameIssuer = (theirs: string, ours: string): boolean =>
  theirs.replace(/\/$/, '') === ours.replace(/\/$/, '')

/** The provider's algorithms that we can verify. */
function signedBy(found: Discovery | undefined): string[] | undefined {
  const signing = found?.id_token_signing_alg_values_supported
  if (!signing) return undefined
  const both = ALGORITHMS.filter((algorithm) => signing.includes(algorithm))
  if (both.length) return both
  const fault = `the provider signs with ${signing.join(', ')}, none of which we can check`
  throw new FieldError('issuer', fault)
}
