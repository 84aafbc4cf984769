/** A service in two processes: the first dies once it listens, while the second still starts. */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'

import { superviseWorkers } from '../../../src/server/cli/run/workers.js'

if (cluster.isPrimary) {
  const secondWaits = once(cluster, 'message')
  cluster.on('listening', async ({ id, process }) => {
    console.log(`${id} listens`)
    if (id !== 1) return
    await secondWaits
    process.kill('SIGKILL')
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
