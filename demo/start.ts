/**
 * `npm start`: builds, starts everything, and stays until Ctrl-C. `--dev` builds and starts again on
 * changes; `--no-build` takes dist/ as it is.
 */
import { fromRoot } from '../scripts/vite/shared.js'
import { launch } from './stack/launch.js'
import { portsFromEnv } from './stack/ports.js'
import { startStack } from './stack.js'

const stack = await launch((watching) =>
  startStack({
    ...watching,
    dir: process.env.DEV_DIR ?? fromRoot('.dev'),
    ports: portsFromEnv(process.env),
    build: !process.argv.includes('--no-build'),
    isOpenToLocalhost: true,
  }),
)
if (process.argv.includes('--dev')) await (await import('./dev.js')).watch(stack)
console.log(`ready: open ${stack.urls.demo}`)
