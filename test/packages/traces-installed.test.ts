/** The packages for traces, installed as a program says it, beside the versions that were tested. Needs a build. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'

import { folderOf } from '../../scripts/packages.js'

const run = promisify(execFile)
/** Milliseconds for npm, on a slow network. */
const DEADLINE = 180_000

let dir: string

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wallet-embed-traces-'))
  await cp(folderOf('wallet-embed-server'), dir, { recursive: true })
  await writeFile(join(dir, 'secrets.json'), '{}')
  await writeFile(join(dir, 'registry.json'), '{ "applications": {}, "verifiers": {} }')
  await npm('ci', '--omit=dev')
})
after(() => rm(dir, { recursive: true, force: true }))

const npm = (...args: string[]) =>
  run('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: dir,
    timeout: DEADLINE,
  })

/** Starts the login service with traces, and one wrong option that it sees after them. @returns What it says. */
const said = async (): Promise<string> => {
  const options = ['--registry', 'registry.json', '--secrets', 'secrets.json', '--redis', 'wrong']
  const args = ['dist/server/cli.js', 'login-service', ...options, '--wallet-origin']
  const env = { ...process.env, OTEL_TRACES_EXPORTER: 'otlp' }
  const started = run(process.execPath, [...args, 'https://wallet.example'], { cwd: dir, env })
  const { stderr } = await started.catch((error: { stderr: string }) => error)
  return stderr
}

/** Every installed version, by its place. */
async function versions(): Promise<Record<string, string>> {
  const text = await readFile(join(dir, 'node_modules/.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, { version: string }> }
  return Object.fromEntries(Object.entries(packages).map(([path, { version }]) => [path, version]))
}

describe('the packages for traces', () => {
  it('do not come along, and are there after what the program says was typed', async () => {
    const without = await versions()
    const [, command] = /: (npm install [^\n]*)\n/.exec(await said()) ?? []
    const [, ...args] = command!.split(' ')
    await npm(...args)
    const added = await versions()
    for (const [path, version] of Object.entries(without)) assert.equal(added[path], version, path)
    const names = Object.keys(added).filter((path) => !Object.hasOwn(without, path))
    assert.ok(names.includes('node_modules/@opentelemetry/sdk-trace'))
    assert.ok(names.every((path) => path.startsWith('node_modules/@opentelemetry/')))
    assert.match(await said(), /^wallet-embed: --redis: /)
  })
})
