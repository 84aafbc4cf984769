/** The local mail inbox: what comes by SMTP is shown as text. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import nodemailer from 'nodemailer'

import { serveInbox } from '../../demo/inbox/serve.js'
import { byPort, claimPorts } from '../../demo/stack/ports.js'

const TO = 'sample.person@example.test'

let inbox: Awaited<ReturnType<typeof serveInbox>>
let url: string
let send: (mail: object) => Promise<unknown>

before(async () => {
  const { mail: port, smtp: smtpPort } = await claimPorts(byPort(() => 0))
  inbox = await serveInbox({ port, smtpPort })
  url = `http://127.0.0.1:${port}`
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort })
  const common = { from: 'Wallet <no-reply@example.test>', to: TO, subject: 'Your code' }
  send = (mail) => transport.sendMail({ ...common, ...mail })
})
beforeEach(() => fetch(`${url}/clear`, { method: 'POST', redirect: 'manual' }))
after(() => inbox.close())

const page = async () => (await fetch(url)).text()

describe('the inbox', () => {
  it('is healthy, and says that nothing has come', async () => {
    assert.equal((await fetch(`${url}/healthz`)).status, 200)
    assert.match(await page(), /Nothing has come yet/)
  })

  it('goes on after a path that is no URL', async () => {
    assert.equal((await fetch(`${url}//`)).status, 404)
    assert.equal((await fetch(`${url}/healthz`)).status, 200)
  })

  it('shows a mail as text, with its code ready to copy', async () => {
    await send({ text: 'Type this code:\n\n042137\n\nIt works once.' })
    const html = await page()
    assert.match(html, /data-copy="042137"/)
    assert.match(html, /Your code/)
    // The login service writes to an address in lower case.
    const asked = await fetch(`${url}/mails?to=${TO.replace('s', 'S')}`)
    const mails = (await asked.json()) as { code: string }[]
    assert.deepEqual(
      mails.map(({ code }) => code),
      ['042137'],
    )
    assert.deepEqual(await (await fetch(`${url}/mails?to=nobody@example.test`)).json(), [])
  })

  it('runs and loads nothing that a mail brings', async () => {
    await send({
      subject: '<script>alert(1)</script>',
      text: '<img src=x onerror=alert(1)>',
      html: '<img src="http://evil.example/x">',
    })
    const response = await fetch(url)
    assert.match(
      response.headers.get('content-security-policy')!,
      /default-src 'none'; .*script-src 'self'/,
    )
    const html = await response.text()
    assert.equal(/<img|<script>/.test(html), false)
    assert.match(html, /&lt;script&gt;alert\(1\)/)
    assert.match(html, /&lt;img src=x/)
  })

  it('tells an open page of what comes', async () => {
    const ended = new AbortController()
    const response = await fetch(`${url}/events`, { signal: ended.signal })
    const reader = response.body!.getReader()
    await reader.read()
    await send({ text: 'Hello' })
    const { value } = await reader.read()
    assert.match(new TextDecoder().decode(value), /^data: new/)
    ended.abort()
  })

  it('shows the newest first', async () => {
    for (let i = 1; i <= 3; i += 1) await send({ subject: `Mail ${i}`, text: 'x' })
    const html = await page()
    assert.ok(html.indexOf('Mail 3') < html.indexOf('Mail 1'))
  })
})
