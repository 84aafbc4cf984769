/** An operator's folder of token lists: what goes into the configuration, and what is refused. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'

import { checkLists, listsIn } from '../../src/server/wallet-app/token-lists.js'

const TOKEN = {
  chainId: 1,
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  name: 'Sample',
  symbol: 'SMP',
  decimals: 6,
}
const list = (own: object = {}) => JSON.stringify({ name: 'Ours', tokens: [{ ...TOKEN, ...own }] })

describe('a folder of token lists', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lists-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is named file by file, in order, without what is no list', async () => {
    for (const name of ['b.json', 'a.json']) await writeFile(join(folder, name), list())
    await writeFile(join(folder, 'README.md'), '')
    assert.deepEqual(await listsIn(folder), ['a.json', 'b.json'])
  })

  for (const [what, file, text, said] of [
    ['no JSON', 'a.json', '{', /a\.json: is no JSON/],
    ['a token without an address', 'a.json', list({ address: '0x1' }), /tokens\.0\.address/],
    ['a token of too many decimals', 'a.json', list({ decimals: 37 }), /tokens\.0\.decimals/],
    ['a name that an address cannot have', 'A b.json', list(), /a name such as main\.json/],
    ['too large a file', 'a.json', list() + ' '.repeat(2 ** 21), /at most 2097152 bytes/],
  ] as const) {
    it(`is refused with ${what}`, async () => {
      await writeFile(join(folder, file), text)
      await assert.rejects(listsIn(folder), said)
    })
  }

  it('is refused without a file that the configuration names', async () => {
    await assert.rejects(checkLists(folder, ['a.json']), /a\.json: ENOENT/)
    await assert.rejects(listsIn(join(folder, 'none')), /ENOENT/)
  })
})
