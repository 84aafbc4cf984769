/** The hash by which operators see that all nodes run the same program. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'

import { hashOfProgram } from '../../src/server/cli/options/version.js'
import { inTemporaryFolder } from './support/services.js'

it('the hash of a program is of the scripts that it loads, not of those that an upgrade left', async () => {
  await inTemporaryFolder(async (dir) => {
    const write = (name: string, text: string) => writeFile(join(dir, name), text)
    const hash = () => hashOfProgram(join(dir, 'cli.js'))
    await write(
      'cli.js',
      `import { a } from "./chunk-A1.js"\nconst b = () => import('./node-B1.js')`,
    )
    await write('chunk-A1.js', 'export const a = 1')
    await write('node-B1.js', 'import "./chunk-A1.js"')
    const before = await hash()
    await write('node-B0.js', 'import "./chunk-A0.js"')
    assert.equal(await hash(), before)
    for (const name of ['chunk-A1.js', 'node-B1.js']) {
      await write(name, 'export const a = 2')
      assert.notEqual(await hash(), before, name)
    }
  })
})
