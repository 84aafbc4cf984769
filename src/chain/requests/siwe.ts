/**
 * Sign-in messages (EIP-4361). This must read the same as a site's parser: so the heading, the order of the fields and
 * their names follow the grammar exactly. Common deviations inside a field are read and noted, if no parser can take
 * them for the beginning of the next field.
 */
import { parseDate } from '../values/dates.js'

/** The text that marks a message as a sign-in, or as an imitation of one. */
const MARK = ' wants you to sign in with your Ethereum account'
/** A limit on the lines counted for people; real sign-ins have fewer. */
const MAX_RESOURCES = 50

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/
/** RFC 3986, authority: no slash, question mark, hash or space. */
const AUTHORITY = /^[\w.~!$&'()*+,;=:@%[\]-]+$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
/** A statement line without characters that some reader takes for a line break. */
const WRITTEN = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u
/** A line that a reader could take for a field. */
const FIELD =
  /^\s*(URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID|Resources):/i
/** By the grammar: reserved and unreserved characters of RFC 3986, and space. */
const STATEMENT = /^[\w.~:/?#[\]@!$&'()*+,;= -]+$/
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/
/** By the grammar: letters and digits, at least eight. */
const NONCE = /^[A-Za-z0-9]{8,}$/
const REQUEST_ID = /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*$/

/** A part of the message, as the standard names it. */
export type SiwePart =
  | 'domain'
  | 'address'
  | 'empty line'
  | 'statement'
  | 'URI'
  | 'Version'
  | 'Chain ID'
  | 'Nonce'
  | 'Issued At'
  | 'Expiration Time'
  | 'Not Before'
  | 'Request ID'
  | 'Resources'
  | 'end'

export interface Siwe {
  /** Without the colon; absent if the message has none. */
  scheme?: string
  /** Host, with the port if it has one. */
  domain: string
  address: string
  statement?: string
  uri: string
  chainId: string
  nonce: string
  issuedAt: Date
  expirationTime?: Date
  notBefore?: Date
  requestId?: string
  resources: string[]
  /** Whether the message deviates from the grammar without a change of meaning. */
  isUnusual: boolean
}

/** The site that a sign-in names, as far as that can be read. */
export interface SiweHead {
  scheme?: string
  domain?: string
}

/** `broken`: it resembles a sign-in, but is not valid. It may name several sites. */
export type SiweReading =
  | { kind: 'none' }
  | { kind: 'broken'; line: number; part: SiwePart; heads: SiweHead[] }
  | { kind: 'siwe'; siwe: Siwe }

/** Reads a message. */
export function readSiwe(text: string): SiweReading {
  if (!text.includes(MARK)) return { kind: 'none' }
  try {
    return { kind: 'siwe', siwe: new Lines(text).read() }
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    const { line, part } = error
    const heads = text.split(MARK).slice(0, -1)
    const last = heads.map((before) =>
      before
        .split(/[\r\n]/)
        .at(-1)!
        .trim(),
    )
    return { kind: 'broken', line, part, heads: last.map(readHead) }
  }
}

class Broken extends Error {
  readonly line: number
  readonly part: SiwePart

  constructor(line: number, part: SiwePart) {
    super(`line ${line}: ${part}`)
    this.line = line
    this.part = part
  }
}

class Lines {
  readonly #lines: string[]
  #at = 0
  #isUnusual: boolean

  constructor(text: string) {
    // Line feeds at the end, and line ends as Windows has them.
    const plain = text.replace(/\n+$/, '').replaceAll('\r\n', '\n')
    this.#isUnusual = plain !== text
    this.#lines = plain.split('\n')
  }

  read(): Siwe {
    const head = this.#head()
    const address = this.#next('address')
    if (!ADDRESS.test(address)) this.#fail('address')
    if (this.#next('empty line')) this.#fail('empty line')
    const statement = this.#statement()
    const uri = this.#field('URI', (value) => URI.test(value))
    this.#field('Version', (value) => value === '1')
    const chainId = this.#field('Chain ID', (value) => /^\d{1,78}$/.test(value))
    const nonce = this.#field('Nonce', (value) => /^[!-~]+$/.test(value))
    this.#isUnusual ||= !NONCE.test(nonce)
    const issuedAt = parseDate(this.#field('Issued At', isDate))!
    const expirationTime = this.#optional('Expiration Time', isDate)
    const notBefore = this.#optional('Not Before', isDate)
    const requestId = this.#optional('Request ID', (value) => REQUEST_ID.test(value))
    const resources = this.#resources()
    if (this.#at < this.#lines.length) {
      this.#at++
      this.#fail('end')
    }
    return {
      ...head,
      address,
      ...(statement && { statement }),
      uri,
      chainId,
      nonce,
      issuedAt,
      ...(expirationTime !== undefined && { expirationTime: parseDate(expirationTime)! }),
      ...(notBefore !== undefined && { notBefore: parseDate(notBefore)! }),
      ...(requestId !== undefined && { requestId }),
      resources,
      isUnusual: this.#isUnusual,
    }
  }

  /**
   * Reads up to an empty line before `URI`. Without a statement, the standard has one empty line here, and the siwe
   * library has two.
   */
  #statement(): string {
    const written: string[] = []
    while (!this.#lines[this.#at]?.startsWith('URI: ')) {
      const line = this.#next('URI')
      if (!WRITTEN.test(line) || FIELD.test(line) || line.includes(MARK)) this.#fail('statement')
      written.push(line)
    }
    if (written.pop() !== '') this.#fail('empty line')
    const all = written.join('\n')
    const statement = all.replace(/^\n+|\n+$/g, '')
    this.#isUnusual ||= statement !== all || (statement !== '' && !STATEMENT.test(statement))
    return statement
  }

  #head(): { scheme?: string; domain: string } {
    const line = this.#next('domain')
    const head = readHead(line.slice(0, -MARK.length - 1))
    const { scheme, domain } = head
    const isWhole = line.endsWith(`${MARK}:`) && domain !== undefined && AUTHORITY.test(domain)
    if (!isWhole || (scheme !== undefined && !SCHEME.test(scheme))) this.#fail('domain')
    return head as { domain: string }
  }

  #field(part: SiwePart, isRight: (value: string) => boolean): string {
    const start = `${part}: `
    const line = this.#next(part)
    const value = line.slice(start.length)
    if (!line.startsWith(start) || !isRight(value)) this.#fail(part)
    return value
  }

  #optional(part: SiwePart, isRight: (value: string) => boolean): string | undefined {
    return this.#lines[this.#at]?.startsWith(`${part}: `) ? this.#field(part, isRight) : undefined
  }

  #resources(): string[] {
    if (this.#lines[this.#at] !== 'Resources:') return []
    this.#at++
    const resources: string[] = []
    while (this.#at < this.#lines.length) {
      const line = this.#next('Resources')
      const isRight = line.startsWith('- ') && URI.test(line.slice(2))
      if (!isRight || resources.length === MAX_RESOURCES) this.#fail('Resources')
      resources.push(line.slice(2))
    }
    return resources
  }

  #next(part: SiwePart): string {
    const line = this.#lines[this.#at++]
    return line ?? this.#fail(part)
  }

  #fail(part: SiwePart): never {
    throw new Broken(this.#at, part)
  }
}

function readHead(text: string): SiweHead {
  const at = text.indexOf('://')
  const domain = at < 0 ? text : text.slice(at + 3)
  return { ...(at >= 0 && { scheme: text.slice(0, at) }), ...(domain && { domain }) }
}

const isDate = (text: string): boolean => parseDate(text) !== undefined
