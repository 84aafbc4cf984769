/** Times, as messages and typed data write them. */

/** RFC 3339, date-time. */
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/
/** Seconds since 1970 that are a time, and not some other number: from 2001 to 2286. */
const EARLIEST = 1_000_000_000n
const LATEST = 9_999_999_999n

/** A time as RFC 3339 writes it; `undefined` for anything else, and for a day that no calendar has. */
export function parseDate(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second, ...zone] = DATE_TIME.exec(text) ?? []
  if (!year) return undefined
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  const isZone = Number(zone[0] ?? 0) < 24 && Number(zone[1] ?? 0) < 60
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days
  return isTime && isZone && isDay ? new Date(text.toUpperCase()) : undefined
}

/** Seconds since 1970 as a time; `undefined` if they are more likely something else. */
export const fromSeconds = (seconds: bigint): Date | undefined =>
  seconds >= EARLIEST && seconds <= LATEST ? new Date(Number(seconds) * 1000) : undefined
