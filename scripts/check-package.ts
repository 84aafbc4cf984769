/**
 * `npm run check:package`: whether what would be published is sound (publint, attw), whether each file, export and
 * dependency is used (knip), and whether six lines stand twice (jscpd). It needs `npm run build`, and no network.
 */
import { spawn } from 'node:child_process'

import { folderOf, PACKAGES } from './packages.js'
import { fromRoot } from './vite/shared.js'

const CHECKS: Record<string, string[]> = {
  ...Object.fromEntries(
    PACKAGES.map((name) => [
      `publint ${name}`,
      ['publint/src/cli.js', 'run', folderOf(name), '--strict'],
    ]),
  ),
  ...Object.fromEntries(
    // The servers' package has no types.
    PACKAGES.filter((name) => name !== 'wallet-embed-server').map((name) => [
      `attw ${name}`,
      ['@arethetypeswrong/cli/dist/index.js', '--pack', folderOf(name), '--profile', 'esm-only'],
    ]),
  ),
  knip: ['knip/bin/knip.js'],
  jscpd: ['jscpd/bin/jscpd'],
}

const results = await Promise.all(
  Object.entries(CHECKS).map(async ([name, args]) => ({ name, ...(await run(args)) })),
)
for (const { name, code, output } of results) {
  console.log(`${code === 0 ? '✔' : '✖'} ${name}`)
  if (code !== 0) console.log(output)
}
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0

function run([bin, ...args]: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fromRoot(`node_modules/${bin}`), ...args], {
      cwd: fromRoot('.'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
