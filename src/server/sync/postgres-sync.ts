/**
 * Blobs in PostgreSQL 12 or later, shared by any number of copies. Each change is one statement, and confirmed once
 * PostgreSQL has it on disk (`synchronous_commit`, on by default).
 */
import pg from 'pg'

import { WalletError } from '../../shared/errors.js'
import { answered, type SyncEntry, type SyncStore, type SyncUsage } from './sync-store.js'

/** Milliseconds for a connection, and for a statement: each is given up after that. */
const TIMEOUT = 2_000
/** Milliseconds for migrations. A copy waits for others that are migrating. */
const MIGRATION_TIMEOUT = 60_000
/** Connections of one copy. */
const CONNECTIONS = 10
/** Locators that are fetched at a time. */
const PAGE = 1_000
/** Blobs that are counted exactly; beyond that, PostgreSQL's estimate is used. */
const COUNTED = 100_000
/**
 * Codes of refusals that end by themselves: lost connections, conflicts, no connection or disk left, locks, starts and
 * stops, faults of its machine; and a standby that takes no writes until it takes over. 08P01 is all that PgBouncer says.
 */
const PASSING = /^(08(?!P)|40|53|55|57|58)|^25006$/
/** Id of the advisory lock for migrations: an arbitrary number. */
const LOCK = 7_902_146

/** Migrations in order. Add new ones, and never change old ones. */
const MIGRATIONS = [
  `create table wallet_embed_sync (
    locator bytea primary key,
    version bigint not null,
    blob bytea not null
  );
  -- Ciphertext does not get smaller.
  alter table wallet_embed_sync alter column blob set storage external`,
]

const READ = 'select version, blob from wallet_embed_sync where locator = $1'
const CREATE =
  'insert into wallet_embed_sync (locator, version, blob) values ($1, $2, $3) on conflict do nothing'
const REPLACE =
  'update wallet_embed_sync set version = $2, blob = $3 where locator = $1 and version = $4'
const FORGET = 'delete from wallet_embed_sync where locator = $1 and version = $2'
const USAGE = `select case when reltuples > ${COUNTED} then reltuples::bigint
    else (select count(*) from wallet_embed_sync) end as persons,
  pg_total_relation_size(oid) as bytes
  from pg_class where oid = 'wallet_embed_sync'::regclass`
const LOCATORS = `select locator from wallet_embed_sync where locator > $1 order by locator limit ${PAGE}`

/**
 * Makes or changes the table if need be.
 *
 * @param url - `postgres://user:password@host:port/database`, with `?sslmode=verify-full` for TLS.
 * @throws {WalletError} `SERVICE_UNAVAILABLE` if PostgreSQL gives no answer, or cannot be used for now;
 *   `INVALID_ARGUMENT` if it refuses, or if the table is of a later version of this program.
 */
export async function connectPostgres(url: string): Promise<SyncStore> {
  const options = {
    connectionString: url,
    application_name: 'wallet-embed',
    connectionTimeoutMillis: TIMEOUT,
    keepAlive: true,
  }
  try {
    await migrate(new pg.Client({ ...options, query_timeout: MIGRATION_TIMEOUT }))
  } catch (cause) {
    if (WalletError.is(cause)) throw cause
    throw unopened(cause)
  }
  const limits = { max: CONNECTIONS, query_timeout: TIMEOUT, statement_timeout: TIMEOUT }
  const pool = new pg.Pool({ ...options, ...limits })
  // An error without a listener would end the process: listen on idle connections and on those in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresSync(pool)
}

function unopened(cause: unknown): WalletError {
  // By its class: codes of Node, such as EPIPE, may have five characters, too.
  if (!(cause instanceof pg.DatabaseError)) {
    return new WalletError('SERVICE_UNAVAILABLE', 'PostgreSQL gives no answer.', { cause })
  }
  const { code = '', message } = cause
  const kind = PASSING.test(code) ? 'SERVICE_UNAVAILABLE' : 'INVALID_ARGUMENT'
  return new WalletError(kind, `PostgreSQL: ${message}.`, { cause })
}

/** Runs all migrations or none, one copy after the other. */
async function migrate(client: pg.Client): Promise<void> {
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${LOCK})`)
    await client.query(
      'create table if not exists wallet_embed_sync_version (version int not null)',
    )
    const { rows } = await client.query<{ version: number }>(
      'select version from wallet_embed_sync_version',
    )
    const version = rows[0]?.version ?? 0
    if (version > MIGRATIONS.length) {
      throw new WalletError('INVALID_ARGUMENT', 'PostgreSQL: its table is of a later version.')
    }
    for (const change of MIGRATIONS.slice(version)) await client.query(change)
    await client.query('delete from wallet_embed_sync_version')
    await client.query(`insert into wallet_embed_sync_version values (${MIGRATIONS.length})`)
    await client.query('commit')
  } finally {
    // Closing the connection rolls back an open transaction.
    await client.end().catch(() => {})
  }
}

/** Large integers come as text. */
interface Row {
  locator: Buffer
  version: string
  blob: Buffer
}

class PostgresSync implements SyncStore {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async read(locator: string): Promise<SyncEntry | null> {
    const [kept] = (await this.#ask<Row>(READ, [bytesOf(locator)])).rows
    return kept ? { version: Number(kept.version), blob: kept.blob } : null
  }

  async write(locator: string, base: number, { version, blob }: SyncEntry): Promise<boolean> {
    const values = [bytesOf(locator), version, Buffer.from(blob)]
    const { rowCount } = await (base
      ? this.#ask(REPLACE, [...values, base])
      : this.#ask(CREATE, values))
    return rowCount === 1
  }

  async forget(locator: string, version: number): Promise<boolean> {
    const { rowCount } = await this.#ask(FORGET, [bytesOf(locator), version])
    return rowCount === 1
  }

  async usage(): Promise<SyncUsage> {
    const [usage] = (await this.#ask<Record<keyof SyncUsage, string>>(USAGE, [])).rows
    return { persons: Number(usage?.persons), bytes: Number(usage?.bytes) }
  }

  async *locators(): AsyncGenerator<string> {
    let after: Buffer | undefined = Buffer.alloc(0)
    while (after) {
      const answer: pg.QueryResult<Row> = await this.#ask<Row>(LOCATORS, [after])
      for (const { locator } of answer.rows) yield locator.toString('base64url')
      after = answer.rows.at(-1)?.locator
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  #ask<T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<T>> {
    return answered(this.#query<T>(text, values))
  }

  async #query<T extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<pg.QueryResult<T>> {
    const client = await this.#pool.connect()
    try {
      const answer = await client.query<T>(text, values)
      client.release()
      return answer
    } catch (error) {
      // Destroy the connection: a late answer would block the next statement.
      client.release(true)
      throw error
    }
  }
}

const bytesOf = (locator: string): Buffer => Buffer.from(locator, 'base64url')
