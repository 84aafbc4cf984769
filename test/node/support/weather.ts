/** A server on the way to another, or in its place, that behaves as badly as it is told to. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { KEEP_ALIVE } from '../../support/proxy.js'

/** Milliseconds that a slow answer takes longer: less than anybody's deadline. */
const SLOW = 1_500

export type Weather = 'good' | 'slow' | 'hangs' | '500' | 'junk' | 'drops'

export interface Front {
  url: string
  weather: Weather
  close(): void
}

/** @param answer - What it answers in good weather: status and body. */
export async function startFront(
  answer: (path: string, body: string) => Promise<{ status: number; body: string }>,
): Promise<Front> {
  const server = createServer(async (request, response) => {
    const body = await read(request).catch(() => '')
    response.setHeader('content-type', 'application/json')
    const { weather } = front
    if (weather === 'hangs') return
    if (weather === 'drops') return void request.socket.destroy()
    if (weather === '500') return void response.writeHead(500).end('<h1>Sorry</h1>')
    if (weather === 'junk')
      return void response.end('{"answer":"\u0000junk","id_token":7,"error":{}')
    if (weather === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW))
    const good = await answer(request.url!, body).catch(() => ({ status: 502, body: '' }))
    response.writeHead(good.status).end(good.body)
  })
  server.keepAliveTimeout = KEEP_ALIVE
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const front: Front = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    weather: 'good',
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return front
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
