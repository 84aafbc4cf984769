// Loaded before a program by `node --import`: ends it when its parent ends, even by a crash.
import cluster from 'node:cluster'

process.once('disconnect', () => process.exit())
// The parent ended while this program was loading.
if (process.connected === false) process.exit()
// The channel must not keep the process alive. A cluster worker needs it, since at first it has nothing else.
if (!cluster.isWorker) process.channel?.unref()
