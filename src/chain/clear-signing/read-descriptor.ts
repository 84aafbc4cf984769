/** Descriptors that others wrote, as JSON of ERC-7730: nothing in them is believed before a schema has read it. */
import * as AbiFunction from 'ox/AbiFunction'
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parse } from '../rpc/parse.js'
import type { Descriptor, Hex } from './descriptor.js'

/** Depth of includes: a deeper one is a cycle or not a real descriptor. */
const MAX_INCLUDES = 4
/** Levels of objects. The deepest published descriptor has 13. */
const MAX_DEPTH = 32
/** Characters of one text. The longest published ones are signatures of a few hundred. */
const MAX_TEXT = 4000
/** Functions of one descriptor. The largest published one has 95. Limited, since parsing signatures is slow. */
const MAX_FORMATS = 500

const Text = z.string().check(z.maxLength(MAX_TEXT))
const Scalar = z.pipe(
  z.union([Text, z.int(), z.boolean()], 'a text, an integer or true or false'),
  z.transform((value) => String(value)),
)
const Texts = z.union([Text, z.array(Text)], 'a text or a list of texts')
const Address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'an address'))
const Taken = z.object({ reviewedBy: z.optional(z.array(Address)) })
/** Members that cannot be ignored without changing the meaning. */
const Unknown = z.optional(
  z.unknown().check(z.refine((value) => value === undefined, 'nothing: it is not supported')),
)

/** Some have an intent of several parts, each with a name. */
const Intent = z.pipe(
  z.union([Text, z.record(Text, Text)], 'a text or named texts'),
  z.transform((intent) =>
    typeof intent === 'string'
      ? intent
      : Object.entries(intent)
          .map(([name, text]) => `${name}: ${text}`)
          .join(', '),
  ),
)

const Params = z.object({
  token: z.optional(Text),
  tokenPath: z.optional(Text),
  nativeCurrencyAddress: z.optional(Texts),
  threshold: z.optional(Scalar),
  message: z.optional(Text),
  collection: z.optional(Text),
  collectionPath: z.optional(Text),
  encoding: z.optional(z.enum(['timestamp', 'blockheight'])),
  base: z.optional(Text),
  decimals: z.optional(z.int().check(z.gte(0), z.lte(255))),
  prefix: z.optional(z.boolean()),
  $ref: z.optional(Text),
  callee: z.optional(Text),
  calleePath: z.optional(Text),
  amountPath: z.optional(Text),
  spenderPath: z.optional(Text),
  types: z.optional(z.array(Text)),
  sources: z.optional(z.array(Text)),
  senderAddress: z.optional(Texts),
  amount: Unknown,
  chainId: Unknown,
  chainIdPath: Unknown,
  selector: Unknown,
  selectorPath: Unknown,
  spender: Unknown,
})

const Values = z.array(Scalar).check(z.minLength(1))
const Visible = z.union(
  [
    z.enum(['always', 'never', 'optional']),
    z.strictObject({ ifNotIn: Values }),
    z.strictObject({ mustMatch: Values }),
  ],
  'always, never, optional, ifNotIn or mustMatch',
)

const Field = z.object({
  path: z.optional(Text),
  value: z.optional(Scalar),
  label: z.optional(Text),
  format: z.optional(
    z.enum([
      'raw',
      'amount',
      'tokenAmount',
      'nftName',
      'date',
      'duration',
      'unit',
      'enum',
      'addressName',
      'calldata',
    ]),
  ),
  params: z.optional(Params),
  $ref: z.optional(Text),
  visible: z.optional(Visible),
  get fields() {
    return z.optional(z.array(Field))
  },
  encryption: Unknown,
  iteration: Unknown,
  separator: Unknown,
})

const Deployments = z
  .array(z.object({ chainId: z.int().check(z.gte(1)), address: Address }))
  .check(z.minLength(1, 'at least one deployment'))

