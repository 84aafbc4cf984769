/**
 * What requests cost a login service: the shipped program as one process, asked over HTTP from many networks, alone and with a
 * Redis. The identity provider is a local one, which answers at once.
 */
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { build } from '../scripts/build.js'
import { randomId } from '../src/shared/encoding.js'
import { type Issuer, registryFor, SECRET, startIssuer } from '../test/node/support/issuer.js'
import { inTemporaryFolder } from '../test/node/support/services.js'
import { NO_REDIS, startRedis } from '../test/programs/support/redis.js'
import { AT_ONCE, post } from './load.js'
import { type Program, startProgram } from './program.js'
import { round, table } from './table.js'

const TIMES = 4_000
const WARM_UP = 800
const WALLET = 'http://localhost:4050'
const UNLIMITED = '999999999'
/** Characters of an ID token, and of a letter with one. */
const TOKEN = 1_200
const LETTER = 2_000

export async function service(): Promise<void> {
  await build(['server'])
  const issuer = await startIssuer()
  const idToken = 'x'.repeat(TOKEN)
  issuer.answer = { status: 200, body: JSON.stringify({ id_token: idToken }) }
  try {
    const rows = await measure('memory', issuer)
    if (NO_REDIS) console.log(NO_REDIS)
    else {
      const redis = await startRedis('--maxmemory', '1gb', '--maxmemory-policy', 'noeviction')
      try {
        rows.push(...(await measure('Redis', issuer, redis.url)))
      } finally {
        await redis.kill()
      }
    }
    table(`A login service of one process, ${TIMES} requests of a kind, ${AT_ONCE} at once`, rows)
  } finally {
    issuer.close()
  }
}

type Row = Record<string, string | number>

const measure = (kind: string, issuer: Issuer, redis?: string): Promise<Row[]> =>
  inTemporaryFolder(async (dir) => {
    await writeFile(join(dir, 'registry.json'), JSON.stringify(registryFor(issuer.url)))
    await writeFile(join(dir, 'secrets.json'), JSON.stringify({ google: SECRET }))
    const program = await startProgram(
      ...['login-service', '--registry', join(dir, 'registry.json'), '--wallet-origin', WALLET],
      ...['--secrets', join(dir, 'secrets.json'), '--trust-proxy', '127.0.0.1,::1'],
      ...['--rate-limit', UNLIMITED, '--redis', redis ?? 'none'],
    )
    try {
      const rows: Row[] = []
      for (const [what, paths, body] of KINDS) {
        await ask(program, paths, body, WARM_UP)
        const before = { cpu: await program.cpuTime(), redis: await redisNow(redis) }
        await ask(program, paths, body, TIMES)
        const cpu = ((await program.cpuTime()) - before.cpu) / TIMES
        const { bytes, cpu: redisCpu } = await redisNow(redis)
        rows.push({
          ...{
            store: kind,
            what,
            'CPU, µs': round(cpu, 0),
            'a second of one core': round(1e6 / cpu, 0),
          },
          'memory, MB': round(await program.memory(), 0),
          "Redis' CPU, µs": round((redisCpu - before.redis.cpu) / TIMES, 0),
          "Redis' memory, bytes": round((bytes - before.redis.bytes) / TIMES, 0),
        })
      }
      return rows
    } finally {
      await program.end()
    }
  })

/** The same body is sent to each path, one after the other. */
const KINDS: [what: string, paths: string[], body: () => object][] = [
  [
    'a login: /token',
    ['/token'],
    () => ({
      ...{ verifier: 'google', code: randomId(16), codeVerifier: 'v'.repeat(43) },
      redirectUri: `${WALLET}/login`,
    }),
  ],
  [
    'a letter, left and taken: /mailbox, /mailbox/take',
    ['/mailbox', '/mailbox/take'],
    () => ({ id: randomId(32), data: 'x'.repeat(LETTER) }),
  ],
  [
    'whether a session was ended: /sessions/ended',
    ['/sessions/ended'],
    () => ({ name: randomId(32) }),
  ],
]

async function ask(
  { url }: Program,
  paths: string[],
  body: () => object,
  times: number,
): Promise<void> {
  let left = times
  const worker = async () => {
    while (left-- > 0) {
      const sent = JSON.stringify(body())
      // Each request comes from a different site, so that no limit is reached.
      const [a, b, c] = [left >> 16, left >> 8, left].map((part) => part & 0xff)
      const from = { 'x-forwarded-for': `${20 + a!}.${b}.${c}.1` }
      for (const path of paths) await post(url + path, sent, from)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Bytes that a Redis holds, and microseconds of CPU time that it has used. */
async function redisNow(url: string | undefined): Promise<{ bytes: number; cpu: number }> {
  if (!url) return { bytes: 0, cpu: 0 }
  const socket = connect(Number(new URL(url).port), 'localhost')
  socket.end('INFO\r\nQUIT\r\n')
  const info = await text(socket)
  const numberOf = (name: string) => Number(info.match(new RegExp(`^${name}:([\\d.]+)`, 'm'))![1])
  const seconds = numberOf('used_cpu_user') + numberOf('used_cpu_sys')
  return { bytes: numberOf('used_memory'), cpu: seconds * 1e6 }
}
