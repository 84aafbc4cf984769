/** Several processes of one service. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'

const FILE = fromRoot('test/programs/support/two-workers.ts')
/** Milliseconds: a process that has not ended by then is ended. */
const DEADLINE = 60_000

it('a process that dies while others still start gets a successor', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', FILE], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: DEADLINE,
  })
  const ended = once(child, 'exit')
  try {
    const seen: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      if (seen.push(line) === 3) break
    }
    assert.deepEqual(seen, ['1 listens', '2 listens', '3 listens'])
  } finally {
    child.kill('SIGTERM')
    await ended
  }
})

it('processes that are told to end while some still start end without an error', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', FILE, 'end'], { timeout: DEADLINE })
  assert.deepEqual(await once(child, 'exit'), [0, null])
})
