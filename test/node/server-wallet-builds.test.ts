/** Which builds of the wallet app are served, and from when on an old one is gone. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'
import { checkFloor } from '../../src/server/wallet-app/versions.js'
import { createWalletApp } from '../../src/server/wallet-app/wallet-app.js'
import { compareVersions } from '../../src/shared/versions.js'
import { registryFor } from './support/issuer.js'
import { start } from './support/services.js'
import { WALLET_CONFIG } from './support/wallet-config.js'

const registry = registryFor('https://issuer.example')
const apps: FastifyInstance[] = []
after(() => Promise.all(apps.map((app) => app.close())))

describe('builds of the wallet app', () => {
  const at = async (versions: string[], current?: string, oldestVersion?: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    for (const version of versions) {
      await mkdir(join(folder, 'v', version), { recursive: true })
      await writeFile(join(folder, 'v', version, 'frame.html'), version)
    }
    if (current)
      await writeFile(join(folder, 'integrity.json'), JSON.stringify({ version: current }))
    const app = createWalletApp({
      root: folder,
      config: { ...WALLET_CONFIG, ...(oldestVersion && { oldestVersion }) },
      registry,
    })
    apps.push(app)
    const url = await start(app)
    return {
      folder,
      oldest: async () => (await (await fetch(`${url}/config.json`)).json()).oldestVersion,
      get: (path: string) => fetch(`${url}${path}`, { redirect: 'manual' }),
    }
  }

  for (const [versions, current, floor, oldest] of [
    [[], undefined, undefined, undefined],
    [['1.0.0'], undefined, undefined, '1.0.0'],
    [['1.0.0', '0.9.0', '0.10.0'], undefined, undefined, '0.10.0'],
    [['1.0.0', '1.1.0'], '1.2.0', undefined, '1.1.0'],
    [['1.0.0', '1.1.0', '1.2.0'], '1.0.0', undefined, '1.0.0'],
    [['1.0.0-beta.2', '1.0.0-beta.10', '1.0.0'], '1.0.0', undefined, '1.0.0-beta.10'],
    [['1.0.0', '1.1.0', 'next'], '1.1.0', undefined, '1.0.0'],
    [['1.0.0', '1.1.0', '1.2.0'], '1.2.0', '1.0.0', '1.0.0'],
    [['1.0.0', '1.1.0', '1.2.0'], '1.2.0', '1.2.0', '1.2.0'],
  ] as const) {
    const root = current ? `, ${current} in the root` : ''
    it(`count from ${oldest} on, of ${versions.join(', ') || 'none'}${root}${floor ? `, by the word of the operator` : ''}`, async () => {
      const host = await at([...versions], current, floor)
      assert.equal(await host.oldest(), oldest)
      await rm(host.folder, { recursive: true })
    })
  }

  it('are served while they count; one that a release has made old is gone from that moment on', async () => {
    const host = await at(['1.0.0', '1.1.0'], '1.1.0')
    assert.equal((await host.get('/v/1.0.0/frame')).status, 200)
    await mkdir(join(host.folder, 'v', '1.2.0'))
    await writeFile(join(host.folder, 'integrity.json'), JSON.stringify({ version: '1.2.0' }))
    const frame = await host.get('/v/1.0.0/frame')
    assert.deepEqual([frame.status, frame.headers.get('location')], [302, '/frame?retired=1.0.0'])
    const page = await host.get('/v/1.0.0/confirm')
    assert.deepEqual(
      [page.status, page.headers.get('access-control-allow-origin'), await page.json()],
      [410, '*', { error: { code: 'VERSION_RETIRED', detail: '1.0.0: 1.1.0 or later.' } }],
    )
    await rm(host.folder, { recursive: true })
  })

  it('are ordered as Semantic Versioning has it', () => {
    // The list of the standard (semver.org, section 11), and numbers that are no texts.
    const ordered = [
      ...['0.9.9', '0.10.0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta'],
      ...['1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '2.0.0', '10.0.0'],
    ]
    assert.deepEqual(ordered.toReversed().sort(compareVersions), ordered)
    assert.equal(compareVersions('1.0.0+a', '1.0.0+b'), 0)
  })

  it('may not be all too old: a floor above the root stops the start', async () => {
    const host = await at(['1.0.0'], '1.0.0')
    await assert.rejects(checkFloor(host.folder, '1.0.1'), /oldestVersion is 1\.0\.1/)
    await checkFloor(host.folder, '1.0.0')
    await rm(host.folder, { recursive: true })
  })
})
