/** A node of a page's own, which need not tell the truth. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { LocalChain } from './local-chain.js'

type Hex = `0x${string}`

/** Anvil with some made-up answers. */
export class PageNode {
  readonly url: string
  /** Answers by method, given instead of anvil's. */
  readonly lies = new Map<string, unknown>()
  /** All requests so far. */
  readonly asked: { method: string; params: unknown[] }[] = []
  readonly chain: LocalChain
  readonly #server: Server

  static async start(chainId: number): Promise<PageNode> {
    const chain = await LocalChain.start(chainId)
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    return new PageNode(chain, server)
  }

  private constructor(chain: LocalChain, server: Server) {
    this.chain = chain
    this.#server = server
    this.url = `http://localhost:${(server.address() as AddressInfo).port}/`
    server.on('request', async (request, response): Promise<void> => {
      const body: Buffer[] = []
      for await (const part of request) body.push(part as Buffer)
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
      if (request.method !== 'POST') {
        response.writeHead(204, headers).end()
        return
      }
      const calls = JSON.parse(Buffer.concat(body).toString())
      const answers = await Promise.all([calls].flat().map((call) => this.#answer(call)))
      response.writeHead(200, headers)
      response.end(JSON.stringify(Array.isArray(calls) ? answers : answers[0]))
    })
  }

  /** The transactions that were sent to this node. */
  get sent(): Hex[] {
    const raw = this.asked.filter(({ method }) => method === 'eth_sendRawTransaction')
    return raw.map(({ params }) => params[0] as Hex)
  }

  async #answer(call: { id: unknown; method: string; params: unknown[] }) {
    this.asked.push(call)
    const { id, method, params } = call
    const frame = { jsonrpc: '2.0', id }
    if (this.lies.has(method)) return { ...frame, result: this.lies.get(method) }
    try {
      return { ...frame, result: await this.chain.rpc.request(method, params) }
    } catch (error) {
      const { code = -32000, message } = error as { code?: number; message: string }
      return { ...frame, error: { code: Number(code) || -32000, message } }
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await this.chain.stop()
  }
}
