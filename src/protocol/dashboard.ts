/**
 * What crosses between the operators' dashboard and its page, under `/api`. A failure is a `Failure`, with `reason` and
 * `fields` where the page has to tell failures apart.
 */
import * as z from 'zod/mini'

import { origin, text, url } from './fields.js'
import { Application } from './service.js'

/** Confirms a change that moves people's addresses, as in `registry check`. */
export const MOVES_ADDRESSES = 'moved-addresses'

const time = z.iso.datetime()
const Accept = z.optional(z.array(z.literal(MOVES_ADDRESSES)).check(z.maxLength(1)))
const id = text(512).check(
  z.refine((value) => /^[!-~]+$/.test(value) && !/^\.\.?$/.test(value) && !(value in {}), {
    error: 'expected ASCII characters without blanks, and no name that every object has',
  }),
)
/** Other pages show this image, so it may not be a file of this machine or a script. */
const logo = url.check(
  z.refine((value) => /^(https:\/\/|http:\/\/localhost[:/])/.test(value), {
    error: 'expected an https URL, or http on localhost',
  }),
)

export const EntryAnswer = z.object({
  /** Whether people can sign in at the operator's OpenID provider. */
  hasOidc: z.boolean(),
})
export const EntryRequest = z.strictObject({ token: text(128) })
export const SessionAnswer = z.object({
  /** Name of the session in the audit log. */
  name: z.string(),
  until: time,
  /** Data that the dashboard has access to. */
  hasAudit: z.boolean(),
  hasNetwork: z.boolean(),
  /** Whether it knows where the wallet app is, to try logins. */
  hasWallet: z.boolean(),
})
export type SessionAnswer = z.infer<typeof SessionAnswer>

/** Where people approve, by origin of the page. A page without an entry may not embed the wallet. */
const Approvals = z.record(origin, z.enum(['page', 'window']))

export const ApplicationFields = z.strictObject({
  name: text(100),
  logo: z.optional(logo),
  origins: Application.shape.origins.check(z.minLength(1), z.maxLength(100)),
  redirectUrls: Application.shape.redirectUrls,
  permissions: Application.shape.permissions,
  approvals: z._default(Approvals, {}),
})
export type ApplicationFields = z.output<typeof ApplicationFields>
export const NewApplication = z.strictObject({ id, ...ApplicationFields.shape })
export const ById = z.object({ id: text(512) })

const verifierFields = {
  name: z.optional(text(64)),
  issuer: z.optional(url),
  authorizationEndpoint: z.optional(url),
  tokenEndpoint: z.optional(url),
  jwksUri: z.optional(url),
  scope: z.optional(text(512)),
  verifierIdField: z.optional(text(64)),
  algorithms: z.optional(z.array(text(16)).check(z.minLength(1), z.maxLength(8))),
  /** Aggregate to put the verifier into. */
  aggregate: z.optional(text(64).check(z.refine((name) => !(name in {})))),
  isVerifierIdCaseSensitive: z.optional(z.boolean()),
  isVerifierIdVerified: z.optional(z.boolean()),
  accept: Accept,
}
export const NewVerifier = z.strictObject({
  id: id.check(z.maxLength(64)),
  provider: z.optional(text(64)),
  typeOfLogin: z.optional(text(64)),
  clientId: text(512),
  ...verifierFields,
  origins: z.optional(z.array(origin).check(z.minLength(1), z.maxLength(100))),
})
export type NewVerifier = z.output<typeof NewVerifier>
/** Fields that are absent stay as they are. */
export const VerifierChange = z.strictObject({
  clientId: z.optional(text(512)),
  ...verifierFields,
})
export type VerifierChange = z.output<typeof VerifierChange>
export const Removal = z.strictObject({ accept: Accept })

