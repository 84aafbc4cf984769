/** Sites whose address imitates a known site. */

/** Letters a label needs before a difference of one letter counts as an imitation. */
const MIN_LETTERS = 5
/** How letters and digits of hosts are mistaken for each other. */
const SHAPES: [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/0/g, 'o'],
  [/[1i|]/g, 'l'],
  [/5/g, 's'],
  [/-/g, ''],
]
/** Prefix of a label with letters outside a to z (RFC 5890). */
const FOREIGN = 'xn--'

/**
 * `open`: anyone on the network path can ask in the site's name. `letters`: the name has letters that can pass for
 * others. `alike`: it is almost the address of a site that the person knows.
 */
export type OriginRisk = { kind: 'open' } | { kind: 'letters' } | { kind: 'alike'; other: string }

/**
 * The worst first.
 *
 * @param origin - Of the site that asks.
 * @param known - Origins that the person has connected.
 */
export function originRisks(origin: string, known: readonly string[]): OriginRisk[] {
  const { protocol, hostname } = new URL(origin)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isForeign = hostname.split('.').some((label) => label.startsWith(FOREIGN))
  const other = known.find((one) => isAlike(hostname, new URL(one).hostname))
  return [
    ...(other ? [{ kind: 'alike', other } as const] : []),
    ...(isForeign ? [{ kind: 'letters' } as const] : []),
    ...(protocol === 'https:' || isHere ? [] : [{ kind: 'open' } as const]),
  ]
}

/** Whether one label is similar and all others are equal, or the host starts with the known name. */
function isAlike(host: string, known: string): boolean {
  const [labels, others] = [labelsOf(host), labelsOf(known)]
  if (labels.join('.') === others.join('.') || others.length < 2) return false
  if (labels.length > others.length) {
    return others.every((label, at) => labels[at] === label)
  }
  if (labels.length !== others.length) return false
  const different = labels.flatMap((label, at) => (label === others[at] ? [] : [at]))
  if (different.length !== 1) return false
  const [at] = different as [number]
  // The same name under a different top-level domain.
  if (at === labels.length - 1) return others[at - 1]!.length >= MIN_LETTERS
  const [label, other] = [labels[at]!, others[at]!]
  if (shapeOf(label) === shapeOf(other)) return true
  return other.length >= MIN_LETTERS && isOneOff(label, other)
}

/** The labels without a leading `www`. */
const labelsOf = (host: string): string[] => host.replace(/^www\./, '').split('.')

const shapeOf = (label: string): string =>
  SHAPES.reduce((text, [like, shape]) => text.replace(like, shape), label)

/** One letter added, removed or replaced, or two that are swapped. */
function isOneOff(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  const shorter = Math.min(one.length, other.length) - start
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end++
  const left = one.slice(start, one.length - end)
  const right = other.slice(start, other.length - end)
  const isSwapped = left.length === 2 && right === `${left[1]}${left[0]}`
  return isSwapped || (left.length <= 1 && right.length <= 1)
}
