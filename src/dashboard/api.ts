/** Requests from the page to the dashboard's API. */
import type * as z from 'zod/mini'

import {
  Changed,
  DashboardFailure,
  MOVES_ADDRESSES,
  SessionAnswer,
  TrialAnswer,
} from '../protocol/dashboard.js'

/** Milliseconds. Long, since the dashboard may ask providers and key nodes for its answer. */
const TIMEOUT = 40_000

export type Failure = DashboardFailure & {
  /** HTTP status; 0 if there was no answer. */
  status: number
}

export class ApiError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.detail ?? failure.code)
    this.failure = failure
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Asked {
  body?: object | undefined
  /** Version of the registry that the person edited. */
  version?: string
}

export interface Write {
  method: Exclude<Method, 'GET'>
  path: string
  body?: object
}

/** @throws {ApiError} */
export async function get<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> {
  return schema.parse(await ask('GET', path))
}

/**
 * Changes the registry.
 *
 * @param isAccepted - The person has read whose addresses move.
 * @throws {ApiError}
 */
export async function write(
  { method, path, body }: Write,
  version: string,
  isAccepted = false,
): Promise<Changed> {
  const accepted = isAccepted ? { ...body, accept: [MOVES_ADDRESSES] } : body
  return Changed.parse(await ask(method, path, { version, body: accepted }))
}

/** Tries a login by a verifier. @throws {ApiError} */
export const tryLogin = async (id: string): Promise<TrialAnswer> =>
  TrialAnswer.parse(await ask('POST', `verifiers/${encodeURIComponent(id)}/trial`))

/** @throws {ApiError} */
export const enter = async (token: string): Promise<SessionAnswer> =>
  SessionAnswer.parse(await ask('POST', 'entry', { body: { token } }))

/** @throws {ApiError} */
export const leave = (): Promise<unknown> => ask('DELETE', 'session')

async function ask(method: Method, path: string, { body, version }: Asked = {}): Promise<unknown> {
  const answer = await fetch(`/api/${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(version && { 'if-match': `"${version}"` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(() => undefined)
  if (!answer) {
    throw new ApiError({ status: 0, code: 'TIMEOUT', detail: 'The dashboard gives no answer.' })
  }
  if (answer.status === 204) return undefined
  const value: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return value
  const { error = { code: 'INTERNAL' } } = DashboardFailure.safeParse(value).data ?? {}
  throw new ApiError({ status: answer.status, ...error })
}
