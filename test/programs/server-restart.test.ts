/** Copies of a service that are restarted one after the other, behind a proxy, while people ask. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { freePorts } from '../../demo/stack/free-ports.js'
import { registryFor } from '../node/support/issuer.js'
import { inTemporaryFolder } from '../node/support/services.js'
import { startProxy } from '../support/proxy.js'
import { type Running, runCli } from './support/cli.js'

const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
const ASKING = 8

describe('a restart of one copy after the other', () => {
  it('fails no request, and says so in /readyz before the port is closed', async () => {
    await inTemporaryFolder(async (dir) => {
      const file = join(dir, 'registry.json')
      await writeFile(file, JSON.stringify(registryFor('https://issuer.example')))
      await writeFile(join(dir, 'secrets.json'), '{}')
      const ports = await freePorts(2)
      const urls = ports.map((port) => `http://localhost:${port}`)
      const begin = async (port: number): Promise<Running> => {
        const running = runCli([
          ...['login-service', '--registry', file, '--secrets', join(dir, 'secrets.json')],
          ...['--wallet-origin', 'http://localhost:4050', '--port', String(port)],
          ...['--rate-limit', '10000000', '--drain', '1'],
        ])
        await running.line(LISTENING)
        return running
      }
      const copies = await Promise.all(ports.map(begin))
      const leaving = new Set<string>()
      const proxy = await startProxy(urls, 0, (url) => !leaving.has(url))
      let isOver = false
      let asked = 0
      const failed: unknown[] = []
      const load = Array.from({ length: ASKING }, async () => {
        while (!isOver) {
          const answer = await fetch(`${proxy.url}/applications/demo`).catch(() => undefined)
          asked += 1
          if (answer?.status !== 200) failed.push(answer?.status)
          await answer?.text()
        }
      })
      for (const [i, port] of ports.entries()) {
        const old = copies[i]!
        old.child.kill('SIGTERM')
        const statuses = new Set<number>()
        while (!statuses.has(503)) statuses.add((await fetch(`${urls[i]}/readyz`)).status)
        leaving.add(urls[i]!)
        const answer = await fetch(`${urls[i]}/applications/demo`)
        assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close'])
        assert.equal((await old.ended).code, 0)
        copies[i] = await begin(port)
        leaving.delete(urls[i]!)
      }
      isOver = true
      await Promise.all(load)
      proxy.close()
      for (const { child } of copies) child.kill('SIGTERM')
      await Promise.all(copies.map(({ ended }) => ended))
      assert.ok(asked > 100, `${asked} requests`)
      assert.deepEqual(failed, [], `of ${asked}`)
    })
  })
})
