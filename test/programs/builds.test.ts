/** How an operator keeps the list of builds. Needs a build. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'

import { sealWallet } from '../../scripts/integrity.js'
import { readPrivateKey } from '../../src/server/keys/identity-file.js'
import { addBuild } from '../../src/server/wallet-app/builds.js'
import { COMMIT, NEXT, WatchedWallet } from './support/watched-wallet.js'

let its: WatchedWallet
before(async () => {
  its = await WatchedWallet.start()
})
after(() => its.close())

describe('builds', () => {
  const hashOf = async (root: string) =>
    (await readFile(its.at(root, 'integrity.txt'), 'utf8')).trim()

  it('key makes a file for its owner alone, and prints the public half', async () => {
    assert.match(its.key, /^[\w-]{43}$/)
    assert.equal((await stat(its.at('key.json'))).mode & 0o777, 0o600)
    const again = await its.run('builds', 'key', '--out', 'key.json').ended
    assert.deepEqual([again.code, again.stdout], [1, ''])
    assert.match(again.stderr, /key\.json exists/)
  })

  it('add appends, says which build it is, and never shows the key', async () => {
    await cp(its.at('builds.json'), its.at('two.json'))
    const { code, stdout, stderr } = await its.add('next', 'two.json')
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(stdout, `${NEXT} ${await hashOf('next')} is build 2 of two.json.\n`)
    const again = await its.add('next', 'two.json')
    assert.equal(again.stdout, `${NEXT} ${await hashOf('next')} is on two.json already.\n`)
    const { privateKey } = JSON.parse(await readFile(its.at('key.json'), 'utf8'))
    for (const text of [stdout, again.stdout, await readFile(its.at('two.json'), 'utf8')]) {
      assert.ok(!text.includes(privateKey))
    }
    const shown = await its.run('builds', 'list', '--builds', 'two.json', '--key', its.key).ended
    const lines = shown.stdout.trim().split('\n')
    assert.deepEqual(
      lines.map((line) => line.replace(/^\S+Z /, '')),
      [
        `${its.version} ${await hashOf('root')} ${COMMIT}`,
        `${NEXT} ${await hashOf('next')} ${COMMIT}`,
      ],
    )
  })

  it('add loses no build that is added meanwhile', async () => {
    await cp(its.at('builds.json'), its.at('both.json'))
    await cp(its.at('next'), its.at('large'), { recursive: true })
    await sealWallet(its.at('large'), '99.1.0')
    // Adding this one takes until its manifest can be read.
    const manifest = its.at('large', 'integrity.json')
    const bytes = await readFile(manifest)
    await rm(manifest)
    assert.equal(spawnSync('mkfifo', [manifest]).status, 0)
    const slow = its.add('large', 'both.json')
    const pipe = await open(manifest, 'w')
    const added = [await its.add('next', 'both.json')]
    await pipe.writeFile(bytes)
    await pipe.close()
    added.push(await slow)
    for (const { code, stderr } of added) assert.deepEqual([code, stderr], [0, ''])
    const { entries } = JSON.parse(await readFile(its.at('both.json'), 'utf8'))
    assert.deepEqual(
      entries.map(({ version }: { version: string }) => version),
      [its.version, NEXT, '99.1.0'],
    )
  })

  it('add refuses what is wrong, and leaves the list as it was', async () => {
    const list = await readFile(its.at('builds.json'))
    await cp(its.at('next'), its.at('broken'), { recursive: true })
    await writeFile(its.at('broken', 'frame.html'), 'another')
    // The same files under this version have a different hash once one was changed and sealed again.
    await cp(its.at('broken'), its.at('resealed'), { recursive: true })
    await sealWallet(its.at('resealed'), its.version)
    const future = addBuild(
      [],
      {
        version: '0.0.1',
        hash: await hashOf('next'),
        commit: COMMIT,
        date: '2999-01-01T00:00:00Z',
      },
      await readPrivateKey(its.at('key.json')),
    )!
    await writeFile(its.at('future.json'), future)
    await writeFile(its.at('changed.json'), list.toString().replace(COMMIT, 'd'.repeat(40)))
    await its.run('builds', 'key', '--out', 'other-key.json').ended
    for (const [ended, says] of [
      [its.add('broken'), /^wallet-embed: frame\.html is not the file of the build/],
      [its.add('resealed'), /is on the list already, with a different hash/],
      [its.add('next', 'future.json'), /which is before that of 0\.0\.1/],
      [its.add('next', 'changed.json'), /changed\.json: the signature/],
      [its.add('next', 'missing.json'), /missing\.json: ENOENT\. .*--accept new-list/],
      [
        its.add('next', 'builds.json', '--key-file', 'other-key.json'),
        /signature is not by the key/,
      ],
      [its.add('next', 'builds.json', '--key-file', 'config.json'), /config\.json: privateKey/],
      [its.add('next', 'builds.json', '--commit', 'abc'), /commit is not valid/],
    ] as const) {
      const { code, stdout, stderr } = await ended
      assert.match(stderr, says)
      assert.deepEqual([code, stdout], [1, ''])
    }
    assert.deepEqual(await readFile(its.at('builds.json')), list)
    assert.equal(await readFile(its.at('future.json'), 'utf8'), future)
  })
})
