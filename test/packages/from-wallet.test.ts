/** The package for pages, installed from the operator's wallet app, which serves it beside the library. Needs a build. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'

import { fromRoot } from '../../scripts/vite/shared.js'
import { createWalletApp } from '../../src/server/wallet-app/wallet-app.js'
import { WALLET_CONFIG } from '../node/support/wallet-config.js'

const run = promisify(execFile)
/** Milliseconds for npm, on a slow network. */
const DEADLINE = 180_000

let app: FastifyInstance
let dir: string
let url: string
let published: string
/** Bytes in the place of those that were built. */
let other: Buffer | undefined

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wallet-embed-from-'))
  await writeFile(join(dir, 'package.json'), '{"private":true,"type":"module"}')
  const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'))
  const registry = { verifiers: {}, applications: {}, embedders: [] }
  app = createWalletApp({ root: fromRoot('dist/wallet'), config: WALLET_CONFIG, registry })
  app.addHook('onSend', async ({ url }, _, payload) =>
    other && url.endsWith('.tgz') ? other : payload,
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const origin = `http://localhost:${port}`
  url = `${origin}/packages/wallet-embed-${version}.tgz`
  published = await (await fetch(url.replace('.tgz', '.integrity.txt'))).text()
})
after(async () => {
  await app?.close()
  await rm(dir, { recursive: true, force: true })
})

const npm = (...args: string[]) =>
  run('npm', [...args, '--no-audit', '--no-fund'], { cwd: dir, timeout: DEADLINE })

describe('the package at the wallet’s origin', () => {
  it('is what its hash says, as a file to be kept', async () => {
    const answer = await fetch(url)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
    assert.equal(answer.headers.get('content-encoding'), null)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    const hash = createHash('sha512').update(Buffer.from(await answer.arrayBuffer()))
    assert.equal(published, `sha512-${hash.digest('base64')}\n`)
  })

  it('installs, works, and npm has noted the hash that the operator publishes', async () => {
    await npm('install', url)
    const { packages } = JSON.parse(await readFile(join(dir, 'package-lock.json'), 'utf8'))
    const { resolved, integrity } = packages['node_modules/wallet-embed']
    assert.deepEqual([resolved, `${integrity}\n`], [url, published])
    await writeFile(join(dir, 'use.js'), "import { Wallet } from 'wallet-embed'\nnew Wallet()\n")
    await run(process.execPath, ['use.js'], { cwd: dir })
  })

  it('is not installed again by npm ci once it is another', async () => {
    other = await readFile(fromRoot('dist/wallet/integrity.json'))
    // npm would try again for more than two minutes.
    const options = ['--cache', join(dir, 'empty-cache'), '--fetch-retries', '0']
    await assert.rejects(npm('ci', ...options), /EINTEGRITY/)
    other = undefined
    await npm('ci', ...options)
  })
})
