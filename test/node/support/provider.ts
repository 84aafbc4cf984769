/** A provider without ID tokens on a port of its own: what it answers, and what it was asked, is the test's. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Asked {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  headers: IncomingHttpHeaders
}

/** `hang`: never; a text: as it is; else JSON. */
export interface Said {
  status?: number
  body: unknown
}

export interface FakeProvider {
  url: string
  /** In order. */
  asked: Asked[]
  /** By path. */
  says: Record<string, Said | 'hang'>
  close(): void
}

export async function startProvider(): Promise<FakeProvider> {
  const asked: Asked[] = []
  const says: FakeProvider['says'] = {}
  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url!, 'http://localhost')
    let text = ''
    for await (const chunk of request) text += chunk
    const { method = '', headers } = request
    asked.push({ method, path, query, form: new URLSearchParams(text), headers })
    const said = says[path] ?? { status: 404, body: {} }
    if (said === 'hang') return
    const body = typeof said.body === 'string' ? said.body : JSON.stringify(said.body)
    response.writeHead(said.status ?? 200, { 'content-type': 'text/plain' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    asked,
    says,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
