/** Shares at rest, and their backups, as operators meet them. */
import assert from 'node:assert/strict'
import { lstat, mkdir, readdir, readFile, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { openShare, shareText } from '../../src/server/keys/share-file.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { registryFor } from '../node/support/issuer.js'
import { CHEAP, inTemporaryFolder, readShare } from '../node/support/services.js'
import { runCli } from './support/cli.js'

const KEY = { WALLET_EMBED_SHARE_KEY: 'six words that nobody would ever guess' }
const WRONG = { WALLET_EMBED_SHARE_KEY: 'six words that somebody did guess' }
const BACKUP_KEY = 'another passphrase, kept elsewhere'
const LISTENING = /listening at (http:\/\/[^"]*:\d+)/

/** A folder with shares in clear, a registry and a file with a backup's key. */
const inNodesFolder = (work: (file: (name: string) => string) => Promise<void>) =>
  inTemporaryFolder(async (dir) => {
    await makeDevShares({ urls: ['http://a.example', 'http://b.example'], threshold: 2, dir })
    await writeFile(join(dir, 'registry.json'), JSON.stringify(registryFor('http://localhost:1')))
    await writeFile(join(dir, 'backup.key'), `${BACKUP_KEY}\n`)
    await work((name) => join(dir, name))
  })

const nodeArgs = (share: string, registry: string, walletOrigin = 'http://localhost:4050') => [
  ...['node', '--share', share, '--registry', registry],
  ...['--wallet-origin', walletOrigin, '--port', '0'],
]

describe('an encrypted share', () => {
  it('holds nothing of the secret, and starts a node with its key', async () => {
    await inNodesFolder(async (file) => {
      const [path, clear] = [file('share-1.json'), await readFile(file('share-1.json'), 'utf8')]
      const encrypted = await runCli(['share', 'encrypt', '--share', path], KEY).ended
      assert.deepEqual([encrypted.code, encrypted.stderr], [0, ''])
      const text = await readFile(path, 'utf8')
      assert.equal(text.includes(JSON.parse(clear).secret), false)
      // What an operator's passphrase needs, whatever tests take (OWASP Password Storage Cheat Sheet).
      assert.deepEqual(JSON.parse(text).scrypt, { N: 2 ** 17, r: 8, p: 1 })
      assert.equal((await stat(path)).mode & 0o777, 0o600)

      const node = runCli(nodeArgs(path, file('registry.json')), KEY)
      const [, url] = await node.line(LISTENING)
      assert.equal((await fetch(`${url}/healthz`)).status, 200)
      node.child.kill('SIGTERM')
      assert.equal((await node.ended).code, 0)

      const { share } = await openShare(path, KEY.WALLET_EMBED_SHARE_KEY)
      assert.deepEqual(share, JSON.parse(clear))
    })
  })

  it('keeps the name of its generation when it is encrypted again', async () => {
    await inNodesFolder(async (file) => {
      const [path, key] = [file('share-1.json'), KEY.WALLET_EMBED_SHARE_KEY]
      const share = await readShare(file('.'), 1)
      await writeFile(path, await shareText(share, key, 'g2-0123abcd', CHEAP))
      const { code, stderr } = await runCli(['share', 'encrypt', '--share', path], KEY).ended
      assert.deepEqual([code, stderr], [0, ''])
      assert.equal((await openShare(path, key)).generation, 'g2-0123abcd')
    })
  })

  it('leaves nothing in clear where a link leads', async () => {
    await inNodesFolder(async (file) => {
      const [path, link] = [file('share-1.json'), file('link.json')]
      const { secret } = JSON.parse(await readFile(path, 'utf8'))
      await symlink(path, link)
      const { code, stderr } = await runCli(['share', 'encrypt', '--share', link], KEY).ended
      assert.deepEqual([code, stderr], [0, ''])
      assert.equal((await readFile(path, 'utf8')).includes(secret), false)
      assert.ok((await lstat(link)).isSymbolicLink())
    })
  })

  it('starts no node with a wrong key or with none, and the node says so', async () => {
    await inNodesFolder(async (file) => {
      const path = file('share-1.json')
      await writeFile(
        path,
        await shareText(await readShare(file('.'), 1), KEY.WALLET_EMBED_SHARE_KEY, 'g1', CHEAP),
      )
      for (const [env, message] of [
        [WRONG, `wallet-embed: ${path}: cannot be opened with this key, or was changed.\n`],
        [{}, `wallet-embed: ${path} is encrypted: no key.\n`],
      ] as const) {
        const { code, stdout, stderr } = await runCli(nodeArgs(path, file('registry.json')), env)
          .ended
        assert.deepEqual([code, stdout, stderr], [1, '', message])
      }
    })
  })

  it('is refused if one character of its file was changed', async () => {
    await inNodesFolder(async (file) => {
      const share = await readShare(file('.'), 1)
      const sealed = JSON.parse(await shareText(share, KEY.WALLET_EMBED_SHARE_KEY, 'g1', CHEAP))
      const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
      for (const change of [
        { data: flip(sealed.data) },
        { what: 'share 2' },
        { iv: flip(sealed.iv) },
        { scrypt: { ...sealed.scrypt, N: 2 ** 15 } },
      ]) {
        await writeFile(file('changed.json'), JSON.stringify({ ...sealed, ...change }))
        await assert.rejects(openShare(file('changed.json'), KEY.WALLET_EMBED_SHARE_KEY), {
          detail: `${file('changed.json')}: cannot be opened with this key, or was changed.`,
        })
      }
    })
  })

  it('is not made with a short key, or without one', async () => {
    await inNodesFolder(async (file) => {
      const before = await readFile(file('share-1.json'), 'utf8')
      for (const [env, message] of [
        [{ WALLET_EMBED_SHARE_KEY: 'short' }, /at least 16 characters/],
        [{}, /No key: give --share-key-file or set WALLET_EMBED_SHARE_KEY\./],
      ] as const) {
        const { code, stderr } = await runCli(
          ['share', 'encrypt', '--share', file('share-1.json')],
          env,
        ).ended
        assert.equal(code, 1)
        assert.match(stderr, message)
      }
      assert.equal(await readFile(file('share-1.json'), 'utf8'), before)
    })
  })
})

describe('a share in clear', () => {
  it('serves, with a warning if the wallet is not on this machine', async () => {
    await inNodesFolder(async (file) => {
      for (const [origin, warnings] of [
        ['http://localhost:4050', 0],
        ['https://wallet.example', 1],
      ] as const) {
        const node = runCli(nodeArgs(file('share-1.json'), file('registry.json'), origin))
        await node.line(LISTENING)
        node.child.kill('SIGTERM')
        const { stdout } = await node.ended
        assert.equal(stdout.match(/in clear/g)?.length ?? 0, warnings)
      }
    })
  })
})

describe('a backup', () => {
  it('restores a node on a machine that has nothing else', async () => {
    await inNodesFolder(async (file) => {
      const backupKey = ['--backup-key-file', file('backup.key')]
      const made = await runCli([
        ...['share', 'backup', '--share', file('share-2.json'), '--network', file('network.json')],
        ...[...backupKey, '--out', file('backups')],
      ]).ended
      assert.deepEqual([made.code, made.stderr], [0, ''])
      const share = await readShare(file('.'), 2)
      const [name] = await readdir(file('backups'))
      assert.match(name!, /^share-2\.g1-[0-9a-f]{8}\.backup\.json$/)
      const backup = join(file('backups'), name!)
      assert.equal((await readFile(backup, 'utf8')).includes(share.secret), false)

      const to = file('new-machine')
      const args = ['share', 'restore', '--backup', backup, ...backupKey, '--out', to]
      const restored = await runCli(args, KEY).ended
      assert.deepEqual([restored.code, restored.stderr], [0, ''])
      assert.match(restored.stdout, new RegExp(share.publicKey))
      const { share: again, isSealed } = await openShare(
        join(to, 'share-2.json'),
        KEY.WALLET_EMBED_SHARE_KEY,
      )
      assert.deepEqual([again, isSealed], [share, true])
      const network = (name: string) => readFile(name, 'utf8')
      assert.equal(await network(join(to, 'network.json')), await network(file('network.json')))

      const node = runCli(nodeArgs(join(to, 'share-2.json'), file('registry.json')), KEY)
      await node.line(LISTENING)
      node.child.kill('SIGTERM')
      assert.equal((await node.ended).code, 0)
      const over = await runCli(args, KEY).ended
      assert.match(over.stderr, /exists: whoever overwrites it loses a share/)
    })
  })

  it('is restored whole or not at all, so that it can be tried again', async () => {
    await inNodesFolder(async (file) => {
      const keys = ['--backup-key-file', file('backup.key')]
      await runCli([
        ...['share', 'backup', '--share', file('share-1.json'), '--network', file('network.json')],
        ...[...keys, '--out', file('backups')],
      ]).ended
      const backup = join(file('backups'), (await readdir(file('backups')))[0]!)
      const to = file('new-machine')
      const restore = () =>
        runCli(['share', 'restore', '--backup', backup, ...keys, '--out', to], KEY).ended
      await mkdir(join(to, 'network.json'), { recursive: true })
      const failed = await restore()
      assert.match(failed.stderr, /network\.json cannot be written: .* Nothing was changed/)
      assert.deepEqual(await readdir(to), ['network.json'])
      await rmdir(join(to, 'network.json'))
      const { code, stderr } = await restore()
      assert.deepEqual([code, stderr], [0, ''])
      assert.deepEqual((await readdir(to)).sort(), ['network.json', 'share-1.json'])
    })
  })

  it('is not made of a share with the network of others', async () => {
    await inNodesFolder(async (file) => {
      await mkdir(file('other'))
      const urls = ['http://a.example', 'http://b.example']
      await makeDevShares({ urls, threshold: 2, dir: file('other') })
      const { stderr } = await runCli([
        ...['share', 'backup', '--share', file('share-1.json'), '--out', file('backups')],
        ...['--network', file('other/network.json'), '--backup-key-file', file('backup.key')],
      ]).ended
      assert.match(
        stderr,
        /^wallet-embed: .*share-1\.json: Share 1 is not of this network, g1-[0-9a-f]{8}\.\n$/,
      )
    })
  })
})
