/** Ports for programs that are about to start: nobody else may get them until they have. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'

import { freePorts } from '../../demo/stack/free-ports.js'
import { fromRoot } from '../../scripts/vite/shared.js'

const PROCESSES = 6
/** More than a block has. */
const COUNT = 25

/** Where programs listen, of which a machine may have no IPv6. */
const HOSTS = ['127.0.0.1', '::1'].filter((host) =>
  Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === host)),
)

/** A process that takes ports, uses none of them, and lives until it is told not to. */
const TAKER = `
  import { freePorts } from ${JSON.stringify(fromRoot('demo/stack/free-ports.ts'))}
  console.log(JSON.stringify(await freePorts(${COUNT})))
  await new Promise((resolve) => process.stdin.once('end', resolve).resume())`

async function take() {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', TAKER]
  const child = spawn(process.execPath, args, {
    cwd: fromRoot('.'),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return {
    ports: JSON.parse(line) as number[],
    async end() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

describe('free ports', () => {
  it('are no other process’s, however many ask at once', async () => {
    const takers = await Promise.all(Array.from({ length: PROCESSES }, take))
    const ports = [...takers.flatMap((taker) => taker.ports), ...(await freePorts(COUNT))]
    await Promise.all(takers.map((taker) => taker.end()))
    assert.equal(new Set(ports).size, (PROCESSES + 1) * COUNT)
  })

  for (const host of HOSTS) {
    it(`are none at which somebody listens, at ${host}`, async (t) => {
      const [first] = await freePorts(1)
      const server = createServer().listen(first! + 1, host)
      t.after(() => server.close())
      await once(server, 'listening')
      assert.notEqual((await freePorts(1))[0], first! + 1)
    })
  }
})
