/** Whether a node's clock is right: an ID token counts only for a while, and only once it was issued. */
import type { Registry } from '../../protocol/registry.js'
import type { KeyNetwork } from '../../protocol/service.js'
import { serviceUrl } from '../../shared/service-url.js'

/** Milliseconds for an answer: when in that time its `Date` was written is not known. */
const TIMEOUT = 4_000
/**
 * Seconds. Smaller differences cannot be measured: `Date` has whole seconds, and an answer takes up to four. Clocks set
 * by NTP differ by milliseconds, so a larger difference means a clock that is not set.
 */
export const TOLERANCE = 5
/** Seconds: as long as any provider that we know lets an ID token count. */
const TOKEN_LIFE = 3600

/** URLs whose clocks to compare with: the wallet app's host and the network's other nodes. */
export const othersOf = (place: string, { nodes }: KeyNetwork, index: number): string[] => [
  ...(isUrl(place) ? [place] : []),
  ...nodes.filter((node) => node.index !== index).map(({ url }) => serviceUrl(url, '/healthz')),
]

export const isUrl = (place: string): boolean => /^https?:\/\//.test(place)

export class Clock {
  /** Seconds that this clock is ahead of the others; negative if behind; undefined until one has answered. */
  ahead: number | undefined
  readonly #onChanged: (clock: Clock) => void

  /** @param onChanged - Hears when it turns out to be right or off, and when that changes. */
  constructor(onChanged: (clock: Clock) => void) {
    this.#onChanged = onChanged
  }

  get isOff(): boolean {
    return Math.abs(this.ahead ?? 0) > TOLERANCE
  }

  /** Compares with the other clocks. If none answers, the last result stays. */
  async compare(urls: string[]): Promise<void> {
    const told = (await Promise.all(urls.map(aheadOf))).filter((one) => one !== undefined)
    if (!told.length) return
    const { ahead: before, isOff: wasOff } = this
    this.ahead = middle(told)
    if (before === undefined || wasOff !== this.isOff) this.#onChanged(this)
  }

  /** Why this clock fails every ID token, even of the verifier with the largest leeway. */
  fault({ verifiers }: Registry): string | undefined {
    const { ahead = 0 } = this
    const leeway = Math.max(0, ...Object.values(verifiers).map((verifier) => verifier.leeway))
    const isFault = ahead < -leeway || ahead > TOKEN_LIFE + leeway
    if (!isFault) return undefined
    const by = `${Math.round(Math.abs(ahead))} s ${ahead < 0 ? 'behind' : 'ahead of'}`
    return `This clock is ${by} the network's: no ID token counts.`
  }
}

/**
 * The median, so that one wrong clock among several has no effect. Of two middle values, the one nearer to zero, so
 * that half of the clocks cannot declare this one wrong.
 */
export function middle(told: number[]): number {
  const sorted = told.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]!
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]!
  return Math.abs(lower) < Math.abs(upper) ? lower : upper
}

/** Reads the `Date` header of any answer, including an error. */
export async function aheadOf(url: string): Promise<number | undefined> {
  try {
    const asked = Date.now()
    const { headers } = await fetch(url, {
      ...{ method: 'HEAD', redirect: 'manual', cache: 'no-store' },
      signal: AbortSignal.timeout(TIMEOUT),
    })
    const here = (asked + Date.now()) / 2
    // `Age` tells how long a cache has had the answer. Half a second is the average rounding of `Date`.
    const age = Number(headers.get('age') ?? 0)
    const there = Date.parse(headers.get('date') ?? '') + age * 1000 + 500
    return Number.isFinite(there) ? (here - there) / 1000 : undefined
  } catch {
    return undefined
  }
}
