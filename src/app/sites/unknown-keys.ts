/**
 * Options from the page that have no effect: unknown keys (mostly typing errors), links and pictures that are not
 * shown, and unsupported languages.
 */
import * as z from 'zod/mini'

import { type Method, REQUESTS } from '../../protocol/messages.js'
import { didYouMean, MAX_NAME, unknownAttributes } from '../../shared/did-you-mean.js'
import { COLOR_KEYS } from '../../ui/palette.js'
import { findLanguage, LANGUAGES } from '../appearance/locale/languages.js'

/** Parameters that only the page's side uses; `attributes` is for the console alone. */
const PAGES = ['integrity', 'isNetworkAsked', 'attributes']
/** Unknown keys reported at once: a longer list is probably an object that was not meant for us. */
const MAX_TOLD = 20

/**
 * @param path - Of `data`, for the messages.
 * @returns A line each: `netwrok: unknown, did you mean network?`
 */
export function unknownKeys(schema: z.core.$ZodType, data: unknown, path = ''): string[] {
  return [...walk(schema, data, path)].slice(0, MAX_TOLD)
}

/** Warns the page's developer on the console, once of each. */
export function warnOfUnknownKeys(method: Method, data: unknown): void {
  const isChange = method === 'configure'
  // `configure` comes with the parameters of `init` that are live, and these with their nested keys.
  const { params } = REQUESTS[isChange ? 'init' : method]
  const what = isChange || method === 'init' ? 'parameters' : method
  const { attributes } = (data ?? {}) as { attributes?: unknown }
  const lines = [
    ...unknownKeys(params, data).map((text) => `Wallet ${what}: ${text}`),
    ...linesOf(attributes).map((text) => `wallet-embed: ${text}`),
  ]
  for (const line of lines) {
    if (said.has(line)) continue
    said.add(line)
    console.warn(line)
  }
}
const said = new Set<string>()

/** @param attributes - Names of those that the tag has, and of those that it reads. */
function linesOf(attributes: unknown): string[] {
  const parsed = z.tuple([Names, Names]).safeParse(attributes)
  return parsed.success ? unknownAttributes(...parsed.data) : []
}
const Names = z.array(z.string()).check(z.maxLength(200))

function* walk(schema: z.core.$ZodType, data: unknown, path: string): Generator<string> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      yield* walk(def.innerType, data, path)
      break
    case 'union':
      for (const option of def.options) yield* walk(option, data, path)
      break
    case 'object':
      for (const [key, value] of Object.entries(data)) {
        const field = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
        const use = USES.find(({ keys }) => keys.test(key))
        if (use && !use.isFit(value)) yield `${join(path, key)}: ${use.lack}`
        if (field) yield* walk(field, value, join(path, key))
        else if (path || !PAGES.includes(key)) yield told(path, key, Object.keys(def.shape))
      }
      break
    case 'record':
      for (const [key, value] of Object.entries(data)) {
        const schemes = schemesOf(path)
        if (schemes && typeof value === 'string' && !schemes.test(value)) {
          yield `${join(path, key)}: not shown, since it is no web address.`
        } else if (isColors(path) && !(COLOR_KEYS as readonly string[]).includes(key)) {
          yield told(path, key, COLOR_KEYS)
        } else yield* walk(def.valueType, value, join(path, key))
      }
  }
}

const USES = [
  {
    keys: /^(language|defaultLanguage)$/,
    isFit: (tag: unknown) => typeof tag !== 'string' || !!findLanguage([tag]),
    lack: `not used: the wallet speaks ${Object.keys(LANGUAGES).join(', ')}.`,
  },
  {
    keys: /^logo(Dark|Light|Hover)$/,
    // The same rule as in the wallet's Content-Security-Policy.
    isFit: (url: unknown) =>
      typeof url !== 'string' || /^($|https:|data:|http:\/\/localhost[:/])/i.test(url),
    lack: 'not shown, since it is not https.',
  },
  {
    keys: /^enabledVerifiers$/,
    isFit: (value: unknown) => value === undefined,
    lack: 'deprecated; use loginConfig with showOnModal: false.',
  },
]

const told = (path: string, key: string, known: readonly string[]): string =>
  `${join(path, key)}: unknown${didYouMean(key, known) || '.'}`

const join = (path: string, key: string): string =>
  [path, key.slice(0, MAX_NAME)].filter(Boolean).join('.')

/** Schemes allowed for the wallet's links; undefined for other parameters. */
const schemesOf = (path: string): RegExp | undefined =>
  /^whiteLabel\.(tncLink|privacyPolicy)$/.test(path)
    ? /^https?:/i
    : path === 'whiteLabel.contactLink'
      ? /^(https?|mailto):/i
      : undefined

const isColors = (path: string): boolean => /(^|\.)theme\.colors$/.test(path)
