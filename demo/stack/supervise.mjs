// Runs a program that is not Node, so that it too ends with its parent: node supervise.mjs <command> [argument…]. It
// must lead its own process group.
import { spawn } from 'node:child_process'

const [command, ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

child.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
child.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
process.once('disconnect', () => child.kill('SIGKILL'))
// The parent ended while this program was loading.
if (process.connected === false) child.kill('SIGKILL')
