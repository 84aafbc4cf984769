/** Files of a run in test/.output: its counts, its tests, and each file's duration. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { fromRoot } from '../../scripts/vite/shared.js'
import type { TestResult } from '../support/interface.js'
import { type FileResult, OUTPUT } from './job.js'

export interface LastRun {
  /** Absent without git. */
  commit?: string
  /** Whether the tree has no uncommitted changes. */
  isClean: boolean
  /** Whether all stages ran. */
  isWhole: boolean
  passed: number
  failed: number
  /** Files that failed, and passed in a second run. */
  unsteady: string[]
  seconds: number
}

export type RunName = 'gate' | 'all'

const DURATIONS = join(OUTPUT, 'durations.json')
const pathOf = (kind: 'last' | 'tests', run: RunName) => join(OUTPUT, `${kind}-${run}.json`)

export function writeLast(run: RunName, last: LastRun): void {
  write(pathOf('last', run), last)
}

/** Whether the gate has shown this very tree. */
export function hasPassed(tree: Pick<LastRun, 'commit' | 'isClean'>): boolean {
  const gate = read<LastRun | undefined>(pathOf('last', 'gate'), undefined)
  if (!gate || !tree.commit || !tree.isClean) return false
  return gate.commit === tree.commit && gate.isClean && gate.isWhole && !gate.failed
}

/** Writes all tests except skipped ones: a test skipped in one engine may run in a different one. */
export function writeTests(run: RunName, results: readonly FileResult[]): void {
  const tests = results.flatMap((one) => one.tests.filter(({ state }) => state !== 'skipped'))
  write(
    pathOf('tests', run),
    tests.map(({ file, name, passed }) => ({ file, name, passed })),
  )
}

/** The tests of both runs. */
export const readTests = (): TestResult[] =>
  (['gate', 'all'] as const).flatMap((run) => read<TestResult[]>(pathOf('tests', run), []))

/** Writes both outputs of each unsteady file. */
export function writeUnsteady(pairs: readonly (readonly [FileResult, FileResult])[]): void {
  write(
    join(OUTPUT, 'unsteady.json'),
    pairs.map(([first, second]) => ({
      stage: first.stage,
      file: first.file,
      failed: first.tests.filter(({ state }) => state === 'failed').map(({ name }) => name),
      firstOutput: first.output,
      secondOutput: second.output,
    })),
  )
}

/** Seconds that each file of a stage took last time, by `stage file`. */
export const readDurations = () => read<Record<string, number>>(DURATIONS, {})

export const keyOf = ({ stage, file }: Pick<FileResult, 'stage' | 'file'>) => `${stage} ${file}`

export function writeDurations(results: readonly FileResult[]): void {
  const took = results.map((one) => [keyOf(one), Math.round(one.seconds * 10) / 10] as const)
  const all = { ...readDurations(), ...Object.fromEntries(took) }
  write(DURATIONS, Object.fromEntries(Object.entries(all).sort()))
}

/** Commit and state of the working tree. */
export function treeOf(): Pick<LastRun, 'commit' | 'isClean'> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: fromRoot('.'), encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return { commit: git('rev-parse', 'HEAD'), isClean: !git('status', '--porcelain') }
  } catch {
    return { isClean: false }
  }
}

function read<T>(path: string, absent: T): T {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : absent
}

function write(path: string, value: unknown): void {
  mkdirSync(OUTPUT, { recursive: true })
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
