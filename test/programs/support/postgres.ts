/** A real PostgreSQL on a free port, in a temporary folder. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import pg from 'pg'

import { freePorts } from '../../../demo/stack/free-ports.js'

/** Its user. PostgreSQL refuses to run as root. */
const UID = process.getuid?.() === 0 ? idOf('postgres') : undefined
/** Starts while a server before it comes to its end. */
const STARTS = 20

/** Why tests with one are skipped. */
export const NO_POSTGRES = ['postgres', 'initdb'].every(
  (program) => spawnSync(program, ['--version']).status === 0,
)
  ? false
  : 'postgres is not installed'

export interface PostgresServer {
  url: string
  start(): Promise<void>
  /** Ends it at once: kill -9. */
  kill(): Promise<void>
  /** Asks with a connection for this alone. */
  query(text: string): Promise<Record<string, string>[]>
  /** Ends it, and removes its folder. */
  end(): Promise<void>
}

/** An empty database. */
export async function startPostgres(): Promise<PostgresServer> {
  const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-postgres-'))
  if (UID !== undefined) chownSync(dir, UID, UID)
  const asUser = UID === undefined ? {} : { uid: UID, gid: UID }
  const initdb = ['-D', dir, '-U', 'wallet', '--auth=trust', '--no-sync', '-E', 'UTF8']
  const made = spawnSync('initdb', initdb, { ...asUser, cwd: dir, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const [port] = await freePorts(1)
  const url = `postgres://wallet@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  const tryToStart = async () => {
    const options = ['-D', dir, '-p', `${port}`, '-k', '', '-c', 'listen_addresses=127.0.0.1']
    child = spawn('postgres', options, { ...asUser, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] })
    for await (const line of createInterface({ input: child.stderr! })) {
      if (!line.includes('ready to accept connections')) continue
      child.stderr!.resume()
      return true
    }
    return false
  }
  const server: PostgresServer = {
    url,
    async start() {
      // Processes of a server that was killed have its memory for a moment longer.
      for (let i = 0; i < STARTS; i += 1) if (await tryToStart()) return
      throw new Error('postgres ended while starting.')
    },
    async kill() {
      if (child?.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async query(text) {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      const { rows } = await client.query<Record<string, string>>(text)
      await client.end()
      return rows
    },
    async end() {
      await server.kill()
      await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
  await server.start()
  return server
}

function idOf(user: string): number | undefined {
  const { status, stdout } = spawnSync('id', ['-u', user], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}
