/** Typed data of any types, and what a text on the screen was before it was made visible. */

const MAX_DEPTH = 3
const ALPHABET = [
  'a',
  'Z',
  ' ',
  '\n',
  'é',
  '中',
  '👩‍🚀',
  '⟨',
  '⟨U+',
  '⟩',
  '\u200b',
  '\u202e',
  '\u0000',
  'ش',
  '"',
  '<b>',
]

type Hex = `0x${string}`
export type Types = Record<string, { name: string; type: string }[]>

/** Numbers that look random and can be had again (mulberry32). */
export function randomOf(seed: number) {
  let state = seed
  const next = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
  const list = <T>(length: number, make: () => T): T[] => Array.from({ length }, make)
  const hex = (size: number): Hex =>
    `0x${list(size, () => next(256).toString(16).padStart(2, '0')).join('')}`
  const text = () => list(next(12), () => ALPHABET[next(ALPHABET.length)]).join('')
  return { next, list, hex, text }
}
type Random = ReturnType<typeof randomOf>

/** A struct type with fields of every kind, and its value. */
export function randomData(random: Random, domain: Record<string, unknown>) {
  const { next, list, hex, text } = random
  const types: Types = {}
  const atoms: [string, () => unknown][] = [
    ['string', text],
    ['bool', () => next(2) === 1],
    ['address', () => hex(20)],
    ['bytes', () => hex(next(40))],
    ['bytes32', () => hex(32)],
    ['bytes3', () => hex(3)],
    ['uint256', () => BigInt(hex(32)).toString()],
    ['uint8', () => next(256)],
    ['int128', () => (-BigInt(hex(15))).toString()],
  ]
  const struct = (depth: number): [string, () => unknown] => {
    const name = `Struct${Object.keys(types).length}`
    types[name] = []
    const made = list(1 + next(4), () => field(depth + 1))
    types[name] = made.map(([type], at) => ({ name: `field${at}`, type }))
    const value = () => Object.fromEntries(made.map(([, make], at) => [`field${at}`, make()]))
    return [name, value]
  }
  const field = (depth: number): [string, () => unknown] => {
    const kind = next(10)
    if (kind < 2 && depth < MAX_DEPTH) return struct(depth)
    if (kind < 4 && depth < MAX_DEPTH) {
      const [type, make] = field(depth + 1)
      const length = 1 + next(3)
      return next(2)
        ? [`${type}[]`, () => list(next(4), make)]
        : [`${type}[${length}]`, () => list(length, make)]
    }
    return atoms[next(atoms.length)]!
  }
  const [primaryType, make] = struct(0)
  return { types, primaryType, domain, message: make() as Record<string, unknown> }
}

/** Undoes `visible`. */
export const hide = (shown: string): string =>
  shown.replace(/⟨U\+([0-9A-F]{4,6})⟩/g, (_, digits) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  )
