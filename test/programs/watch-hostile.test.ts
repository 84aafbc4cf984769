/** A stranger who watches a wallet whose host would rather not be watched. Needs a build. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

import { WatchedWallet } from './support/watched-wallet.js'

let its: WatchedWallet
before(async () => {
  its = await WatchedWallet.start()
})
after(() => its.close())

describe('watch, of a host that is hostile', () => {
  const seen = async (answer: RequestListener): Promise<string> => {
    const { code, stderr } = await its.watch(['--once', 'yes'], await its.serve(answer)).ended
    assert.equal(code, 1)
    return stderr
  }

  it('takes no answer without an end', async () => {
    const stderr = await seen((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
        response.once('drain', more)
      }
      more()
    })
    assert.match(stderr, /WRONG: \/integrity\.json has more than 1048576 bytes\.\n$/)
  })

  it('takes no small answer that is large once it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const stderr = await seen((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    assert.match(stderr, /WRONG: \/integrity\.json has more than 1048576 bytes\.\n$/)
  })

  it('waits for nothing without an end', async () => {
    const manifest = await readFile(its.at('root', 'integrity.json'))
    const [silent, dripping, slow] = await Promise.all([
      seen(() => {}),
      seen((_, response) => {
        response.write('{')
      }),
      seen((request, response) => {
        if (request.url!.endsWith('integrity.json')) response.end(manifest)
      }),
    ])
    assert.match(silent, /WRONG: \/integrity\.json gives no answer within 8 s/)
    assert.match(dripping, /WRONG: \/integrity\.json gives no answer within 8 s/)
    assert.match(slow, /WRONG: not everything was compared in time; .*; and \d+ more\.\n$/)
  })

  it('follows nowhere', async () => {
    const elsewhere = `${its.url}/integrity.json`
    const stderr = await seen((_, response) => {
      response.writeHead(302, { location: elsewhere }).end()
    })
    assert.match(stderr, /WRONG: \/integrity\.json answers 302\.\n$/)
  })

  it('takes no right bytes that a header makes into something else', async () => {
    const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' }
    const stderr = await seen(async (request, response) => {
      const path = request.url!.split('?')[0]!
      const file = path.endsWith('/') ? `${path}index.html` : path
      const name = /\.\w+$/.test(file) ? file : `${file}.html`
      const bytes = await readFile(its.at('root', name.slice(1))).catch(() => undefined)
      if (!bytes) return void response.writeHead(404).end()
      const isLogin = path === '/login'
      response.setHeader('content-type', types[name.split('.').at(-1)!] ?? 'text/html')
      if (isLogin) response.setHeader('content-type', 'text/html; charset=utf-16\u009b2J')
      if (isLogin) response.setHeader('refresh', '0; url=https://evil.example/')
      if (path === '/frame') response.setHeader('link', '</x.css>; rel=stylesheet')
      response.end(bytes)
    })
    const words = [
      '/config.json answers 404',
      '/frame has the header link',
      '/login has the header refresh',
      '/login is served as text/html; charset=utf-16⟨U+009B⟩2J',
    ]
    assert.ok(stderr.includes(`WRONG: ${words.join('; ')}`), stderr)
  })

  it('reads no manifest that is not on the list', async () => {
    const asked: string[] = []
    const words = JSON.stringify({ version: '\u001b[2J', files: { '\u001b[2J': 'x' } })
    const stderr = await seen((request, response) => {
      asked.push(request.url!)
      response.end(words)
    })
    assert.match(stderr, /WRONG: \/integrity\.json \(sha384-\S+\) is not on the list/)
    assert.ok(!stderr.includes('\u001b'))
    assert.deepEqual(
      new Set(asked),
      new Set(['/integrity.json', `/v/${its.version}/integrity.json`]),
    )
  })
})
