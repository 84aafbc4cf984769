/**
 * How many blobs of 4 KiB a login service replaces and reads a second, over HTTP with the signature checked, by store;
 * and what the store does by itself in the same run. The side that asks runs on the same cores.
 */
import { join } from 'node:path'

import { createLoginService } from '../src/server/login/login-service.js'
import { listen } from '../src/server/platform/http.js'
import { checkRegistry } from '../src/server/registry/registry.js'
import { type Limited, MemoryStore } from '../src/server/store/store.js'
import { openSyncStore } from '../src/server/sync/open.js'
import type { SyncStore } from '../src/server/sync/sync-store.js'
import { inTemporaryFolder } from '../test/node/support/services.js'
import { randomBlob, SyncPerson } from '../test/node/support/sync-person.js'
import { NO_POSTGRES, startPostgres } from '../test/programs/support/postgres.js'
import { AT_ONCE, ask } from './load.js'
import { table } from './table.js'

const PEOPLE = 500
/** Of each person's blob. */
const WRITES = 5
const READS = 10_000
const UNLIMITED = 999_999_999

/** Its limits are never reached. */
class Unlimited extends MemoryStore {
  override limiter(name: string, limit: Limited) {
    return super.limiter(name, { ...limit, points: UNLIMITED })
  }
}

export async function syncStores(): Promise<void> {
  const rows: Record<string, string | number>[] = []
  // The first run compiles what the others use.
  await measure('warm-up', 'memory')
  rows.push(await measure('memory', 'memory'))
  await inTemporaryFolder(async (dir) => {
    rows.push(await measure('LMDB', `lmdb:${join(dir, 'sync')}`))
  })
  if (NO_POSTGRES) console.log(NO_POSTGRES)
  else {
    const server = await startPostgres()
    try {
      rows.push(await measure('PostgreSQL', server.url))
    } finally {
      await server.end()
    }
  }
  table(`Blobs of 4 KiB a second, ${PEOPLE} people, ${AT_ONCE} at once`, rows)
}

async function measure(kind: string, place: string): Promise<Record<string, string | number>> {
  const sync = await openSyncStore(place, 'sync')
  const people = Array.from({ length: PEOPLE }, () => new SyncPerson())
  const created = await rate(PEOPLE, () =>
    atOnce(people, ({ locator }) => sync.write(locator, 0, { version: 1, blob: randomBlob() })),
  )
  const bareReads = await rate(READS, () => bare(sync, people))
  const app = createLoginService({
    registry: checkRegistry({ applications: {}, verifiers: {} }),
    ...{ secrets: {}, walletOrigin: 'http://localhost:4050', rateLimit: UNLIMITED, sync },
    store: new Unlimited(),
  })
  const url = await listen(app, 0, '--port')
  let written = 0
  for (let version = 1; version <= WRITES; version += 1) {
    const bodies = await Promise.all(
      people.map(async (person) =>
        JSON.stringify(await person.write(version, version + 1, randomBlob())),
      ),
    )
    written += await seconds(() => ask(`${url}/sync/write`, bodies, PEOPLE))
  }
  const reads = people.map(({ locator }) => JSON.stringify({ locator }))
  const readRate = await rate(READS, () => ask(`${url}/sync/read`, reads, READS))
  await app.close()
  await sync.close()
  return {
    store: kind,
    'writes, HTTP': Math.round((PEOPLE * WRITES) / written),
    'reads, HTTP': readRate,
    'new, store alone': created,
    'reads, store alone': bareReads,
  }
}

const seconds = async (work: () => Promise<void>): Promise<number> => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

const rate = async (times: number, work: () => Promise<void>): Promise<number> =>
  Math.round(times / (await seconds(work)))

const bare = (sync: SyncStore, people: SyncPerson[]): Promise<void> => {
  const all = Array.from({ length: READS }, (_, i) => people[i % people.length]!)
  return atOnce(all, ({ locator }) => sync.read(locator))
}

async function atOnce<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items[Symbol.iterator]()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
