/** Key nodes that are down, hung or lying: a login works, or ends in a typed error. Never in a wrong key. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import type { Share } from '../../src/protocol/service.js'
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

  before(async () => {
    world = await startWorld()
    const { demo } = await signedIn()
    address = await request(demo.page, 'eth_accounts')
    await demo.close()
  })
  after(() => world?.stop())

  it('one is killed: works, with the same address', async () => {
    const { node3 } = world.stack.processes
    await node3.kill()
    const { demo } = await signedIn()
    assert.deepEqual(await request(demo.page, 'eth_accounts'), address)
    await demo.close()
    await node3.start()
  })

  it('one uses a wrong share: works, with the same address, and the log says which', async () => {
    const { node2 } = world.stack.processes
    const path = join(world.dir, 'shares', 'share-2.json')
    const right = await readFile(path, 'utf8')
    const share = JSON.parse(right) as Share
    const wrong = { ...share, secret: `${share.secret.slice(0, 10)}00${share.secret.slice(12)}` }
    await writeFile(path, JSON.stringify(wrong))
    await node2.restart({ WALLET_EMBED_UNCHECKED_SHARE: '1' })
    const { demo, log } = await signedIn()
    assert.deepEqual(await request(demo.page, 'eth_accounts'), address)
    await assertSoon(() => log.some((line) => /node 2\b/i.test(line) && line.includes(node2.url)))
    await demo.close()
    await writeFile(path, right)
    await node2.restart()
  })

  it('two are killed: the person is told, and can try again when they are back', async () => {
    const { node2, node3 } = world.stack.processes
    await Promise.all([node2.kill(), node3.kill()])
    const demo = await openDemo(world)
    await demo.openWallet()
    await demo.finishSignIn(PERSON)
    await demo.frame
      .getByText(/key nodes/i)
      .first()
      .waitFor()
    assert.equal(await demo.page.evaluate(() => window.wallet.isLoggedIn), false)
    await Promise.all([node2.start(), node3.start()])
    await demo.finishSignIn(PERSON)
    await demo.page.waitForFunction(() => window.wallet.isLoggedIn)
    assert.deepEqual(await request(demo.page, 'eth_accounts'), address)
    await demo.close()
  })

  it('two are killed: the login client rejects with NODES_UNAVAILABLE', async () => {
    const { node1, node2 } = world.stack.processes
    await Promise.all([node1.kill(), node2.kill()])
    const demo = await openDemo(world)
    const outcome = await demo.loginClient(PERSON).catch((error: Error) => error.message)
    assert.match(String(outcome), /NODES_UNAVAILABLE/)
    await demo.close()
    await Promise.all([node1.start(), node2.start()])
  })
})

/** Waits for what is said in the background. */
async function assertSoon(holds: () => boolean): Promise<void> {
  const end = Date.now() + 5_000
  while (!holds()) {
    assert.ok(Date.now() < end, 'It did not happen.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
