/**
 * `npm run conformance` runs test suites of other projects against this wallet, and writes docs/conformance.md.
 * `npm run conformance -- siwe=PATH` also runs a suite that the repository does not have; PATH is a folder, a file or a
 * `.tar.gz`. For ERC-7730 it prints the registry's figures, with `--details` also each test that is not equal.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { figures, page, type Result } from './conformance/page.js'
import { installed, run, SUITES } from './conformance/suites.js'
import { Registry } from './erc7730/registry.js'
import { report } from './erc7730/report.js'
import { fromRoot } from './vite/shared.js'

const PAGE = fromRoot('docs/conformance.md')

const args = process.argv.slice(2)
const given = args
  .filter((arg) => arg !== '--details')
  .map((arg) => {
    const [name = '', path = ''] = arg.split('=')
    return { path, suites: SUITES.filter((suite) => isNamed(suite.name, name)) }
  })
if (given.some(({ path, suites }) => !suites.length || !existsSync(path))) {
  const names = SUITES.filter((suite) => !suite.folder).map(({ name }) => `${name}=PATH`)
  console.error(`Usage: npm run conformance -- ${names.join(' ')} [--details]`)
  process.exit(2)
}

const results: Result[] = []
for (const [suite, folder] of installed()) results.push(await run(suite, folder))
for (const { path, suites } of given) {
  await withFolder(path, async (folder) => {
    for (const suite of suites) {
      results.push(await run(suite, folder))
      if (suite.name === 'erc7730') {
        console.log(report(new Registry(folder), args.includes('--details')))
      }
    }
  })
}

writeFileSync(PAGE, page(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '', SUITES, results))
for (const { suite, outcomes } of results) {
  const { passed, cases } = figures(outcomes)
  console.log(`${suite.title}: ${passed} of ${cases}`)
}

/** `wycheproof` matches all suites whose name begins with it. */
function isNamed(suite: string, name: string): boolean {
  return suite === name || suite.startsWith(`${name}-`)
}

async function withFolder(path: string, use: (folder: string) => Promise<void>): Promise<void> {
  if (!path.endsWith('.tar.gz')) return use(path)
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  try {
    execFileSync('tar', ['-xzf', path, '-C', folder])
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
