/** Folders of files over HTTP. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { createStaticSite } from '../../src/server/platform/static-site.js'
import { start } from './support/services.js'

describe('the static site', () => {
  it('serves the first folder that has a file, and is healthy', async (context) => {
    const root = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    await mkdir(join(root, 'first'))
    await writeFile(join(root, 'first/app.js'), 'first')
    await writeFile(join(root, 'app.js'), 'second')
    await writeFile(join(root, 'index.html'), 'page')
    const app = createStaticSite({ roots: [join(root, 'first'), root] })
    context.after(async () => {
      await app.close()
      await rm(root, { recursive: true })
    })
    const site = await start(app)
    assert.equal(await (await fetch(`${site}/app.js`)).text(), 'first')
    assert.equal(await (await fetch(`${site}/`)).text(), 'page')
    assert.equal((await fetch(`${site}/healthz`)).status, 200)
  })
})