const Schema = z.object({
  context: z.union(
    [
      z.object({
        contract: z.object({ deployments: Deployments, factory: Unknown }),
      }),
      z.object({
        eip712: z.object({
          domain: z.optional(z.record(z.string(), Scalar)),
          deployments: Deployments,
          domainSeparator: Unknown,
        }),
      }),
    ],
    'a contract or typed data, with its deployments',
  ),
  metadata: z.optional(
    z.object({
      owner: z.optional(Text),
      constants: z.optional(z.record(z.string(), Scalar)),
      enums: z.optional(z.record(z.string(), z.record(z.string(), Text))),
    }),
  ),
  display: z.object({
    definitions: z.optional(z.record(z.string(), Field)),
    formats: z.record(
      Text,
      z.object({
        intent: z.optional(Intent),
        interpolatedIntent: z.optional(Text),
        fields: z.optional(z.array(Field)),
      }),
    ),
  }),
})

type Json = Record<string, unknown>
const Json = z.record(z.string(), z.unknown())
const Including = z.object({ includes: z.optional(Text) })

/**
 * Reads a descriptor and all that it includes.
 *
 * @param include - Gives the JSON that a descriptor includes. It decides which files may be included.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming each wrong field; also for unsupported members that would change the
 *   meaning.
 */
export function readDescriptor(json: unknown, include: (path: string) => unknown): Descriptor {
  const { context, metadata, display } = parse(Schema, withIncludes(json, include), 'descriptor')
  // A format without an intent is of no use.
  const formats = Object.entries(display.formats).filter(([, { intent }]) => intent)
  if (formats.length > MAX_FORMATS) {
    throw new WalletError('INVALID_ARGUMENT', `display.formats: expected at most ${MAX_FORMATS}.`)
  }
  if ('contract' in context) for (const [signature] of formats) checkSignature(signature)
  return {
    context,
    ...(metadata && { metadata }),
    display: { ...display, formats: Object.fromEntries(formats) },
  } as Descriptor
}

/**
 * Reads a descriptor that an operator took in: with who reviewed it, which no registry's own file can say.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export function readTakenDescriptor(json: unknown): Descriptor {
  const { reviewedBy } = parse(Taken, json, 'descriptor')
  const descriptor = readDescriptor(json, refuseInclude)
  return { ...descriptor, ...(reviewedBy && { reviewedBy: reviewedBy as Hex[] }) }
}

/** Includes were resolved when the operator took it in. */
function refuseInclude(): never {
  throw new WalletError('INVALID_ARGUMENT', 'includes: expected nothing.')
}

/** A descriptor's JSON with all its includes merged in. */
export const withIncludes = (json: unknown, include: (path: string) => unknown): Json =>
  merged(json, include, 0)

function merged(json: unknown, include: (path: string) => unknown, depth: number): Json {
  if (isDeeper(json, MAX_DEPTH)) {
    throw new WalletError('INVALID_ARGUMENT', `descriptor: expected at most ${MAX_DEPTH} levels.`)
  }
  const { includes: _, ...own } = parse(Json, json, 'descriptor')
  const { includes } = parse(Including, json, 'descriptor')
  if (includes === undefined) return own
  if (depth === MAX_INCLUDES) {
    throw new WalletError('INVALID_ARGUMENT', `includes: expected at most ${MAX_INCLUDES} levels.`)
  }
  return merge(merged(include(includes), include, depth + 1), own)
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (!levels || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** Values of the including file override those of the included one. */
function merge(below: Json, above: Json): Json {
  const result = new Map(Object.entries(below))
  for (const [key, value] of Object.entries(above)) {
    const other = result.get(key)
    if (key === 'fields' && isList(value) && isList(other)) result.set(key, fields(other, value))
    else result.set(key, isJson(value) && isJson(other) ? merge(other, value) : value)
  }
  return Object.fromEntries(result)
}

/** Merges fields with the same path; the including file's other fields come last. */
function fields(below: readonly unknown[], above: readonly unknown[]): unknown[] {
  const isSame = (one: unknown, other: unknown) =>
    isJson(one) && isJson(other) && one.path !== undefined && one.path === other.path
  const added = above.filter((field) => !below.some((other) => isSame(field, other)))
  const changed = below.map((field) => {
    const over = above.find((other) => isSame(field, other))
    return isJson(field) && isJson(over) ? merge(field, over) : field
  })
  return [...changed, ...added]
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !isList(value)

function checkSignature(signature: string): void {
  try {
    AbiFunction.from<readonly string[]>([`function ${signature}`])
  } catch (cause) {
    const text = `display.formats.${signature}: expected the signature of a function.`
    throw new WalletError('INVALID_ARGUMENT', text, { cause })
  }
}
