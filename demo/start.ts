/**
 * `npm start`: builds, starts everything, and stays until Ctrl-C. `--dev` builds and starts again on
 * changes; `--no-build` takes dist/ as it is.
 */
import { parseArgs } from 'node:util'

import { fromRoot } from '../scripts/vite/shared.js'
import { serveDocumentation } from './documentation.js'
import { launch } from './stack/launch.js'
import { portsFromEnv } from './stack/ports.js'
import { startStack } from './stack.js'

const HELP = 'Usage: npm start -- [--dev] [--no-build]'
const options = read()

const stack = await launch(async (watching) => {
  const documentation = await serveDocumentation(process.env)
  const stack = await startStack({
    ...watching,
    dir: process.env.DEV_DIR ?? fromRoot('.dev'),
    ports: portsFromEnv(process.env),
    build: !options['no-build'],
    isOpenToLocalhost: true,
    listsToken: true,
  })
  console.log(`${'documentation'.padEnd(18)} ${documentation ?? 'npm run docs makes it'}`)
  return stack
})
if (options.dev) await (await import('./dev.js')).watch(stack)
console.log(`ready: open ${stack.urls.demo}`)

function read() {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values } = parseArgs({ options: { dev: flag, 'no-build': flag, help: flag } })
    if (!values.help) return values
    console.log(HELP)
    process.exit(0)
  } catch (error) {
    console.error(`${(error as Error).message}\n${HELP}`)
    process.exit(2)
  }
}
