/** Checks a registry against its providers, and finds whose addresses a change would move. */
import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type { Registry, Verifier } from '../../protocol/registry.js'
import { approvalsOf } from '../../protocol/registry.js'
import { ANY_LOCALHOST } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { type Discovery, discover, inWords } from './discovery.js'
import { type FetchedKeys, fetchKeys } from './provider-keys.js'
import { aggregateOf, verifierOf } from './registry.js'

/** Milliseconds. */
const TIMEOUT = 8_000

/** Mix-up, where neither `iss`, PKCE nor a nonce stops it (RFC 9700, section 4.4). */
const UNBOUND =
  'its codes are bound to no login: another provider of this registry that attacks could log in as its people'

/** The findings about one entry. */
export interface Finding {
  /** Such as `verifiers.google`. */
  where: string
  /** Logins fail, or may, until it is mended. */
  wrong: string[]
  /** Remarks for the operator. */
  notes: string[]
}

/** Checks all entries. A provider's failure is a finding, not an error. */
export async function checkEntries(registry: Registry): Promise<Finding[]> {
  const { verifiers, aggregates = {} } = registry
  const checked = Object.keys(verifiers).map((name) => checkVerifierEntry(registry, name))
  const joined = Object.entries(aggregates).map(([name, { verifiers: members }]) => {
    const own = members.filter((member) => verifiers[member]!.protocol !== 'oidc')
    const weak = own.map(
      (member) => `the login service alone vouches for ${member}, and so for all`,
    )
    const notes = [`one verified e-mail is one account, whoever says it: ${members.join(', ')}`]
    return { where: `aggregates.${name}`, wrong: [], notes: [...notes, ...weak] }
  })
  return [...checkApplications(registry), ...(await Promise.all(checked)), ...joined]
}

/** As `checkEntries`, for one verifier of the registry. */
export async function checkVerifierEntry(registry: Registry, name: string): Promise<Finding> {
  const verifier = verifierOf(registry, name)
  const isAlone = Object.keys(registry.verifiers).length === 1
  const { wrong, notes } = await checkVerifier(verifier, aggregateOf(registry, name))
  const own = isAlone || areCodesBound(verifier) ? [] : [UNBOUND]
  return { where: `verifiers.${name}`, wrong, notes: [...notes, ...own] }
}

/** How a change affects the people of a verifier. */
export interface Move {
  verifier: string
  /** For the operator, without a full stop. */
  sentence: string
  /**
   * Reverting the change does not undo it: in the meantime people have used other wallets, or those of other people.
   */
  isDestructive: boolean
}

/**
 * Accounts whose address a change moves. An address depends only on who vouches for a person and by which name. A
 * person known by a different name has a different wallet, and cannot reach the old one.
 */
export function movedAccounts(before: Registry, after: Registry): Move[] {
  return Object.entries(before.verifiers).flatMap(([name, old]) => {
    const move = (text: string, isDestructive = true): Move => ({
      verifier: name,
      sentence: `${name}${text}`,
      isDestructive,
    })
    const verifier = Object.hasOwn(after.verifiers, name) ? after.verifiers[name] : undefined
    if (!verifier) return [move(' is gone: its people cannot sign in any more', false)]
    const was = namingOf(name, old, aggregateOf(before, name))
    const is = namingOf(name, verifier, aggregateOf(after, name))
    const moved = was === is ? [] : [move(`: its people get other addresses (${was}; now ${is})`)]
    const field = old.verifierIdField
    const [whose, who] = [vouchersOf(old, field), vouchersOf(verifier, field)]
    const at = who.findIndex((one, index) => one !== whose[index])
    if (at < 0) return moved
    return [...moved, move(`: whomever ${who[at]} names gets the accounts of ${whose[at]}`)]
  })
}

/**
 * Refuses a change that would give people different wallets.
 *
 * @param way - How the operator can force it.
 * @param people - Number of people by verifier, where known.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the verifiers and numbers.
 */
export function checkMoves(
  before: Registry,
  after: Registry,
  way: string,
  people?: ReadonlyMap<string, number>,
): void {
  const moves = movedAccounts(before, after).filter(({ isDestructive }) => isDestructive)
  if (!moves.length) return
  const sentences = moves.map(({ sentence, verifier }) => sentence + countOf(verifier, people))
  throw new WalletError('INVALID_ARGUMENT', `${sentences.join('; ')}. To have it so: ${way}.`)
}

