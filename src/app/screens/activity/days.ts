/** Days and times of a list, in the language and the time zone of the person. */
const DAY = 86_400_000

/** Something that happened. */
export interface Timed {
  /** Unix time in milliseconds. */
  time: number
}

/** @param all - The latest first. */
export function byDay<One extends Timed>(all: readonly One[]): [One, ...One[]][] {
  const days: [One, ...One[]][] = []
  for (const one of all) {
    const last = days.at(-1)
    if (last && startOf(last[0].time) === startOf(one.time)) last.push(one)
    else days.push([one])
  }
  return days
}

/** "Today", "Yesterday", else the date; with the year only if it is not this year. @param locale - BCP 47. */
export function dayText(time: number, locale: string, now = Date.now()): string {
  // Days that a clock change makes shorter or longer are days, too.
  const ago = Math.round((startOf(now) - startOf(time)) / DAY)
  if (ago === 0 || ago === 1) {
    const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-ago, 'day')
    return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1)
  }
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'long', day: 'numeric', month: 'long' },
    ...(!isThisYear && { year: 'numeric' }),
  }).format(time)
}

export const clockText = (time: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(time)

const startOf = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
