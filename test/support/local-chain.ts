/** A chain for one test file, with real contracts. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { findAnvil } from '../../demo/stack/anvil.js'
import type { Node } from '../../src/chain/reads/contract-reads.js'
import { toQuantity } from '../../src/chain/rpc/quantity.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { deployData } from './contracts.js'
import { until } from './until.js'

type Hex = `0x${string}`
export interface Receipt {
  status: Hex
  contractAddress: Hex | null
  gasUsed: Hex
  effectiveGasPrice: Hex
}
export interface Sent {
  from: Hex
  to?: Hex
  value?: bigint
  data?: Hex
}

export class LocalChain {
  readonly url: string
  readonly rpc: Rpc
  readonly #process: ChildProcess

  /** @param args - Further ones of anvil's. */
  static async start(chainId = 31_337, args: string[] = []): Promise<LocalChain> {
    const all = ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId), ...args]
    const anvil = spawn(findAnvil(process.env), all, { stdio: ['ignore', 'pipe', 'inherit'] })
    const url = await new Promise<string>((resolve, reject) => {
      anvil.once('error', reject)
      anvil.once('exit', () => reject(new Error('anvil ended.')))
      let said = ''
      anvil.stdout.on('data', (chunk) => {
        said += chunk
        const port = /Listening on [\d.]+:(\d+)/.exec(said)?.[1]
        if (port) resolve(`http://127.0.0.1:${port}`)
      })
    })
    return new LocalChain(url, anvil)
  }

  private constructor(url: string, anvil: ChildProcess) {
    this.url = url
    this.rpc = new Rpc(url)
    this.#process = anvil
  }

  /** The same node without some methods; `asked` records the methods called. */
  without(...methods: string[]): Node & { asked: string[] } {
    const asked: string[] = []
    const request: Node['request'] = async (method, params) => {
      asked.push(method)
      if (methods.includes(method)) throw new ProviderRpcError(-32601, 'Method not found')
      return this.rpc.request(method, params)
    }
    return {
      asked,
      request,
      quantity: async (method, params) => BigInt((await request(method, params)) as string),
    }
  }

  /** Mines a transaction of any account, without its key. */
  async send({ from, to, value = 0n, data = '0x' }: Sent): Promise<Receipt> {
    await this.rpc.request('anvil_impersonateAccount', [from])
    const sent = { from, ...(to && { to }), value: toQuantity(value), data }
    const hash = await this.rpc.request('eth_sendTransaction', [sent])
    return this.#receipt(hash)
  }

  /** @returns The new contract's address. */
  async deploy(from: Hex, name: string, args: unknown[] = []): Promise<Hex> {
    const { status, contractAddress } = await this.send({ from, data: deployData(name, args) })
    if (status !== '0x1' || !contractAddress) throw new Error(`${name} was not deployed.`)
    return contractAddress
  }

  async fund(account: Hex, wei: bigint): Promise<void> {
    await this.rpc.request('anvil_setBalance', [account, toQuantity(wei)])
  }

  /** The node mines at once, but may answer before that. */
  #receipt(hash: unknown): Promise<Receipt> {
    return until('the receipt', async () => {
      const receipt = await this.rpc.request('eth_getTransactionReceipt', [hash])
      return receipt as Receipt | null
    })
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill()
    await ended
  }
}
