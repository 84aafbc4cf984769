/** A reverse proxy as operators put one in front: one address, several copies behind it, turn by turn. */
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Milliseconds that an idle connection is kept. Node's own 5 s are so short that a busy client sends on a
 * connection that is just being closed.
 */
export const KEEP_ALIVE = 72_000

export interface ReverseProxy {
  url: string
  /** How many requests each copy got. */
  counts: number[]
  close(): void
}

/**
 * @param port - 0 for any free one.
 * @param isReady - What a proxy that asks for `/readyz` knows of a target.
 */
export async function startProxy(
  targets: string[],
  port = 0,
  isReady: (target: string) => boolean = () => true,
): Promise<ReverseProxy> {
  const counts = targets.map(() => 0)
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await read(incoming).catch(() => undefined)
    // The client has disconnected.
    if (!body) return
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress]
        .flat()
        .filter(Boolean)
        .join(', '),
    }
    // Skips targets that are not ready, before any part of the request is sent.
    const first = turn++
    for (let tries = 0; tries < targets.length; tries++) {
      const target = (first + tries) % targets.length
      if (!isReady(targets[target]!)) continue
      if (await forward(`${targets[target]}${incoming.url}`, incoming, headers, body, outgoing)) {
        counts[target]! += 1
        return
      }
    }
    outgoing.writeHead(502).end()
  })
  server.keepAliveTimeout = KEEP_ALIVE
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    counts,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** @returns Whether there was anybody. */
function forward(
  url: string,
  { method }: IncomingMessage,
  headers: IncomingHttpHeaders,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    const onward = request(url, { method, headers }, (answer) => {
      resolve(true)
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    outgoing.once('close', () => onward.destroy())
    onward.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false)
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
      resolve(true)
    })
    onward.end(body)
  })
}

async function read(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
