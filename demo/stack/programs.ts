import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { findAnvil } from './anvil.js'
import type { Places } from './places.js'
import { byProgram, type Ports, type ProgramName } from './ports.js'
import { shareFile } from './secrets.js'
import { CHAIN_ID, urlsOf } from './settings.js'

const FOLLOW_PARENT = ['--import', new URL('follow-parent.mjs', import.meta.url).href]
const SUPERVISE = fileURLToPath(new URL('supervise.mjs', import.meta.url))

/** The command line of each program, as arguments to Node. */
export function commandsOf(
  dir: string,
  ports: Ports,
  places: Places,
): Record<ProgramName, string[]> {
  const file = (name: string) => join(dir, name)
  const cli = (name: ProgramName, command: string, options: string[]) => [
    ...FOLLOW_PARENT,
    places.cli,
    command,
    ...['--port', String(ports[name])],
    ...options,
  ]
  /** Settings of the servers that only the wallet app talks to. */
  const api = ['--registry', file('registry.json'), '--wallet-origin', urlsOf(ports).wallet]
  const node = (name: ProgramName, index: number) =>
    cli(name, 'node', ['--share', shareFile(dir, index), ...api])
  return {
    demo: cli('demo', 'static', ['--root', places.demo, '--root', file('site')]),
    wallet: cli('wallet', 'wallet-app', [
      ...['--root', places.wallet, '--config', file('config.json')],
      ...['--registry', file('registry.json'), '--tokens', file('tokens')],
    ]),
    login: cli('login', 'login-service', [
      ...[
        '--secrets',
        file('client-secrets.json'),
        '--signing-keys',
        file('signing-keys.json'),
        '--id-token-keys',
        file('id-token-keys.json'),
        '--mail',
        file('mail.json'),
        '--sync',
        `lmdb:${file('sync')}`,
      ],
      ...api,
    ]),
    idp: [...FOLLOW_PARENT, places.idp, file('idp.json')],
    mail: [...FOLLOW_PARENT, places.inbox, ...[ports.mail, ports.smtp].map(String)],
    node1: node('node1', 1),
    node2: node('node2', 2),
    node3: node('node3', 3),
    chain: [
      SUPERVISE,
      findAnvil(process.env),
      ...['--host', '127.0.0.1', '--port', String(ports.chain), '--chain-id', String(CHAIN_ID)],
    ],
  }
}

/** Whether each program answers. */
export const healthChecks = (ports: Ports) =>
  byProgram((name) => async (signal: AbortSignal) => {
    // By IP address: where `localhost` resolves to IPv6 first, a foreign server might answer.
    const url = `http://127.0.0.1:${ports[name]}`
    if (name !== 'chain') return (await fetch(`${url}/healthz`, { signal })).ok
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    const { result } = (await response.json()) as { result?: string }
    return Number(result) === CHAIN_ID
  })
