/**
 * `npm run mutate -- PATH…`: breaks each source file in one place after the other, and runs the tests of test/node and
 * test/programs that contain it, until one fails. Prints what no test noticed, and the score. Slow tests are left out, and
 * so are tests in browsers: what lives may still be noticed by these.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

import { build, type Plugin } from 'esbuild'

import { covering, sourcesIn, testsBySource } from './covering.js'
import { type Mutant, mutantsOf } from './mutation/mutants.js'
import { inItsPlace, inOneFile } from './programs.js'
import { fromRoot } from './vite/shared.js'

/** Time limits in milliseconds: for a test to be used at all, and for all tests of one mutant. */
const QUICK = 6000
const ENOUGH = 12_000
/** Most tests per file: further ones contain the file only by accident. */
const MOST = 4
const OUT = fromRoot(`test/.output/mutants-${process.pid}`)
const files = process.argv.slice(2).flatMap(sourcesIn)
if (!files.length) {
  console.error('Usage: npm run mutate -- PATH…, a folder or a file')
  process.exit(2)
}
mkdirSync(OUT, { recursive: true })
try {
  const tests = await testsBySource()
  const quick = new Map<string, number>()
  let [killed, lived] = [0, 0]
  for (const file of files) {
    const own: string[] = []
    let time = 0
    for (const test of tests.get(file) ?? []) {
      if (time > ENOUGH || own.length === MOST) break
      if (!quick.has(test)) quick.set(test, await timeOf(test))
      if (quick.get(test)! > QUICK) continue
      own.push(test)
      time += quick.get(test)!
    }
    const survivors = []
    let count = 0
    for (const mutant of mutantsOf(readFileSync(file, 'utf8'))) {
      const outcome = await tryOut(file, mutant, own)
      if (outcome === 'same') continue
      count++
      if (outcome === 'lived') survivors.push(mutant)
    }
    killed += count - survivors.length
    lived += survivors.length
    const name = relative(fromRoot('.'), file)
    console.log(`${name}: ${count - survivors.length} of ${count} noticed, by ${own.length} tests`)
    for (const { line, from, to } of survivors)
      console.log(`  ${line}: ${from} → ${to || 'nothing'}`)
  }
  const score = ((100 * killed) / (killed + lived || 1)).toFixed(1)
  console.log(`${killed} of ${killed + lived} noticed: ${score} %`)
} finally {
  rmSync(OUT, { recursive: true, force: true })
}

async function timeOf(test: string): Promise<number> {
  const [bundle] = await bundled(test)
  const start = performance.now()
  return (await passes(bundle!, QUICK)) ? performance.now() - start : Number.POSITIVE_INFINITY
}

/** `same`: the mutant's code equals the original, such as after a change of a type. */
async function tryOut(
  file: string,
  { text }: Mutant,
  tests: readonly string[],
): Promise<'same' | 'lived' | 'killed'> {
  let isSame = true
  for (const test of tests) {
    const [bundle, isChanged] = await bundled(test, { file, text }).catch(() => [])
    // A mutant that does not build counts as found.
    if (!bundle) return 'killed'
    if (!isChanged) continue
    isSame = false
    if (!(await passes(bundle, 4 * QUICK))) return 'killed'
  }
  return isSame && tests.length ? 'same' : 'lived'
}

async function bundled(
  test: string,
  mutant?: { file: string; text: string },
): Promise<[path: string, isChanged: boolean]> {
  const plugins: Plugin[] = [...inOneFile.plugins]
  if (mutant) {
    plugins.unshift({
      name: 'mutant',
      setup: ({ onLoad }) => {
        onLoad({ filter: /\.ts$/ }, ({ path }) =>
          path === mutant.file ? { contents: inItsPlace(path, mutant.text), loader: 'ts' } : null,
        )
      },
    })
  }
  const outfile = join(OUT, `${basename(test, '.ts')}${mutant ? '.mutant' : ''}.js`)
  await build({ ...covering, entryPoints: [test], outfile, plugins })
  const original = outfile.replace('.mutant', '')
  return [outfile, readFileSync(outfile, 'utf8') !== readFileSync(original, 'utf8')]
}

function passes(bundle: string, deadline: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundle], {
      cwd: fromRoot('.'),
      stdio: 'ignore',
      timeout: deadline,
      killSignal: 'SIGKILL',
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}
