import { ProviderRpcError, WalletError } from '../../shared/errors.js'
import type { RequestArguments } from './request.js'

/** Calls in one HTTP request; public nodes refuse more than 50 to 100. */
const BATCH_MAX = 50
/** Milliseconds that a node may take. */
const READ_TIMEOUT = 20_000
/** HTTP status of a node that has too much to do; those of one that fails are above. */
const BUSY = 429
/** Milliseconds before a busy node is asked again, once. */
const BUSY_WAIT = 500

interface Call {
  args: RequestArguments
  id: number
  /** The JSON-RPC request. */
  body: string
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** What the node says, unchecked. */
interface Answer {
  id?: unknown
  result?: unknown
  error?: unknown
}
type Answers = Answer | Answer[]

/**
 * Reads of one node, sent from the page. Calls of the same tick go as one batch; a node that refuses
 * batches is remembered. Where the page's policy or the node's forbids the direct way, `fallback` takes it.
 */
export class Reads {
  readonly url: string
  readonly #fallback: (args: RequestArguments) => Promise<unknown>
  #queue: Call[] = []
  #lastId = 0
  #batches = true
  #direct = true

  constructor(url: string, fallback: (args: RequestArguments) => Promise<unknown>) {
    this.url = url
    this.#fallback = fallback
  }

  /** @throws {ProviderRpcError | WalletError} The node's own error; `TIMEOUT`; `CHAIN_DISCONNECTED`. */
  request(args: RequestArguments): Promise<unknown> {
    if (!this.#direct) return this.#fallback(args)
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      const { method, params = [] } = args
      const body = toJson(method, { jsonrpc: '2.0', id, method, params })
      // In a new task, so that all requests of the same tick go together.
      if (this.#queue.push({ args, id, body, resolve, reject }) === 1) setTimeout(this.#flush)
    })
  }

  #flush = (): void => {
    const calls = this.#queue
    this.#queue = []
    while (calls.length) void this.#send(calls.splice(0, this.#batches ? BATCH_MAX : 1))
  }

  async #send(calls: Call[]): Promise<void> {
    const isOne = calls.length === 1
    const body = `${calls.map((call) => call.body)}`
    try {
      const [answers, status] = await this.#post(isOne ? body : `[${body}]`)
      // A node that refuses a batch as too long may do so in a list of one answer.
      if (isOne || (Array.isArray(answers) && answers.length >= calls.length)) {
        for (const { id, resolve, reject } of calls) {
          // Some nodes write the id as a text.
          const own = isOne
            ? (answers as Answer)
            : (answers as Answer[]).find((answer) => `${answer?.id}` === `${id}`)
          const { result, error } = own ?? {}
          if (error) reject(error instanceof WalletError ? error : ProviderRpcError.ofNode(error))
          else if (result === undefined) reject(new WalletError('CHAIN_DISCONNECTED', 'No result.'))
          else resolve(result)
        }
      } else {
        // A node, or a proxy before it, that has too much to do says nothing about batches.
        if (status < BUSY) this.#batches = false
        for (const call of calls) void this.#send([call])
      }
    } catch (error) {
      for (const call of calls) this.#fail(call, error)
    }
  }

  /** `fetch` says TypeError for CORS, for the page's `connect-src` and for a dead network alike. */
  #fail({ args, resolve, reject }: Call, error: unknown): void {
    if (error instanceof TypeError) {
      this.#fallback(args).then((result) => {
        this.#direct = false
        resolve(result)
      }, reject)
    } else reject(error)
  }

  /** @param again - Of the first try: both have one deadline. */
  async #post(body: string, again?: AbortSignal): Promise<[answers: Answers, status: number]> {
    const signal = again ?? AbortSignal.timeout(READ_TIMEOUT)
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        credentials: 'omit',
        body,
        signal,
      })
      const { status } = response
      if (status === BUSY && !again) {
        await new Promise((resolve) => setTimeout(resolve, BUSY_WAIT))
        return await this.#post(body, signal)
      }
      const text = await response.text()
      const error = new WalletError('CHAIN_DISCONNECTED', `HTTP ${status}.`)
      return [parse(text) ?? { error }, status]
    } catch (error) {
      throw signal.aborted ? new WalletError('TIMEOUT', `The node: ${READ_TIMEOUT} ms.`) : error
    }
  }
}

/** @throws {WalletError} `INVALID_ARGUMENT` if a value cannot be written as JSON. */
export function toJson(method: string, value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw new WalletError('INVALID_ARGUMENT', `${method}: params are not JSON.`, { cause })
  }
}

function parse(text: string): Answers | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
