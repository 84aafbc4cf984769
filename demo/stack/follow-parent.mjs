// Loaded before a program by `node --import`: it ends with whoever started it, however that one ends.
import cluster from 'node:cluster'

process.once('disconnect', () => process.exit())
// It ended while this program was still loading.
if (process.connected === false) process.exit()
// The channel is no reason to stay; but one of several processes has nothing else while it begins to listen.
if (!cluster.isWorker) process.channel?.unref()
