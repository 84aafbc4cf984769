/**
 * `npm run conformance -- erc7730 PATH` runs the tests of a registry of ERC-7730 descriptors through the wallet's
 * engine, and prints how many come out equal. PATH is the registry's folder, or a `.tar.gz` of it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Registry } from './erc7730/registry.js'
import { report } from './erc7730/report.js'

const [suite, path] = process.argv.slice(2)
if (suite !== 'erc7730' || !path) {
  console.error('Usage: npm run conformance -- erc7730 PATH')
  process.exit(2)
}

if (statSync(path).isDirectory()) run(path)
else {
  const folder = mkdtempSync(join(tmpdir(), 'erc7730-'))
  try {
    execFileSync('tar', ['-xzf', path, '-C', folder])
    run(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(folder: string): void {
  const details = process.argv.includes('--details')
  console.log(report(new Registry(folder), details))
}
