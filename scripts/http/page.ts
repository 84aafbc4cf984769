/** Writes docs/http.md, the description of the services' endpoints. */

import { type JsonSchema, toJsonSchema } from '../../src/server/dashboard/openapi.js'
import { BODY_LIMIT, PROBES } from '../../src/server/platform/http.js'
import { WRITE_LIMIT } from '../../src/server/sync/routes.js'
import type { DescribedService, Endpoint } from './endpoints.js'

const HEAD = `# HTTP

What the services are asked over HTTP, and answer. Operators need it for proxies, firewalls and monitoring; the wallet asks by itself. This
page and [openapi.json](openapi.json) are made from the schemas by which the services read what they are asked, by \`npm run http\`.

Requests and answers are JSON, a request of at most ${BODY_LIMIT / 1024} kB, and \`/sync/write\` of ${Math.ceil(WRITE_LIMIT / 1024)} kB. The probes answer \`{ "ok": true }\`, or 503 and why not;
\`degraded\` says what does not work though the service is of use. The routes of \`/sync\` are there where the operator keeps [blobs](sync.md). What fails is answered with a status of 4xx or 5xx and
\`{ "error": { "code", "detail" } }\`: [Errors](errors.md) has the codes. 429 has a \`retry-after\` where requests were counted, not where something is full. An answer has an \`x-request-id\`, which
is also in the log. The [dashboard](operate.md#the-dashboard) is for its own page: it wants a session, its own \`Origin\` with each write, and in
\`if-match\` the \`etag\` of the registry that was edited. Of the login service and the key nodes, pages of other origins than the wallet's may ask only where it says so;
what is no page, such as \`curl\`, may ask all of it. \`--metrics\` is on a port of its own ([Running it](operate.md)).
`

const FILES = `
All else of the wallet app's origin is files: its pages, among them \`/frame\` and \`/login\`, \`/assets/\`, \`/cdn/\`, \`/packages/\`, other versions under \`/v/\`, and the operator's
\`/descriptors/\` and \`/tokens/\`.
`

export const toPage = (services: readonly DescribedService[]): string =>
  [HEAD, ...services.map(section)].join('\n') + FILES

/** Characters: a longer pattern is not readable. */
const LONG = 80
const FORM_ELSEWHERE = 'text of the form that openapi.json has'

function section({ name, endpoints }: DescribedService): string {
  const rows = endpoints.map(({ method, path, summary, isOpen }) => {
    return `| \`${method} ${path}\` | ${summary} | ${isOpen ? 'yes' : 'no'} |`
  })
  const table = ['| | what | pages of any origin |', '|---|---|---|', ...rows, '']
  const detailed = endpoints.filter(({ path }) => !PROBES.includes(path)).map(details)
  return [`## ${name}`, '', ...table, ...detailed.filter(Boolean)].join('\n')
}

function details({ method, path, querystring, body, answer }: Endpoint): string {
  const question = body ?? querystring
  if (!question && !answer) return ''
  const asked = question ? tables('asked', toJsonSchema(question, 'input')) : []
  const given = answer ? tables('answered', toJsonSchema(answer, 'output')) : []
  return [`### ${method} ${path}`, '', ...asked, ...given].join('\n')
}

/** A table for each alternative form. */
function tables(what: string, schema: JsonSchema): string[] {
  return (schema.anyOf ?? [schema]).flatMap((one, at) => {
    const rows = rowsOf(one)
    const head = `| ${at ? 'or' : what} | |`
    return [head, '|---|---|', ...(rows.length ? rows : ['| nothing | |']), '']
  })
}

/** A row for each field, including nested ones. */
function rowsOf(schema: JsonSchema, prefix = '', note = ''): string[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, field]) => {
    const isSent = required.includes(name)
    return rowsAt(`${prefix}${name}`, field, isSent ? note : ', may be absent')
  })
}

function rowsAt(path: string, field: JsonSchema, note: string): string[] {
  const { properties, additionalProperties: named, items } = field
  if (items) return rowsAt(`${path}[]`, items, note)
  if (properties) return rowsOf(field, `${path}.`, note)
  if (typeof named === 'object') return rowsAt(`${path}.*`, named, note)
  return [`| \`${path}\` | ${formOf(field).replaceAll('|', '\\|')}${note} |`]
}

function formOf(field: JsonSchema): string {
  if (field.anyOf) return field.anyOf.map(formOf).join(', or ')
  if (field.const !== undefined) return quoted(field.const)
  if (field.enum) return field.enum.map(quoted).join(', ')
  if (field.pattern)
    return field.pattern.length > LONG ? FORM_ELSEWHERE : `text, \`${field.pattern}\``
  const { type, minLength = 0, maxLength, minimum, maximum } = field
  if (type === 'string') {
    return maxLength ? `text of ${minLength} to ${maxLength} characters` : 'text'
  }
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'null') return '`null`'
  if (type !== 'integer' && type !== 'number')
    throw new Error(`No words for ${JSON.stringify(field)}.`)
  const what = type === 'integer' ? 'whole number' : 'number'
  const isBound = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER
  if (!isBound) return what
  return maximum! < Number.MAX_SAFE_INTEGER
    ? `${what}, ${minimum} to ${maximum}`
    : `${what}, ${minimum} or more`
}

const quoted = (value: string): string => `\`"${value}"\``