/** Text for the end of a sentence. */
export const countOf = (verifier: string, people?: ReadonlyMap<string, number>): string =>
  people ? `, ${people.get(verifier) ?? 0} in the audit log` : ''

const namingOf = (name: string, verifier: Verifier, aggregate: string | undefined): string => {
  const { verifierIdField: field, isVerifierIdCaseSensitive: isExact } = verifier
  if (aggregate) return `known to ${aggregate} by email in lower case`
  return `known to ${name} by ${field}${isExact ? '' : ' in lower case'}`
}

/**
 * Who says which person it is. Where the login service signs, it is the issuer of all, and passes on what it was told:
 * by a provider, at a place in its answer.
 */
function vouchersOf({ protocol, issuer, userInfo }: Verifier, field: string): string[] {
  if (protocol === 'oidc') return [issuer, issuer]
  if (!userInfo) return [issuer, 'a code by e-mail']
  const claims: Partial<Record<string, unknown>> = userInfo.claims
  const path = [claims[field]].flat().join(', ')
  return [issuer, `${new URL(userInfo.endpoint).origin} (${path})`]
}

const FOR_DEVELOPMENT =
  'any program on the machine of a person may log them in: for development alone'

function checkApplications({ applications, embedders }: Registry): Finding[] {
  const findings = Object.entries(applications).map(([id, application]) => {
    const { origins, redirectUrls, permissions } = application
    const foreign = redirectUrls.filter((url) => !origins.includes(new URL(url).origin))
    const isForDevelopment = origins.includes(ANY_LOCALHOST)
    return {
      where: `applications.${id}`,
      wrong: origins.length ? [] : ['origins: there is none, so that no page can log in'],
      notes: [
        ...foreign.map((url) => `redirectUrls: ${url} is of none of its origins`),
        ...(isForDevelopment ? [`origins: ${ANY_LOCALHOST}: ${FOR_DEVELOPMENT}`] : []),
        ...permissions.map((permission) => `may ask people for: ${permission}`),
      ],
    }
  })
  return [...findings, { where: 'embedders', wrong: [], notes: openNotes({ embedders }) }]
}

function openNotes(registry: Pick<Registry, 'embedders'>): string[] {
  const forAll = approvalsOf(registry)['*']
  if (!forAll) return []
  return forAll === 'window'
    ? ['every page may embed the wallet; those that are not listed have people approve in a window']
    : ['every page may embed the wallet, and is trusted to show it: any of them can steer a yes']
}

async function checkVerifier(
  verifier: Verifier,
  aggregate: string | undefined,
): Promise<Omit<Finding, 'where'>> {
  const { issuer, jwksUri, protocol } = verifier
  const isOwn = protocol !== 'oidc'
  const asked = isOwn ? undefined : discover(issuer)
  const [keys, discovery] = await Promise.allSettled([keysOf(jwksUri), asked])
  const { wrong, notes } = checkNaming(verifier, aggregate)
  if (keys.status === 'rejected') wrong.push(`jwksUri: ${inWords(keys.reason)}`)
  else {
    if (!(await hasKey(keys.value, verifier))) {
      wrong.push(`jwksUri: has no key for ${verifier.algorithms.join(', ')}`)
    }
    notes.push(...keys.value.faults.map((fault) => `jwksUri: a key that does not count: ${fault}`))
  }
  if (discovery.status === 'rejected') wrong.push(detailOf(discovery.reason))
  else if (discovery.value) {
    wrong.push(...differences(verifier, discovery.value))
    notes.push(...doubts(verifier, aggregate, discovery.value))
  } else if (isOwn)
    notes.push('the login service vouches for its people: see whom you trust with it')
  else notes.push('the provider has no discovery: its endpoints were compared with nothing')
  return { wrong, notes }
}

/** Claims that have a companion `_verified` claim (OpenID Connect Core, section 5.1). */
const SAID = ['email', 'phone_number']

