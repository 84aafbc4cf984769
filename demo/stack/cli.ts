#!/usr/bin/env node
/** The command `wallet-embed-dev`: the whole product on this machine, for a developer's own project. */
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { launch } from './launch.js'
import type { Places } from './places.js'
import { PORTS, portsFromEnv, StartError } from './ports.js'
import { runStack } from './run.js'

const HELP = `Usage: wallet-embed-dev [options]

Starts the wallet, a login service, three key nodes, an identity provider, a mail inbox and an Ethereum chain, until Ctrl-C.

  --origin <origin>   a site that is to show the wallet itself, such as http://localhost:5173; may come again
  --dir <folder>      where keys, settings and logs are kept (.wallet-embed)

Any page on http://localhost may use the wallet and log people in with the client ids demo and second.
Ports are moved by variables: ${Object.values(PORTS)
  .map(({ variable }) => variable)
  .join(', ')}; 0 takes a free one.`

const stack = await launch(async (watching) => {
  const { origins, dir } = read(process.argv.slice(2))
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // The folder holds secrets, and is probably inside a project that will be published.
  await writeFile(join(dir, '.gitignore'), '*\n')
  const ports = portsFromEnv(process.env)
  return runStack(installed(), {
    ...watching,
    dir,
    ports,
    origins,
    isOpenToLocalhost: true,
    listsToken: true,
  })
})
console.log(
  `ready: new Wallet({ walletUrls: { production: '${stack.urls.wallet}' } }), or try it at ${stack.urls.demo}`,
)

/** @throws {StartError} What an option should be. */
function read(args: string[]): { origins: string[]; dir: string } {
  try {
    const { origin, dir, help } = parseArgs({
      args,
      options: {
        origin: { type: 'string', multiple: true, default: [] },
        dir: { type: 'string', default: '.wallet-embed' },
        help: { type: 'boolean', default: false },
      },
    }).values
    if (help) {
      console.log(HELP)
      process.exit(0)
    }
    return { origins: origin.map(originOf), dir: resolve(dir) }
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${HELP}`)
  }
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href) {
    throw new Error(`--origin: expected one such as http://localhost:5173, got ${text}`)
  }
  return url.origin
}

/** Paths in this package and in the servers' package. */
function installed(): Places {
  const own = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
  const server = dirname(createRequire(import.meta.url).resolve('wallet-embed-server/package.json'))
  return {
    cli: join(server, 'dist/server/cli.js'),
    idp: own('idp/main.js'),
    inbox: own('inbox/main.js'),
    wallet: join(server, 'dist/wallet'),
    demo: own('../demo'),
  }
}
