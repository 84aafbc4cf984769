import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import type { Share } from '../../../src/protocol/service.js'
import { openShare } from '../../../src/server/keys/share-file.js'
import { listen } from '../../../src/server/platform/http.js'

/** Starts a service on any free port. @returns Its URL. */
export const start = (app: FastifyInstance): Promise<string> => listen(app, 0, '--port')

/** A folder that is gone when `work` is done. */
export async function inTemporaryFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true })
  }
}

export const readShare = async (dir: string, index: number): Promise<Share> =>
  JSON.parse(await readFile(join(dir, `share-${index}.json`), 'utf8'))

/** The key of shares that tests make. */
export const SHARE_KEY = 'six words that nobody would ever guess'

/** The least that a file of a share may take to be opened: an eighth of what operators' files take. */
export const CHEAP = { N: 2 ** 14, r: 8, p: 1 } as const

/** A share that lies there encrypted. */
export const readSealedShare = async (dir: string, index: number): Promise<Share> => {
  const { share, isSealed } = await openShare(join(dir, `share-${index}.json`), SHARE_KEY)
  assert.ok(isSealed)
  return share
}

/** A log that can be read. */
export function createLog() {
  const lines: string[] = []
  return { lines, write: (line: string) => void lines.push(line) }
}

/** Posts JSON. */
export const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Status and code of a refusal. */
export async function refusal(response: Response): Promise<[status: number, code: string]> {
  const { error } = (await response.json()) as { error: { code: string } }
  return [response.status, error.code]
}
