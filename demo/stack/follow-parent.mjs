// Loaded before a program by `node --import`: it ends with whoever started it, however that one ends.
process.once('disconnect', () => process.exit())
// The channel is no reason to stay.
process.channel?.unref()
