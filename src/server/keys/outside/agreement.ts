/** Compares the programs and registries of a network's nodes: each operator updates them separately. */
import type { Statement } from '../statement.js'

/** Seconds that a rolling upgrade may take. */
const DAY = 86_400
/** Digits of a hash that people compare. */
const SHORT = 8

export interface Agreement {
  /** Differences from most other nodes that should not be. */
  faults: string[]
  /** Differences that are fine for a while. */
  notes: string[]
}

type Says = Pick<Statement, 'program' | 'registry' | 'seconds'>

/** Compares one statement with all. Skips values that one of them does not have. */
export function agreementOf(one: Says, all: readonly Says[]): Agreement {
  const faults: string[] = []
  const notes: string[] = []
  if (
    isOdd(
      one.registry,
      all.map(({ registry }) => registry),
    )
  ) {
    const advice = 'compare the files by sha256sum, and give it the one that counts'
    faults.push(`reads registry ${short(one.registry!)}, which most nodes do not: ${advice}`)
  }
  const nameOf = ({ program }: Says) => program && programName(program)
  const name = nameOf(one)
  if (isOdd(name, all.map(nameOf))) {
    const others = all.filter((other) => nameOf(other) && nameOf(other) !== name)
    // A fault only if both versions have run for more than a day; before, the upgrade may still be going on.
    const isOld = others.some(({ seconds }) => Math.min(seconds, one.seconds) > DAY)
    const what = `runs ${name}, which most nodes do not`
    if (isOld) faults.push(`${what}, for more than a day: finish the upgrade`)
    else notes.push(what)
  }
  return { faults, notes }
}

/** A statement in one line, for people. */
export function inWords({ program, registry, generation, publicKey, seconds }: Statement): string {
  return [
    program && `version ${programName(program)}`,
    registry && `registry ${short(registry)}`,
    `share ${generation ?? short(publicKey)}`,
    `up for ${durationOf(seconds)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Whether at least half of the known values differ from this one. */
function isOdd(one: string | undefined, all: readonly (string | undefined)[]): boolean {
  const known = all.filter((other) => other !== undefined)
  const alike = known.filter((other) => other === one)
  return one !== undefined && alike.length < known.length && 2 * alike.length <= known.length
}

const programName = ({ version, hash }: NonNullable<Says['program']>) =>
  `${version} (${short(hash)})`

const short = (hash: string): string => hash.slice(0, SHORT)

function durationOf(seconds: number): string {
  for (const [unit, length] of [
    ['d', DAY],
    ['h', 3_600],
    ['min', 60],
  ] as const) {
    if (seconds >= 2 * length) return `${Math.floor(seconds / length)} ${unit}`
  }
  return `${seconds} s`
}
