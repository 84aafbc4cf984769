/** Without traces, nothing of OpenTelemetry is loaded; without its packages, or with wrong variables, a program says so. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'

import { runCli } from './support/cli.js'
import { answered, LOGIN, SERVER, tracedWorld } from './support/traced-world.js'

const world = tracedWorld()

describe('without traces', () => {
  /** Writes down what of OpenTelemetry is loaded and where the program connects to. */
  const probe = async (missing = false) => {
    const [noted, hooks, file] = ['noted', 'hooks.mjs', 'probe.mjs'].map((name) =>
      join(world.dir, name),
    )
    await writeFile(noted!, '')
    await writeFile(
      hooks!,
      `import { appendFileSync } from 'node:fs'
export async function resolve(specifier, context, next) {
  if (specifier.startsWith('@opentelemetry/')) appendFileSync(${JSON.stringify(noted)}, specifier + '\\n')
  if (${missing} && specifier === '@opentelemetry/sdk-trace') {
    throw Object.assign(new Error('Cannot find it'), { code: 'ERR_MODULE_NOT_FOUND' })
  }
  return next(specifier, context)
}`,
    )
    await writeFile(
      file!,
      `import { appendFileSync } from 'node:fs'
import { register } from 'node:module'
import { Socket } from 'node:net'
register(${JSON.stringify(pathToFileURL(hooks!).href)})
const connect = Socket.prototype.connect
Socket.prototype.connect = function (...args) {
  appendFileSync(${JSON.stringify(noted)}, 'a socket\\n')
  return connect.apply(this, args)
}`,
    )
    return {
      env: { NODE_OPTIONS: `--import=${pathToFileURL(file!).href}` },
      noted: async () => (await readFile(noted!, 'utf8')).split('\n').filter(Boolean),
    }
  }
  const off: [string, () => Record<string, string>][] = [
    ['no variable is set', () => ({})],
    ['OTEL_SDK_DISABLED is true', () => ({ ...world.variables(), OTEL_SDK_DISABLED: 'true' })],
    [
      'OTEL_TRACES_EXPORTER is none',
      () => ({ ...world.variables(), OTEL_TRACES_EXPORTER: 'none' }),
    ],
  ]
  for (const [when, variables] of off) {
    it(`nothing of OpenTelemetry is loaded, and no socket opened: ${when}`, async () => {
      const { env, noted } = await probe()
      const { program } = await world.beginLogin([], { ...env, ...variables() })
      await (await fetch(`${world.loginUrl}/jwks.json`)).text()
      await answered(program, '/jwks.json')
      program.child.kill('SIGTERM')
      assert.equal((await program.ended).code, 0)
      assert.deepEqual(await noted(), [])
      assert.equal(world.collector.texts.length, 0)
    })
  }

  it('would be noticed otherwise', async () => {
    const { env, noted } = await probe()
    await world.beginLogin([], { ...env, ...world.variables() })
    await (await fetch(`${world.loginUrl}/jwks.json`)).text()
    await world.spanOf('GET /jwks.json', SERVER)
    const found = await noted()
    assert.ok(found.includes('@opentelemetry/sdk-trace') && found.includes('a socket'))
  })

  it('whose packages are not there, the program says what to install', async () => {
    const { env } = await probe(true)
    const { code, stderr } = await runCli(
      [...LOGIN, '--port', '0'],
      { ...env, ...world.variables() },
      world.dir,
    ).ended
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^wallet-embed: Traces need packages [^\n]* npm install --no-save @opentelemetry\/api@\S+ [^\n]*\n$/,
    )
  })

  for (const [variables, text] of [
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER: expected otlp or none.'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'x' },
      'OTEL_EXPORTER_OTLP_ENDPOINT: expected an http or https URL.',
    ],
  ] as const) {
    it(`that are asked for in a way that is not known, the program does not start: ${text}`, async () => {
      const { code, stderr } = await runCli([...LOGIN, '--port', '0'], variables, world.dir).ended
      assert.deepEqual([code, stderr], [1, `wallet-embed: ${text}\n`])
    })
  }
})
