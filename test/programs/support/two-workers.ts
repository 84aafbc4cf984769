/**
 * A service in two processes: the first dies once it listens, while the second still starts. With the argument `end` all
 * are told to end then.
 */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'

import { superviseWorkers } from '../../../src/server/cli/run/workers.js'

if (cluster.isPrimary) {
  const secondWaits = once(cluster, 'message')
  cluster.on('listening', async ({ id, process: { pid } }) => {
    console.log(`${id} listens`)
    if (id !== 1) return
    await secondWaits
    if (process.argv[2] === 'end') process.kill(process.pid, 'SIGTERM')
    else process.kill(pid!, 'SIGKILL')
  })
  cluster.on('exit', ({ id }) => {
    if (id === 1) cluster.workers?.[2]?.send('listen')
  })
  await superviseWorkers(2, () => {}, 0)
} else {
  if (cluster.worker?.id === 2) {
    process.send?.('waits')
    await once(process, 'message')
  }
  createServer().listen(0, 'localhost')
}
