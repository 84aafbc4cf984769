/** Key nodes that are down, hung or lying: a login works, or ends in a typed error. Never in a wrong key. */
import assert from 'node:assert/strict'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { makeDevShares } from '../../src/server/keys/shares.js'
import { after, before, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { refreshShares, replaceKey } from './refreshed.js'
import { type Demo, openDemo, PERSON, request, startWorld, type World } from './support.js'

describe('a login, while of three key nodes', () => {
  let world: World
  let address: unknown

  const signedIn = async (): Promise<{ demo: Demo; log: string[] }> => {
    const demo = await openDemo(world)
    const log: string[] = []
    demo.page.on('console', (message) => log.push(message.text()))
    await demo.signIn(PERSON)
    return { demo, log }
  }

  /** Signs in, to the same account as at the beginning. */
  const isOpened = async (demo: Demo) => {
    await demo.finishSignIn(PERSON)
    await demo.page.waitForFunction(() => window.wallet.isLoggedIn)
    assert.deepEqual(await request(demo.page, 'eth_accounts'), address)
    await demo.close()
  }

  before(async () => {
    world = await startWorld()
    const { demo } = await signedIn()
    address = await request(demo.page, 'eth_accounts')
    await demo.close()
  })
  after(() => world?.stop())

  it('one answers with the share of another network: works, and the log says which', async () => {
    const { node2 } = world.stack.processes
    const path = join(world.dir, 'shares', 'share-2.json')
    const right = await readFile(path)
    const other = join(world.dir, 'other-network')
    await makeDevShares({
      urls: [1, 2, 3].map((port) => `http://localhost:${port}`),
      threshold: 2,
      dir: other,
    })
    await copyFile(join(other, 'share-2.json'), path)
    await node2.restart()
    const { demo, log } = await signedIn()
    assert.deepEqual(await request(demo.page, 'eth_accounts'), address)
    await until('the warning', () =>
      log.some((line) => line.includes(`Key node 2 at ${node2.url}`)),
    )
    await demo.close()
    await writeFile(path, right)
    await node2.restart()
  })

  it('two are killed: the person is told, and can try again when they are back', async () => {
    const { node2, node3 } = world.stack.processes
    await Promise.all([node2.kill(), node3.kill()])
    const demo = await openDemo(world)
    await demo.openWallet()
    await isRefused(demo)
    await Promise.all([node2.start(), node3.start()])
    await isOpened(demo)
  })

  it('all have new shares since the page was opened: works, with the same address', async () => {
    const demo = await openDemo(world)
    await demo.openWallet()
    await refreshShares(world)
    await isOpened(demo)
  })

  it('all have another key since the page was opened: rejects, and opens no other account', async () => {
    const demo = await openDemo(world)
    await demo.openWallet()
    await replaceKey(world)
    await isRefused(demo)
    await demo.close()
  })
})

/** Signs in in vain, and is told why. */
async function isRefused(demo: Demo): Promise<void> {
  await demo.finishSignIn(PERSON)
  await demo.frame
    .getByText(/key nodes/i)
    .first()
    .waitFor()
  assert.equal(await demo.page.evaluate(() => window.wallet.isLoggedIn), false)
}