export const RegistryAnswer = z.object({
  /** SHA-256 of the file, and the `etag` of the answer. A write names it in `if-match`. */
  version: z.string(),
  applications: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      logo: z.optional(z.string()),
      origins: z.array(z.string()),
      redirectUrls: z.array(z.string()),
      permissions: z.array(z.string()),
      approvals: z.record(z.string(), z.enum(['page', 'window'])),
    }),
  ),
  verifiers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      typeOfLogin: z.string(),
      protocol: z.string(),
      issuer: z.string(),
      clientId: z.string(),
      verifierIdField: z.string(),
      isVerifierIdCaseSensitive: z.boolean(),
      isVerifierIdVerified: z.boolean(),
      origins: z.optional(z.array(z.string())),
      aggregate: z.optional(z.string()),
    }),
  ),
})
export type RegistryAnswer = z.infer<typeof RegistryAnswer>

/** The number of people whose addresses a change moves, or who cannot sign in after it. */
const Move = z.object({
  verifier: z.string(),
  sentence: z.string(),
  /** Counted from the audit log; absent without one. */
  people: z.optional(z.int()),
})
export const Changed = z.object({
  version: z.string(),
  /** Remarks for the operator. */
  notes: z.array(z.string()),
  /** The services load the change only on SIGHUP. */
  needsSignal: z.boolean(),
})
export type Changed = z.infer<typeof Changed>

export const NodesAnswer = z.object({
  threshold: z.int(),
  nodes: z.array(
    z.object({
      index: z.int(),
      url: z.string(),
      /** Public key of the published share, which differs between generations. */
      publicKey: z.string(),
      /** Why wallets reject the node's answers. */
      fault: z.optional(z.string()),
      /** The node's program and registry, proven by its share. */
      says: z.optional(z.string()),
      /** Differences from the other nodes: wrong ones, and those that are fine for a while. */
      differences: z.array(z.string()),
      notes: z.array(z.string()),
    }),
  ),
})
export type NodesAnswer = z.infer<typeof NodesAnswer>

/** A login that was tried without a person. */
export const TrialAnswer = z.object({
  /** `works`: the provider knows the client, and refuses the code that was made up. */
  outcome: z.enum(['works', 'fails', 'unclear']),
  /** What the provider, or the login service, answered. */
  detail: z.string(),
})
export type TrialAnswer = z.infer<typeof TrialAnswer>

const word = z.optional(text(512))
export const AuditQuery = z.strictObject({
  from: z.optional(time),
  to: z.optional(time),
  event: word,
  verifier: word,
  application: word,
  outcome: word,
  /** `next` of the previous answer. */
  before: z.optional(z.string().check(z.regex(/^\d{1,20}-\d{1,15}$/))),
})
export type AuditQuery = z.output<typeof AuditQuery>
export const AuditEntry = z.object({
  time: z.string(),
  event: z.string(),
  verifier: z.optional(z.string()),
  application: z.optional(z.string()),
  outcome: z.string(),
  /** A person's name in the log. */
  who: z.optional(z.string()),
  /** Session of the dashboard that changed the registry, and the change. */
  by: z.optional(z.string()),
  fields: z.optional(z.array(z.string())),
})
export type AuditEntry = z.infer<typeof AuditEntry>
export const AuditAnswer = z.object({
  /** Newest first. */
  entries: z.array(AuditEntry),
  /** Position of older entries; absent at the beginning of the log. */
  next: z.optional(z.string()),
})
export type AuditAnswer = z.infer<typeof AuditAnswer>

export const ErrorsQuery = z.strictObject({ hours: z._default(z.enum(['1', '24', '168']), '24') })
export const ErrorsAnswer = z.object({
  /** Start of the counts: a large log is not read further back. */
  since: time,
  codes: z.array(z.object({ code: z.string(), count: z.int(), last: z.string() })),
})
export type ErrorsAnswer = z.infer<typeof ErrorsAnswer>

/** Reasons that the page handles differently. */
const REASONS = ['version-missing', 'version-changed', MOVES_ADDRESSES, 'fields'] as const
export const DashboardFailure = z.object({
  error: z.object({
    code: z.string(),
    detail: z.optional(z.string()),
    reason: z.optional(z.enum(REASONS)),
    /** The wrong fields, for reason `fields`. */
    fields: z.optional(z.array(z.object({ field: z.string(), fault: z.string() }))),
    /** With `moved-addresses`. */
    moves: z.optional(z.array(Move)),
  }),
})
export type DashboardFailure = z.infer<typeof DashboardFailure>['error']
