/**
 * A provider's front door that is slow, never answers, cuts its window off, or worse; behind it is the real
 * one.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { STAND_INS } from '../../demo/idp/stand-ins/stand-ins.js'

/** Milliseconds to the first byte of a slow answer. */
const SLOW = 3_000

const COOP = { 'cross-origin-opener-policy': 'same-origin' }

export type Trouble = (response: ServerResponse, onward: string, self: string) => void

const page = (response: ServerResponse, script: string, headers = {}) =>
  void response
    .writeHead(200, { 'content-type': 'text/html', ...headers })
    .end(`<!doctype html><title>A provider</title><script>${script}</script>`)

export const TROUBLES = {
  normal: (response, onward) => void response.writeHead(302, { location: onward }).end(),
  slow: (response, onward) =>
    void setTimeout(() => response.writeHead(302, { location: onward }).end(), SLOW),
  hanging: () => {},
  severing: (response, onward) => page(response, `location.replace('${onward}')`, COOP),
  /** Sends headers, and then nothing more. */
  half: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<!'),
  /** Cuts the window off, and stays empty. */
  void: (response) => page(response, '', COOP),
  /** Redirects to itself forever. */
  loop: (response, _, self) => page(response, `setTimeout(() => location.replace('${self}'), 50)`),
  /** Opens itself in a second window, and leaves the login's window empty. */
  twice: (response, _, self) => page(response, `open('${self}')`, COOP),
} satisfies Record<string, Trouble>

export interface OddProvider {
  /** Endpoint for the verifier `id`, with that trouble. */
  authorize(id: string, trouble: keyof typeof TROUBLES): string
  /** Sets the URL of the real provider. */
  front(idp: string): void
  /** Whether the browser with this user agent meets the trouble; each does at first. */
  trouble(userAgent: string, isOn: boolean): void
  close(): void
}

export async function startOddProvider(): Promise<OddProvider> {
  let idp = ''
  const spared = new Set<string | undefined>()
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://provider')
    const [, trouble = '', id = ''] = pathname.split('/')
    const standIn = STAND_INS[id]
    if (!standIn || !Object.hasOwn(TROUBLES, trouble)) return void response.writeHead(404).end()
    const onward = `${idp}/as/${id}/${standIn.authorize}${search}`
    const isOver = trouble !== 'severing' && spared.has(request.headers['user-agent'])
    const act: Trouble = TROUBLES[isOver ? 'normal' : (trouble as keyof typeof TROUBLES)]
    act(response, onward, request.url!)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    authorize: (id, trouble) => `http://localhost:${port}/${trouble}/${id}`,
    front: (url) => {
      idp = url
    },
    trouble(userAgent, isOn) {
      if (isOn) spared.delete(userAgent)
      else spared.add(userAgent)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
