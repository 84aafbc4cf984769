/** Shares, backups and nodes of another generation, or of another network, than the published one. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { EventEmitter, on } from 'node:events'
import { chown, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

import { FolderChannel } from '../../src/server/ceremonies/folder-channel.js'
import { runReshare } from '../../src/server/ceremonies/reshare.js'
import type { Network } from '../../src/server/keys/generation.js'
import { faultOf, watchPublished } from '../../src/server/keys/published.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { registryFor } from '../node/support/issuer.js'
import { identitiesOf } from '../node/support/peers.js'
import { CHEAP, inTemporaryFolder, readShare, SHARE_KEY } from '../node/support/services.js'
import { runCli } from './support/cli.js'

const URLS = ['http://localhost:4061', 'http://localhost:4062']
const BACKUP_KEY = 'another passphrase, kept elsewhere'
const KEYS = { WALLET_EMBED_SHARE_KEY: SHARE_KEY, WALLET_EMBED_BACKUP_KEY: BACKUP_KEY }
const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
const NO_ROOT = process.getuid?.() === 0 ? false : 'only root can give files to others'

/** Two members: `old` has their first shares, `own1` and `own2` what a refresh made of them, with backups. */
const inRefreshed = (work: (file: (name: string) => string, before: Network) => Promise<void>) =>
  inTemporaryFolder(async (root) => {
    const file = (name: string) => join(root, name)
    const network = await makeDevShares({ urls: URLS, threshold: 2, dir: file('old') })
    await Promise.all(
      [1, 2].map(async (index) => {
        const dir = file(`own${index}`)
        await mkdir(dir)
        await cp(file(`old/share-${index}.json`), join(dir, `share-${index}.json`))
        await runReshare({
          ...{ index, network, dealers: [1, 2], members: [1, 2], threshold: 2, dir },
          ...{
            shareKey: SHARE_KEY,
            cost: CHEAP,
            backup: { dir: file('backups'), key: BACKUP_KEY },
          },
          ...{ identities: identitiesOf(index), timeoutMs: 60_000 },
          channel: new FolderChannel(file('shared'), index),
        })
      }),
    )
    await work(file, network)
  })

const ended = async (args: string[]) => {
  const { code, stdout, stderr } = await runCli(args, KEYS).ended
  return { code, said: stdout + stderr }
}

describe('a share and its backup', () => {
  it('are verified against the published network, and told from those of the generation before', async () => {
    await inRefreshed(async (file) => {
      const published = file('own1/network.json')
      const names = (await readdir(file('backups'))).sort()
      assert.match(
        names.join(),
        /^share-1\.(g2-[0-9a-f]{8})\.backup\.json,share-2\.\1\.backup\.json$/,
      )
      const backup = join(file('backups'), names[1]!)
      const verify = (...what: string[]) => ended(['share', 'verify', ...what])
      const [now, kept, old, other] = await Promise.all([
        verify('--share', file('own1/share-1.json'), '--network', published),
        verify('--backup', backup, '--network', published),
        verify('--share', file('old/share-1.json'), '--network', published),
        verify('--backup', backup, '--network', file('old/network.json')),
      ])
      assert.deepEqual([now.code, kept.code, old.code, other.code], [0, 0, 1, 1])
      assert.match(now.said, /is share 1 of that network \(2 of 2\)\.\n$/)
      assert.match(
        old.said,
        /^wallet-embed: .*: share 1 has public key .*: another generation\.\n$/,
      )
      assert.match(other.said, /another generation\.\n$/)
    })
  })

  it('are restored as a set, on new machines; one of another generation is refused', async () => {
    await inRefreshed(async (file) => {
      const names = (await readdir(file('backups'))).sort()
      const restore = (name: string, published: string, to: string) =>
        ended([
          'share',
          'restore',
          '--backup',
          join(file('backups'), name),
          '--network',
          published,
          '--out',
          file(to),
        ])
      const wrong = await restore(names[0]!, file('old/network.json'), 'new1')
      assert.equal(wrong.code, 1)
      assert.match(wrong.said, /is of g2-.*, not of what .*old\/network\.json has/)
      await assert.rejects(readdir(file('new1')), { code: 'ENOENT' })
      for (const [at, name] of names.entries()) {
        const { code, said } = await restore(name, file('own2/network.json'), `new${at + 1}`)
        assert.equal(code, 0, said)
        const back = file(`new${at + 1}`)
        const verified = await ended([
          'share',
          'verify',
          '--share',
          join(back, `share-${at + 1}.json`),
          '--network',
          join(back, 'network.json'),
        ])
        assert.equal(verified.code, 0, verified.said)
      }
    })
  })
})

