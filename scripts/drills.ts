/**
 * `npm run drills -- COMMIT` has people log in while things go wrong, and while an installation of that commit is
 * upgraded, and writes the table of docs/drills.md. It takes three minutes, and needs redis-server 7.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { build } from 'esbuild'

import { fromRoot } from './vite/shared.js'

const TESTS = ['server-faults', 'server-drills'].map((name) => `test/programs/${name}.test.ts`)
/** Reports that the tests write, in the order of the table. */
const REPORTS = [
  'faults',
  'gone',
  'sentinel',
  'cluster',
  'eviction',
  'clocks',
  'restart',
  'upgrade',
  'refresh',
]
/** Outcomes that are neither the key nor a typed error. */
const HANG = 'LATE'
const WRONG_KEY = 'WRONG KEY'
const HEAD =
  '| what goes wrong | logins | with the key | typed errors | hangs | wrong keys | longest |'

interface Counted {
  what: string
  counts: Record<string, number>
  /** Milliseconds. */
  longest: number
}

const commit = process.argv[2]
if (!commit) throw new Error('Name the version before: npm run drills -- COMMIT')
const dir = mkdtempSync(join(tmpdir(), 'drills-'))
const before = join(dir, 'before')
// No worktree: of a run that is killed git would know it for ever.
const tar = execFileSync('git', ['archive', commit], { cwd: fromRoot('.'), maxBuffer: 2 ** 30 })
mkdirSync(before)
execFileSync('tar', ['-x'], { cwd: before, input: tar })
const { status } = spawnSync(process.execPath, ['--import', 'tsx', '--test', ...TESTS], {
  env: { ...process.env, DRILLS: dir, BEFORE: await builtIn(before) },
  stdio: 'inherit',
})
const rows = REPORTS.flatMap((name) => {
  const counted = JSON.parse(readFileSync(join(dir, `${name}.json`), 'utf8')) as Counted[]
  return counted.map(rowOf)
})
rmSync(dir, { recursive: true })
const page = fromRoot('docs/drills.md')
const table = [HEAD, '|---|---|---|---|---|---|---|', ...rows].join('\n')
const text = readFileSync(page, 'utf8')
const last = text.slice(text.indexOf(HEAD)).split('\n\n')[0]!
writeFileSync(
  page,
  text.replace(last, () => table),
)
console.log(table)
process.exitCode = status ?? 1

/** @returns The command line of the checkout in `root`, built as its scripts do it with the packages of now. */
async function builtIn(root: string): Promise<string> {
  symlinkSync(fromRoot('node_modules'), join(root, 'node_modules'))
  const scripts = await import(join(root, 'scripts/programs.ts'))
  await build((scripts as typeof import('./programs.js')).programsBuild)
  return join(root, 'dist/programs/cli.js')
}

function rowOf({ what, counts, longest }: Counted): string {
  const { ok = 0, [HANG]: hangs = 0, [WRONG_KEY]: wrong = 0, ...errors } = counts
  const typed = Object.entries(errors).map(([code, count]) => `${count} \`${code}\``)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const cells = [what, all, ok, typed.join(', ') || '0', hangs, wrong]
  return `| ${cells.join(' | ')} | ${(longest / 1000).toFixed(1)} s |`
}