/** Whether the entry can identify people, and who vouches for that. */
function checkNaming(
  { verifierIdField, isVerifierIdCaseSensitive, isVerifierIdVerified, userInfo }: Verifier,
  aggregate: string | undefined,
): { wrong: string[]; notes: string[] } {
  const [wrong, notes]: [string[], string[]] = [[], []]
  const field = aggregate ? 'email' : verifierIdField
  const isVouched = !aggregate && !!isVerifierIdVerified
  if (field === 'email' && userInfo?.claims.email_verified === false) {
    wrong.push('verifierIdField: the provider says of no e-mail address that it is verified')
  }
  if (field !== 'sub' && !SAID.includes(field) && !isVouched) {
    wrong.push(
      `verifierIdField: nobody says that ${field} is verified: take sub, or set isVerifierIdVerified if nobody can have another's`,
    )
  }
  if (field !== 'sub' && isVouched) {
    notes.push(`you answer for ${field}: whoever the provider gives it to has the account`)
  }
  if (field === 'sub' && !isVerifierIdCaseSensitive) {
    notes.push('isVerifierIdCaseSensitive: two people may have a sub that differs in case alone')
  }
  return { wrong, notes }
}

/** Whether a code of this provider works only in the login that requested it. */
const areCodesBound = ({ protocol, authorization }: Verifier): boolean =>
  protocol !== 'oauth2' || authorization?.pkce !== false || !!authorization.issParameter

const keysOf = (jwksUri: string): Promise<FetchedKeys> =>
  fetchKeys(jwksUri, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })

/** Whether the set has a key that a token could be checked with. */
async function hasKey({ keys }: JSONWebKeySet, { algorithms }: Verifier): Promise<boolean> {
  const fits = keys.flatMap((key) =>
    algorithms.map(async (alg) => {
      try {
        return await createLocalJWKSet({ keys: [key] })({ alg }, undefined)
      } catch {
        return undefined
      }
    }),
  )
  return (await Promise.all(fits)).some((key) => key !== undefined)
}

/** Differences between the registry and the provider's description. */
function differences(verifier: Verifier, discovery: Discovery): string[] {
  const pairs = [
    ['issuer', verifier.issuer, discovery.issuer],
    ['authorizationEndpoint', verifier.authorizationEndpoint, discovery.authorization_endpoint],
    ['tokenEndpoint', verifier.tokenEndpoint, discovery.token_endpoint],
    ['jwksUri', verifier.jwksUri, discovery.jwks_uri],
  ] as const
  const found = pairs
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([field, , theirs]) => `${field}: the provider says ${theirs}`)
  const signing = discovery.id_token_signing_alg_values_supported
  if (signing && !verifier.algorithms.some((algorithm) => signing.includes(algorithm))) {
    found.push(`algorithms: the provider signs with ${signing.join(', ')}`)
  }
  return found
}

/** Features that the provider's description lacks. The provider may have them anyway. */
function doubts(verifier: Verifier, aggregate: string | undefined, discovery: Discovery): string[] {
  const { verifierIdField, isVerifierIdVerified } = verifier
  const { claims_supported: claims, code_challenge_methods_supported: methods } = discovery
  const field = aggregate ? 'email' : verifierIdField
  const isSaid = SAID.includes(field) && (aggregate || !isVerifierIdVerified)
  const needed = isSaid ? [field, `${field}_verified`] : [field]
  const missing = claims ? needed.filter((claim) => !claims.includes(claim)) : []
  const notes = missing.map((claim) => `the provider does not say that it has the claim ${claim}`)
  if (methods && !methods.includes('S256'))
    notes.push('the provider does not say that it knows PKCE')
  return [...notes, ...issNotes(verifier, discovery)]
}

/** RFC 9207, section 2.4: if a provider promises `iss`, the wallet may require it. */
function issNotes({ authorization }: Verifier, discovery: Discovery): string[] {
  const { iss, issParameter = !!iss } = authorization ?? {}
  const isPromised = discovery.authorization_response_iss_parameter_supported ?? false
  if (isPromised && !issParameter) {
    return ['every answer has iss, says the provider: set authorization.issParameter']
  }
  return !isPromised && issParameter ? ['the provider does not say that its answers have iss'] : []
}

const detailOf = (error: unknown): string =>
  (WalletError.from(error).detail ?? 'discovery: failed.').replace(/\.$/, '')
