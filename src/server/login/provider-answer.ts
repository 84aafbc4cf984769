/** Answers of identity providers, which may be anything. */
import { WalletError } from '../../shared/errors.js'

/** Bytes: far more than any profile has. */
const MAX_ANSWER = 256 * 1024

export type Answer = Record<string, unknown>

/** @throws {WalletError} `SERVICE_UNAVAILABLE` if the provider does not answer. */
export async function asking(request: Promise<Response>): Promise<Response> {
  try {
    return await request
  } catch (error) {
    // A fault on our side, such as a bad private key, is not the provider's silence.
    throw WalletError.is(error) ? error : noAnswer()
  }
}

/**
 * Reads an answer: an object, or a list under `items`.
 *
 * @param errors - Paths of error codes in the body, which count whatever the HTTP status.
 * @throws {WalletError} `LOGIN_FAILED` with the provider's error code, and nothing else that it said;
 *   `SERVICE_UNAVAILABLE` for a malformed answer.
 */
export async function readAnswer(
  response: Response,
  errors: readonly string[] = ['error'],
): Promise<Answer> {
  const { ok, status } = response
  if (status >= 500) throw noAnswer()
  const answer = toAnswer(await readText(response))
  for (const path of errors) {
    const code = valueAt(answer, path)
    if (isErrorCode(code)) throw new WalletError('LOGIN_FAILED', String(code))
  }
  if (!ok) throw new WalletError('LOGIN_FAILED', `The provider answers ${status}.`)
  return answer
}

/** The value at a path such as `data.id`. */
export function valueAt(answer: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    return isThere ? (value as Answer)[name] : undefined
  }, answer)
}

const isErrorCode = (code: unknown): boolean =>
  typeof code === 'number'
    ? code !== 0
    : typeof code === 'string' && /^[\x20-\x7e]{1,200}$/.test(code)

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      if (text.length > MAX_ANSWER) throw noAnswer()
    }
  } catch {
    throw noAnswer()
  }
  return text + decoder.decode()
}

function toAnswer(text: string): Answer {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw noAnswer()
  }
  if (typeof value !== 'object' || value === null) throw noAnswer()
  return Array.isArray(value) ? { items: value } : (value as Answer)
}

const noAnswer = () =>
  new WalletError('SERVICE_UNAVAILABLE', 'The identity provider gives no answer.')
