/** A verifier's values and fields in a form. */
import type { RegistryAnswer } from '../../protocol/dashboard.js'
import type { Field, Values } from '../parts/form.js'

export type ListedVerifier = RegistryAnswer['verifiers'][number]

const ONLY_NEW: Field[] = [
  {
    kind: 'text',
    name: 'id',
    label: 'Name in the registry',
    hint: "People's addresses are derived under it: it cannot be changed later.",
    isNeeded: true,
  },
  {
    kind: 'text',
    name: 'provider',
    label: 'Known provider',
    hint: 'Such as google or github: the client id is enough then. Leave it out for an issuer of yours.',
  },
]
const ALWAYS: Field[] = [
  { kind: 'text', name: 'name', label: 'Name', hint: 'People read it.' },
  {
    kind: 'text',
    name: 'issuer',
    label: 'Issuer',
    hint: 'URL of the provider, as in its ID tokens. It is asked for its endpoints.',
  },
  { kind: 'text', name: 'clientId', label: 'Client id', hint: 'Ours, there.', isNeeded: true },
  {
    kind: 'text',
    name: 'verifierIdField',
    label: 'Claim',
    hint: 'By which people are known. Without it: sub.',
  },
  {
    kind: 'flag',
    name: 'ignoreCase',
    label: 'Small and large letters of that claim are the same',
  },
  {
    kind: 'text',
    name: 'aggregate',
    label: 'Aggregate',
    hint: 'Its verifiers know one person by one verified e-mail address.',
    isRare: true,
  },
  {
    kind: 'flag',
    name: 'isVerifierIdVerified',
    label: 'I answer for it that people cannot choose that claim',
    isRare: true,
  },
  { kind: 'text', name: 'authorizationEndpoint', label: 'Authorization endpoint', isRare: true },
  { kind: 'text', name: 'tokenEndpoint', label: 'Token endpoint', isRare: true },
  { kind: 'text', name: 'jwksUri', label: 'URL of its keys', isRare: true },
  { kind: 'text', name: 'scope', label: 'Scopes', isRare: true },
]

/** @param verifier - Absent for a new one. */
export const verifierFields = (verifier: ListedVerifier | undefined): Field[] =>
  verifier ? ALWAYS : [...ONLY_NEW, ...ALWAYS]

export const valuesOf = (verifier: ListedVerifier | undefined): Values =>
  verifier
    ? {
        name: verifier.name,
        issuer: verifier.issuer,
        clientId: verifier.clientId,
        verifierIdField: verifier.verifierIdField,
        ignoreCase: !verifier.isVerifierIdCaseSensitive,
        aggregate: verifier.aggregate ?? '',
        isVerifierIdVerified: verifier.isVerifierIdVerified,
      }
    : {}

/**
 * The request body: the filled-in fields of a new verifier, or the changed fields of an existing one. The API refuses
 * empty values.
 */
export function bodyOf(values: Values, verifier: ListedVerifier | undefined): object {
  const before = valuesOf(verifier)
  const { ignoreCase, ...rest } = values
  const given = Object.entries(rest).filter(
    ([name, value]) => value !== (before[name] ?? (value === '' ? '' : false)),
  )
  const isFolded = ignoreCase !== (before.ignoreCase ?? false)
  return {
    ...Object.fromEntries(given),
    ...(isFolded && { isVerifierIdCaseSensitive: !ignoreCase }),
  }
}
