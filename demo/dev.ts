import { context } from 'esbuild'
import { createServer, type Plugin, build as vite } from 'vite'

import { programsBuild } from '../scripts/programs.js'
import { wallet } from '../scripts/vite/wallet.js'
import demo from '../vite.config.js'
import type { DemoConfig } from './page/config.js'
import type { ProgramName } from './stack/ports.js'
import type { Stack } from './stack.js'

/** Programs that run the server bundle, and the wallet app's files. */
const SERVERS: ProgramName[] = ['wallet', 'login', 'node1', 'node2', 'node3']

/**
 * `npm run dev`: sources that change are built again. The wallet app is then loaded anew with the page,
 * the servers start again, and the demo's page, served from source, reloads by itself.
 */
export async function watch(stack: Stack): Promise<void> {
  let isFirst = true
  const servers = await context({
    ...programsBuild,
    plugins: [
      ...programsBuild.plugins,
      {
        name: 'restart',
        setup: ({ onEnd }) => {
          onEnd(async ({ errors }) => {
            if (!isFirst && !errors.length) {
              await Promise.all(SERVERS.map((name) => stack.processes[name].restart()))
              console.log('servers started again')
            }
            isFirst = false
          })
        },
      },
    ],
  })
  await servers.watch()
  await vite({ ...wallet, configFile: false, build: { ...wallet.build, watch: {} } })
  await stack.processes.demo.close()
  const page = await createServer({
    ...demo,
    configFile: false,
    plugins: [...(demo.plugins ?? []), serveConfig(stack.demoConfig)],
    server: { port: stack.ports.demo, strictPort: true },
  })
  await page.listen()
}

const serveConfig = (config: DemoConfig): Plugin => ({
  name: 'demo-config',
  configureServer({ middlewares }) {
    middlewares.use('/demo-config.json', (_, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(config))
    })
  },
})
