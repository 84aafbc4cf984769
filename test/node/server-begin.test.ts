/** What keeps the page where a login begins out of others' reach, and where one may end. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { Application } from '../../src/protocol/service.js'
import { createWalletApp } from '../../src/server/wallet-app/wallet-app.js'
import { registryFor } from './support/issuer.js'
import { inTemporaryFolder, start } from './support/services.js'
import { WALLET_CONFIG } from './support/wallet-config.js'

describe('the wallet app', () => {
  it('isolates /begin, and no other page', () =>
    inTemporaryFolder(async (root) => {
      for (const name of ['begin', 'login', 'confirm', 'index', 'frame']) {
        await writeFile(join(root, `${name}.html`), name)
      }
      const registry = registryFor('https://issuer.example')
      const app = createWalletApp({ root, config: WALLET_CONFIG, registry })
      const url = await start(app)
      const found: Record<string, (string | null)[]> = {}
      for (const path of ['begin', 'begin.html', 'login', 'confirm', '', 'frame']) {
        const { headers } = await fetch(`${url}/${path}`)
        found[path] = ['opener', 'embedder'].map((of) => headers.get(`cross-origin-${of}-policy`))
      }
      await app.close()
      assert.deepEqual(found, {
        begin: ['same-origin', 'require-corp'],
        'begin.html': ['same-origin', 'require-corp'],
        login: ['unsafe-none', null],
        confirm: ['unsafe-none', null],
        '': ['same-origin-allow-popups', null],
        frame: ['unsafe-none', 'credentialless'],
      })
    }))
})

describe('a page where a login may end', () => {
  const isTaken = (url: string) =>
    Application.safeParse({ name: 'Shop', origins: [], redirectUrls: [url] }).success

  it('is a whole address of the web', () => {
    for (const url of ['https://shop.example/back?at=1', 'http://localhost:5173/']) {
      assert.equal(isTaken(url), true, url)
    }
    for (const url of [
      '/back',
      'shop://back',
      'javascript:alert(1)',
      'https://a:b@shop.example/',
    ]) {
      assert.equal(isTaken(url), false, url)
    }
  })

  it('has no fragment, which is for the result', () => {
    for (const url of ['https://shop.example/#', 'https://shop.example/back#/out']) {
      assert.equal(isTaken(url), false, url)
    }
  })
})
