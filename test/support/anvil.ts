/** A chain of a test's own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { findAnvil } from '../../demo/stack/anvil.js'

export interface Anvil {
  url: string
  process: ChildProcess
  /** @throws {Error} What the node says. */
  ask(method: string, params?: unknown[]): Promise<unknown>
  stop(): Promise<void>
}

/** It says itself which port it has. */
export function startAnvil(options: string[] = []): Promise<Anvil> {
  const args = ['--host', '127.0.0.1', '--port', '0', '--chain-id', '31337', ...options]
  const process = spawn(findAnvil(globalThis.process.env), args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    process.once('error', reject)
    process.once('exit', () => reject(new Error('anvil ended.')))
    let said = ''
    process.stdout.on('data', (chunk) => {
      said += chunk
      const port = /Listening on [\d.]+:(\d+)/.exec(said)?.[1]
      if (port) resolve(open(`http://127.0.0.1:${port}`, process))
    })
  })
}

const open = (url: string, process: ChildProcess): Anvil => ({
  url,
  process,
  async ask(method, params = []) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const { result, error } = (await (
      await fetch(url, { method: 'POST', headers, body })
    ).json()) as { result?: unknown; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  },
  async stop() {
    const ended = once(process, 'exit')
    process.kill()
    await ended
  },
})
