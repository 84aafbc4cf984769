// Loaded before a program by `node --import`: ends it when its parent ends, even by a crash.
import cluster from 'node:cluster'

process.once('disconnect', () => process.exit())
// It ended while this program was still loading.
if (process.connected === false) process.exit()
// The channel is no reason to stay; but one of several processes has nothing else while it begins to listen.
if (!cluster.isWorker) process.channel?.unref()
