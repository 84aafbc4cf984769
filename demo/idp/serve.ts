import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import { emailOf, subjectOf } from './accounts.js'
import { choicePage, errorPage, picture } from './pages.js'
import { createProvider, type IdpConfig } from './provider.js'
import { PREFIX, StandIns } from './stand-ins/stand-ins.js'

const STYLE = readFileSync(new URL('style.css', import.meta.url), 'utf8')
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/
const HEADERS = {
  // No form-action: browsers hold it against the redirect that follows, which leads to the wallet.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** Starts the provider with its pages. Resolves when it listens. */
export function serve(config: IdpConfig): Promise<Server> {
  const provider = createProvider(config)
  const standIns = new StandIns(config)

  provider.use(async (ctx, next) => {
    const { path, req, res } = ctx
    // The library's own page, which changes accounts, has a script in it.
    if (!path.startsWith('/auth/')) ctx.set(HEADERS)
    if (path === '/healthz') {
      ctx.body = { ok: true }
    } else if (path === '/style.css') {
      ctx.type = 'css'
      ctx.body = STYLE
    } else if (path.startsWith('/picture/')) {
      const email = emailOf(path.slice('/picture/'.length, -'.svg'.length))
      if (!email) return
      ctx.type = 'svg'
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
      ctx.body = picture(email)
    } else if (path.startsWith('/choose/')) {
      await choose(req, res, ctx.method === 'POST')
      ctx.respond = false
    } else if (path.startsWith(PREFIX)) {
      const form = ctx.method === 'POST' ? await readForm(req) : new URLSearchParams()
      const query = new URLSearchParams(ctx.querystring)
      const asked = { method: ctx.method, query, form, headers: ctx.headers }
      const {
        status = 200,
        headers = {},
        body = '',
      } = await standIns.answer(path.slice(PREFIX.length), asked)
      ctx.status = status
      ctx.body = body
      ctx.set(headers)
    } else {
      await next()
    }
  })

  /** Shows the choice, or takes it. */
  async function choose(
    req: IncomingMessage,
    res: ServerResponse,
    isAnswer: boolean,
  ): Promise<void> {
    const interaction = await provider.interactionDetails(req, res).catch(() => undefined)
    if (!interaction) {
      html(res, 400, errorPage('expired', 'It is over or has expired. Start again from the page.'))
      return
    }
    if (isAnswer) {
      const answer = await readForm(req)
      const email = answer.get('email')?.trim() ?? ''
      if (answer.has('cancel')) {
        const error = { error: 'access_denied', error_description: 'The person cancelled.' }
        return provider.interactionFinished(req, res, error)
      }
      if (EMAIL.test(email)) {
        const login = { accountId: subjectOf(email), remember: true }
        return provider.interactionFinished(req, res, { login })
      }
    }
    const { client_id, login_hint } = interaction.params
    const client = config.clients.find(({ id }) => id === client_id)
    const hint = typeof login_hint === 'string' ? login_hint : ''
    html(res, 200, choicePage(client?.name ?? 'a provider', `/choose/${interaction.uid}`, hint))
  }

  return new Promise((resolve, reject) => {
    const server = provider.listen(config.port, '127.0.0.1', () => resolve(server))
    server.once('error', reject)
  })
}

function html(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(body)
}

/** @throws {Error} If more is sent than an address can be long. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > 4096) throw new Error('The form is too long.')
  }
  return new URLSearchParams(text)
}
