/** Looks into the audit log from its end: it may be large, and operators look for the newest lines. */
import { type FileHandle, open } from 'node:fs/promises'

import {
  type AuditAnswer,
  AuditEntry,
  type AuditQuery,
  type ErrorsAnswer,
} from '../../protocol/dashboard.js'
import { WalletError } from '../../shared/errors.js'
import { fromJson } from '../platform/json-text.js'
import { unreadable } from '../platform/read-file.js'

/** Entries per answer. */
const PAGE = 50
/** Bytes that one request reads at most, and at a time. A line is shorter than the latter. */
const MOST = 64 * 2 ** 20
const BLOCK = 2 ** 18
const NEWLINE = 10
/** Milliseconds by which lines of several writers may be out of order. */
const DISORDER = 60_000

/** Matching entries, newest first. @throws {WalletError} `INVALID_ARGUMENT` if the log was rotated in between. */
export async function searchAudit(file: string, query: AuditQuery): Promise<AuditAnswer> {
  return withFile(file, async (handle, { ino, size }) => {
    const end = query.before === undefined ? size : endOf(query.before, ino, size)
    const entries: AuditEntry[] = []
    let next = 0
    for await (const { entry, offset } of backwards(handle, end)) {
      next = offset
      if (entry && query.from && isLongBefore(entry, query.from)) {
        next = 0
        break
      }
      if (entry && fits(entry, query)) entries.push(entry)
      if (entries.length === PAGE) break
    }
    return { entries, ...(next > 0 && { next: `${ino}-${next}` }) }
  })
}

/** How often which failure is in the log since a time, the most frequent first. */
export async function countErrors(file: string, since: string): Promise<ErrorsAnswer> {
  return withFile(file, async (handle, { size }) => {
    const codes = new Map<string, { count: number; last: string }>()
    // If a large log was not read back to `since`, the counts start at this time.
    let oldest: string | undefined
    for await (const { entry, offset } of backwards(handle, size)) {
      if (entry) oldest = entry.time
      if (offset === 0 || (entry && isLongBefore(entry, since))) oldest = undefined
      if (entry && isLongBefore(entry, since)) break
      if (!entry || entry.outcome === 'ok' || isBefore(entry, since)) continue
      const { count, last } = codes.get(entry.outcome) ?? { count: 0, last: entry.time }
      codes.set(entry.outcome, { count: count + 1, last })
    }
    const sorted = [...codes].sort(([, one], [, other]) => other.count - one.count)
    return {
      since: oldest ?? since,
      codes: sorted.map(([code, counted]) => ({ code, ...counted })),
    }
  })
}

async function withFile<T>(
  file: string,
  work: (handle: FileHandle, stats: { ino: number; size: number }) => Promise<T>,
): Promise<T> {
  const handle = await open(file, 'r').catch(unreadable('The audit log'))
  try {
    return await work(handle, await handle.stat())
  } finally {
    await handle.close()
  }
}

/** The lines before an offset, last line first; `entry` is absent for a broken line. */
async function* backwards(
  handle: FileHandle,
  from: number,
): AsyncGenerator<{ entry: AuditEntry | undefined; offset: number }> {
  for (let end = from; end > 0 && from - end < MOST; ) {
    const start = Math.max(0, end - BLOCK)
    const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
    // The block's first line may begin in the block before, so skip it.
    const whole = start === 0 ? 0 : buffer.indexOf(NEWLINE) + 1
    let stop = end - start
    while (stop > whole) {
      // A negative offset would count from the end, so a file that begins with an empty line needs its own case.
      const before = stop < 2 ? -1 : buffer.lastIndexOf(NEWLINE, stop - 2)
      const at = Math.max(whole, before + 1)
      yield { entry: entryOf(buffer.toString('utf8', at, stop)), offset: start + at }
      stop = at
    }
    end = whole > 0 && start + whole < end ? start + whole : start
  }
}

function entryOf(line: string): AuditEntry | undefined {
  return AuditEntry.safeParse(fromJson(line)).data
}

function endOf(cursor: string, ino: number, size: number): number {
  const [file, offset] = cursor.split('-')
  if (file === String(ino) && Number(offset) <= size) return Number(offset)
  throw new WalletError('INVALID_ARGUMENT', 'The log was moved meanwhile. Search anew.')
}

const isBefore = ({ time }: AuditEntry, limit: string, slack = 0): boolean =>
  Date.parse(time) < Date.parse(limit) - slack

/** Allows for lines out of order: no line above can be later than the limit. */
const isLongBefore = (entry: AuditEntry, limit: string): boolean => isBefore(entry, limit, DISORDER)

function fits(entry: AuditEntry, { from, to, before: _, ...words }: AuditQuery): boolean {
  if ((from && isBefore(entry, from)) || (to && !isBefore(entry, to))) return false
  return (Object.keys(words) as (keyof typeof words)[]).every(
    (field) => words[field] === undefined || entry[field] === words[field],
  )
}
