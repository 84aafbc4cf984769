/** What the operators' dashboard shows: the audit log from its end, the key nodes, and what it answers to. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { afterEach, describe, it } from 'node:test'

import type { AuditAnswer, AuditEntry, ErrorsAnswer } from '../../src/protocol/dashboard.js'
import { AuditFile, countPeople } from '../../src/server/login/audit.js'
import { type Started, startDashboard } from './support/dashboard.js'

const MINUTE = 60_000
const NOW = Date.now()
const at = (minutesAgo: number) => new Date(NOW - minutesAgo * MINUTE).toISOString()
const entry = (minutesAgo: number, more: Partial<AuditEntry> & { email?: string } = {}) => ({
  ...{
    time: at(minutesAgo),
    event: 'token',
    verifier: 'google',
    application: 'shop',
    outcome: 'ok',
  },
  ...more,
})
const NO_PRLIMIT =
  spawnSync('prlimit', ['--version']).status === 0 ? false : 'prlimit is not installed'
const textOf = (entries: readonly object[]) =>
  entries.map((one) => `${JSON.stringify(one)}\n`).join('')

let dashboard: Started

afterEach(() => dashboard.close())

const withLog = async (auditText: string) => {
  dashboard = await startDashboard({ auditText })
  const session = await dashboard.enter()
  return async <T = AuditAnswer>(query: string, path = 'audit'): Promise<T> => {
    const answer = await dashboard.ask('GET', `/api/${path}?${query}`, undefined, session)
    assert.equal(answer.status, 200, answer.text)
    return answer.json() as T
  }
}

describe('the audit log', () => {
  it('is found newest first, fifty at a time, each line once, over the borders of blocks', async () => {
    const all = Array.from({ length: 3_000 }, (_, i) =>
      entry(3_000 - i, { who: `p${i}`, application: 'x'.repeat(100 + (i % 97)) }),
    )
    const search = await withLog(textOf(all))
    const found: string[] = []
    let next: string | undefined
    do {
      const answer = await search(next ? `before=${next}` : '')
      assert.ok(answer.entries.length <= 50)
      found.push(...answer.entries.map(({ who }) => who!))
      next = answer.next
    } while (next)
    assert.deepEqual(found, all.map(({ who }) => who).reverse())
  })

  it('is searched by time, verifier, application and outcome', async () => {
    const search = await withLog(
      textOf([
        entry(90, { who: 'a', verifier: 'github' }),
        entry(75.5, { who: 'e' }),
        entry(60, { who: 'b', outcome: 'TOKEN_EXPIRED' }),
        entry(30, { who: 'c', application: 'https://b.example' }),
        entry(1, { who: 'd' }),
      ]),
    )
    const who = async (query: Record<string, string>) =>
      (await search(`${new URLSearchParams(query)}`)).entries.map((one) => one.who).join('')
    assert.equal(await who({ verifier: 'github' }), 'a')
    assert.equal(await who({ outcome: 'TOKEN_EXPIRED' }), 'b')
    assert.equal(await who({ application: 'https://b.example' }), 'c')
    assert.equal(await who({ from: at(75), to: at(20) }), 'cb')
    assert.equal(await who({ verifier: 'google', outcome: 'ok' }), 'dce')
    assert.equal(await who({ verifier: 'constructor' }), '')
  })

  it('shows what it holds alone: broken lines and unknown fields are left out', async () => {
    const search = await withLog(
      `${'x'.repeat(600_000)}\nno JSON\n${textOf([entry(2, { email: 'sample.person@example.test' })])}{"time":`,
    )
    assert.deepEqual(await search(''), { entries: [entry(2)] })
  })

  it('may begin with an empty line, as echo leaves a file that it empties', async () => {
    const search = await withLog(`\n${textOf([entry(2, { outcome: 'TOKEN_EXPIRED' })])}`)
    assert.deepEqual(await search(''), { entries: [entry(2, { outcome: 'TOKEN_EXPIRED' })] })
    const { codes } = await search<ErrorsAnswer>('hours=1', 'errors')
    assert.deepEqual(codes, [{ code: 'TOKEN_EXPIRED', count: 1, last: at(2) }])
  })

  it('loses no line behind one that an earlier process left cut off', async () => {
    const search = await withLog(`${textOf([entry(2)])}{"time":"2026-`)
    const log = new AuditFile({ file: dashboard.audit, onFailure: assert.ifError })
    for (const outcome of ['first', 'second']) {
      log.add({ event: 'token', outcome })
      await log.close()
    }
    const { entries } = await search('')
    assert.deepEqual(
      entries.map(({ outcome }) => outcome),
      ['second', 'first', 'ok'],
    )
    assert.doesNotMatch(await readFile(dashboard.audit, 'utf8'), /\n\n/)
  })

  it('loses no line behind one that a full disk cut off', { skip: NO_PRLIMIT }, async () => {
    const search = await withLog(textOf([entry(2)]))
    // A file larger than this cannot be written, which is like a full disk.
    const limit = (bytes: number | 'unlimited') =>
      assert.equal(spawnSync('prlimit', ['--pid', `${process.pid}`, `--fsize=${bytes}:`]).status, 0)
    const faults: Error[] = []
    const log = new AuditFile({ file: dashboard.audit, onFailure: (error) => faults.push(error) })
    limit((await stat(dashboard.audit)).size + 20)
    log.add({ event: 'token', outcome: 'cut off' })
    await log.close()
    limit('unlimited')
    assert.equal(faults.length, 1)
    log.add({ event: 'token', outcome: 'whole' })
    await log.close()
    const { entries } = await search('')
    assert.deepEqual(
      entries.map(({ outcome }) => outcome),
      ['whole', 'ok'],
    )
  })

  it('that was moved meanwhile is told of, and a place that was made up gives nothing', async () => {
    const search = await withLog(textOf(Array.from({ length: 60 }, (_, i) => entry(60 - i))))
    const { next } = await search('')
    await rename(dashboard.audit, `${dashboard.audit}.1`)
    await writeFile(dashboard.audit, textOf(Array.from({ length: 90 }, () => entry(0))))
    const session = await dashboard.enter()
    for (const [query, status] of [
      [`before=${next}`, 400],
      ['before=../etc/passwd', 400],
      ['file=/etc/passwd', 400],
      ['verifier=a&verifier=b', 400],
    ] as const) {
      const answer = await dashboard.ask('GET', `/api/audit?${query}`, undefined, session)
      assert.equal(answer.status, status, query)
    }
  })

  it('is counted no longer than the one who asks waits', async () => {
    await withLog(textOf([entry(1, { who: 'one' }), entry(2, { who: 'two' })]))
    assert.deepEqual([...(await countPeople(dashboard.audit))], [['google', 2]])
    await assert.rejects(countPeople(dashboard.audit, AbortSignal.abort()), { name: 'AbortError' })
  })

  it('is counted by code, the most frequent first', async () => {
    const count = await withLog(
      textOf([
        entry(120, { outcome: 'TOKEN_NONCE' }),
        entry(50, { outcome: 'TOKEN_EXPIRED' }),
        entry(40),
        entry(30, { outcome: 'LOGIN_FAILED' }),
        entry(20, { outcome: 'TOKEN_EXPIRED' }),
      ]),
    )
    const { codes } = await count<ErrorsAnswer>('hours=1', 'errors')
    assert.deepEqual(codes, [
      { code: 'TOKEN_EXPIRED', count: 2, last: at(20) },
      { code: 'LOGIN_FAILED', count: 1, last: at(30) },
    ])
  })
})

describe('the dashboard', () => {
  it('without a log or a network says what it was not given', async () => {
    dashboard = await startDashboard({ audit: undefined })
    const session = await dashboard.enter()
    const own = await dashboard.ask('GET', '/api/session', undefined, session)
    const { hasAudit, hasNetwork } = own.json() as { hasAudit: boolean; hasNetwork: boolean }
    assert.deepEqual([hasAudit, hasNetwork], [false, false])
    for (const [path, option] of [
      ['audit', '--audit'],
      ['errors', '--audit'],
      ['nodes', '--network'],
    ] as const) {
      const answer = await dashboard.ask('GET', `/api/${path}`, undefined, session)
      assert.deepEqual([answer.status, answer.error.code], [400, 'INVALID_REQUEST'])
      assert.ok(answer.error.detail?.includes(option))
    }
  })

  it('describes its routes by the schemas that they are checked by', async () => {
    dashboard = await startDashboard()
    const session = await dashboard.enter()
    const answer = await dashboard.ask('GET', '/api/openapi.json', undefined, session)
    const { openapi, paths } = answer.json() as {
      openapi: string
      paths: Record<string, Record<string, { requestBody?: object; parameters?: object[] }>>
    }
    assert.equal(openapi, '3.1.0')
    assert.deepEqual(Object.keys(paths).sort(), [
      '/api/applications',
      '/api/applications/{id}',
      '/api/audit',
      '/api/entry',
      '/api/errors',
      '/api/nodes',
      '/api/openapi.json',
      '/api/registry',
      '/api/session',
      '/api/verifiers',
      '/api/verifiers/{id}',
      '/api/verifiers/{id}/trial',
    ])
    assert.deepEqual(Object.keys(paths['/api/applications/{id}']!).sort(), ['delete', 'put'])
    assert.ok(paths['/api/applications']!.post!.requestBody)
    assert.equal(paths['/api/audit']!.get!.parameters!.length, 7)
  })
})