describe('a node', () => {
  it('is not ready with a share that is not of the published network, and is healthy all the same', async () => {
    await inRefreshed(async (file) => {
      await writeFile(file('registry.json'), JSON.stringify(registryFor('http://localhost:1')))
      for (const [share, status] of [
        ['own1', 200],
        ['old', 503],
      ] as const) {
        const node = runCli(
          [
            ...[
              'node',
              '--share',
              file(`${share}/share-1.json`),
              '--registry',
              file('registry.json'),
            ],
            ...[
              '--wallet-origin',
              'http://localhost:4050',
              '--port',
              '0',
              '--network',
              file('own2/network.json'),
            ],
          ],
          KEYS,
        )
        const [, url] = await node.line(LISTENING)
        await node.line(
          status === 200 ? /the share is of the published/ : /not the share of the published/,
        )
        const ready = await fetch(`${url}/readyz`)
        assert.equal(ready.status, status)
        if (status === 503) assert.match(await ready.text(), /another generation/)
        assert.equal((await fetch(`${url}/healthz`)).status, 200)
        node.child.kill('SIGTERM')
        await node.ended
      }
    })
  })

  it('keeps what it knew while the published network cannot be had, and looks at once when it is told to', async () => {
    await inTemporaryFolder(async (dir) => {
      const network = await makeDevShares({ urls: URLS, threshold: 2, dir })
      const file = join(dir, 'published.json')
      const share = await readShare(dir, 1)
      await writeFile(file, JSON.stringify({ ...network, groupKey: '00'.repeat(32) }))
      const looks = new EventEmitter()
      const heard = on(looks, 'looked')
      const next = async () => (await heard.next()).value[0]
      const watch = watchPublished(
        file,
        () => share,
        (looked) => looks.emit('looked', looked),
      )
      try {
        const fault = faultOf(share, { ...network, groupKey: '00'.repeat(32) })
        assert.match(fault!, /another network/)
        assert.deepEqual(await next(), { fault })
        await writeFile(file, 'no JSON')
        watch.look()
        assert.deepEqual(await next(), {
          fault,
          failure: `${file}: is no JSON, from line 1, column 1.`,
        })
        assert.equal(watch.fault(), fault)
        await writeFile(file, JSON.stringify({ keyNetwork: network }))
        watch.look()
        await next()
        assert.equal(watch.fault(), undefined)
      } finally {
        watch.close()
      }
    })
  })
})

describe('the configuration of the wallet app', () => {
  it('is not given another group key without a word for it', async () => {
    await inTemporaryFolder(async (dir) => {
      const file = (name: string) => join(dir, name)
      await makeDevShares({ urls: URLS, threshold: 2, dir: file('one') })
      await makeDevShares({ urls: URLS, threshold: 2, dir: file('two') })
      await writeFile(file('registry.json'), JSON.stringify(registryFor('http://localhost:1')))
      await writeFile(file('chains.json'), '[]')
      const make = (network: string, ...more: string[]) =>
        ended([
          ...['app-config', '--registry', file('registry.json'), '--chains', file('chains.json')],
          ...[
            '--network',
            file(`${network}/network.json`),
            '--login-service',
            'http://localhost:4051',
          ],
          ...['--out', file('config.json'), ...more],
        ])
      assert.deepEqual(await make('one'), { code: 0, said: '' })
      const before = await readFile(file('config.json'), 'utf8')
      const refused = await make('two')
      assert.equal(refused.code, 1)
      assert.match(
        refused.said,
        /^wallet-embed: The group key was .* and would be .*--accept other-key\.\n$/,
      )
      assert.equal(await readFile(file('config.json'), 'utf8'), before)
      assert.equal((await make('two', '--accept', 'other-key')).code, 0)
      assert.notEqual(await readFile(file('config.json'), 'utf8'), before)
    })
  })
})

describe('an operator’s files', { skip: NO_ROOT }, () => {
  /** Debian's `nobody`. */
  const SERVICE = 65_534

  it('belong to the service also when root writes them', async () => {
    await inTemporaryFolder(async (dir) => {
      const file = (name: string) => join(dir, name)
      await makeDevShares({ urls: URLS, threshold: 2, dir: file('own') })
      await writeFile(file('own/registry.json'), JSON.stringify(registryFor('http://localhost:1')))
      for (const name of ['', 'share-1.json', 'network.json', 'registry.json']) {
        await chown(file(join('own', name)), SERVICE, SERVICE)
      }
      const done = await Promise.all([
        ended(['share', 'encrypt', '--share', file('own/share-1.json')]),
        ended([
          'registry',
          'add-application',
          '--registry',
          file('own/registry.json'),
          '--client-id',
          'x',
          '--name',
          'X',
          '--origin',
          'https://x.example',
        ]),
        ended([
          'share',
          'backup',
          '--share',
          file('own/share-2.json'),
          '--network',
          file('own/network.json'),
          '--out',
          file('own/backups'),
        ]),
        ended(['identity', '--out', file('own/identity.json')]),
      ])
      for (const { code, said } of done) assert.equal(code, 0, said)
      const names = await readdir(file('own'), { recursive: true })
      assert.equal(names.length, 7)
      for (const name of names.filter((one) => one !== 'share-2.json')) {
        assert.equal((await stat(file(join('own', name)))).uid, SERVICE, name)
      }
    })
  })

  it('keep the group by which a service reads them, when a user writes them who is in it', async () => {
    await inTemporaryFolder(async (dir) => {
      const [user, group] = [12_345, 23_456]
      const file = join(dir, 'registry.json')
      await writeFile(file, '{}', { mode: 0o640 })
      for (const one of [dir, file]) await chown(one, user, group)
      const program = join(process.cwd(), 'src/server/platform/write-file.ts')
      const script = `const { replaceFile } = await import('${program}')
        process.setgroups([${group}])
        process.setgid(${user})
        process.setuid(${user})
        await replaceFile('${file}', '{ }')`
      const node = ['--import', 'tsx', '--input-type=module', '-e', script]
      await promisify(execFile)(process.execPath, node)
      const { uid, gid, mode } = await stat(file)
      assert.deepEqual([uid, gid, mode & 0o777], [user, group, 0o640])
    })
  })
})
