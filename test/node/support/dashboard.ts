/** A dashboard over temporary files, asked as its page would ask it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { InjectOptions } from 'fastify'

import { createDashboard, type DashboardOptions } from '../../../src/server/dashboard/dashboard.js'
import { AuditFile } from '../../../src/server/login/audit.js'
import { createLog, start } from './services.js'

/** As a person may have written it, with a field that we do not know. */
export const REGISTRY = `{
  "embedders": ["https://shop.example", { "origin": "https://b.example", "approvals": "window" }],
  "applications": {
    "shop": {
      "note":   "ours",
      "name": "Shop",
      "origins": ["https://shop.example"]
    },
    "constructor-of-nothing": { "name": "Other", "origins": ["https://b.example"] }
  },
  "verifiers": {}
}
`

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Headers = Record<string, string>

export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  error: {
    code?: string
    detail?: string
    reason?: string
    fields?: { field: string; fault: string }[]
    moves?: { verifier: string; people?: number }[]
  }
  json(): unknown
}

export async function startDashboard(
  given: Partial<DashboardOptions> & { text?: string; auditText?: string } = {},
) {
  const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-dashboard-'))
  const [registry, audit] = [join(dir, 'registry.json'), join(dir, 'audit.log')]
  await writeFile(registry, given.text ?? REGISTRY)
  await writeFile(audit, given.auditText ?? '')
  const log = createLog()
  const changes = new AuditFile({
    file: audit,
    onFailure: (error) => {
      throw error
    },
  })
  const { app, issueToken } = createDashboard({ registry, audit, changes, log, ...given })
  const url = await start(app)
  const { host } = new URL(url)

  /** `headers` count over those of the page; an empty one is not sent. */
  const ask = async (
    method: Method,
    path: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<Answer> => {
    const own = {
      host,
      ...(method !== 'GET' && { origin: url }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const sent = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''))
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const options: InjectOptions = { method, url: path, headers: sent }
    const response = await app.inject(body === undefined ? options : { ...options, payload })
    const text = response.payload
    const json = () => JSON.parse(text) as unknown
    const { statusCode: status, headers: answered } = response
    const error = status < 400 ? {} : ((json() as { error: Answer['error'] }).error ?? {})
    return { status, headers: answered, text, error, json }
  }

  /** @returns The header of a session's cookie. */
  const enter = async (token = issueToken()): Promise<{ cookie: string }> => {
    const { headers } = await ask('POST', '/api/entry', { token })
    return { cookie: String(headers['set-cookie']).split(';')[0]! }
  }

  const version = async (session: Headers): Promise<string> =>
    String((await ask('GET', '/api/registry', undefined, session)).headers.etag)

  return {
    ...{ app, url, host, registry, audit, log, ask, enter, version, issueToken },
    changes,
    read: () => readFile(registry, 'utf8'),
    /** A session, and the version that it looked at. */
    editing: async (): Promise<{ cookie: string; 'if-match': string }> => {
      const session = await enter()
      return { ...session, 'if-match': await version(session) }
    },
    close: async () => {
      await app.close()
      await changes.close()
      await rm(dir, { recursive: true })
    },
  }
}

export type Started = Awaited<ReturnType<typeof startDashboard>>
