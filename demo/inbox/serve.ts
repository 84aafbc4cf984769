import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { Mails, startSmtp } from './mails.js'
import { inboxPage } from './page.js'

export interface InboxConfig {
  /** Of the page. */
  port: number
  smtpPort: number
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const STYLE = read('../idp/style.css') + read('style.css')
const SCRIPT = read('inbox.js')
const ORIGIN = 'http://localhost'
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Starts the mail server and the page that shows what it got. Resolves when both listen. */
export async function serveInbox({
  port,
  smtpPort,
}: InboxConfig): Promise<{ close(): Promise<void> }> {
  const mails = new Mails()
  const smtp = await startSmtp(mails, smtpPort)
  const http = createServer((request, response) => answer(mails, request, response))
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  return {
    async close() {
      await Promise.all([closed(http), new Promise<void>((done) => smtp.close(done))])
    },
  }
}

function answer(mails: Mails, { method, url }: IncomingMessage, response: ServerResponse): void {
  // A path such as `//` is no URL.
  const asked = url && URL.canParse(url, ORIGIN) ? url : '/nothing'
  const { pathname, searchParams } = new URL(asked, ORIGIN)
  const send = (type: string, body: string) =>
    response.writeHead(200, { ...HEADERS, 'Content-Type': `${type}; charset=utf-8` }).end(body)
  switch (`${method} ${pathname}`) {
    case 'GET /':
      send('text/html', inboxPage(mails.list()))
      return
    case 'GET /mails':
      send('application/json', JSON.stringify(mails.list(searchParams.get('to') ?? undefined)))
      return
    case 'GET /healthz':
      send('application/json', '{"ok":true}')
      return
    case 'GET /style.css':
      send('text/css', STYLE)
      return
    case 'GET /inbox.js':
      send('text/javascript', SCRIPT)
      return
    case 'GET /events':
      tellNews(mails, response)
      return
    case 'POST /clear':
      mails.clear()
      response.writeHead(303, { ...HEADERS, Location: '/' }).end()
      return
    default:
      response.writeHead(404, HEADERS).end()
  }
}

/** Server-sent events, one for each mail. */
function tellNews(mails: Mails, response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' }).write('\n')
  const end = mails.onAdded(() => response.write('data: new\n\n'))
  response.once('close', end)
}

const closed = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
