/** Chain, tab and services end in the middle of sending: nothing is sent twice, and nothing is forgotten. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Route } from 'playwright-core'
import { createPublicClient, http } from 'viem'

import { Rpc } from '../../src/chain/rpc/rpc.js'
import { after, before, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { type Demo, openDemo, PERSON, request, startWorld, type World } from './support.js'

const TO = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const ETHER = 10n ** 18n

let world: World
/** Where the chain is kept while it is stopped. */
let folder: string
let context: BrowserContext
let demo: Demo
let address: `0x${string}`
/** What the wallet gave the chain, by how often. */
const heard = new Map<string, number>()
/** What to do when the wallet is about to give the chain a transaction. */
let onSend: (route: Route) => Promise<void> = (route) => route.continue()

const node = () => new Rpc(world.stack.urls.chain)
const mined = () => node().quantity('eth_getTransactionCount', [address, 'latest'])
const balance = () => node().quantity('eth_getBalance', [TO, 'latest'])

/** The site asks; the person says yes. */
async function send(): Promise<`0x${string}`> {
  const hash = request(demo.page, 'eth_sendTransaction', [{ to: TO, value: '0x1' }])
  await demo.approve()
  return (await hash) as `0x${string}`
}

/** Also where the chain does not know of it for a while. */
const receiptOf = (hash: `0x${string}`) =>
  until('the receipt', () =>
    createPublicClient({ transport: http(world.stack.urls.chain) }).getTransactionReceipt({ hash }),
  )

describe('sending goes on', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chain-'))
    world = await startWorld({
      // It finds itself again as it was, but for what no block has yet.
      command: (name, args) =>
        name === 'chain' ? [...args, '--state', join(folder, 'state.json')] : args,
    })
    context = await world.browser.newContext()
    demo = await openDemo(world, '/', context)
    await demo.signIn(PERSON)
    ;[address] = (await request(demo.page, 'eth_accounts')) as [`0x${string}`]
    await node().request('anvil_setBalance', [address, `0x${(10n * ETHER).toString(16)}`])
    await context.route(`${world.stack.urls.chain}/**`, async (route) => {
      const call = route.request().postDataJSON() as { method?: string; params?: [string] } | null
      if (call?.method !== 'eth_sendRawTransaction') return route.continue()
      const [raw] = call.params!
      heard.set(raw, (heard.get(raw) ?? 0) + 1)
      return onSend(route)
    })
  })
  after(async () => {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('when the chain stops in the moment of the yes, and the tab is closed: it is sent when both are back', async () => {
    const before = [await mined(), await balance()] as const
    onSend = async (route) => {
      onSend = (later) => later.continue()
      await world.stack.processes.chain.kill('SIGTERM')
      await route.abort()
    }
    const known = await send()
    await demo.page.close()
    await world.stack.processes.chain.start()
    demo = await openDemo(world, '/', context)
    await demo.signIn(PERSON)
    assert.equal((await receiptOf(known)).status, 'success')
    assert.deepEqual([await mined(), await balance()], [before[0] + 1n, before[1] + 1n])
    assert.equal(heard.size, 1, 'the same bytes each time')
  })

  it('when the chain forgets what waits, while the tab is loaded anew', async () => {
    const before = [await mined(), await balance()] as const
    await node().request('evm_setAutomine', [false])
    const known = await send()
    await Promise.all([world.stack.processes.chain.restart(), demo.page.reload()])
    await demo.ready()
    assert.equal((await receiptOf(known)).status, 'success')
    assert.deepEqual([await mined(), await balance()], [before[0] + 1n, before[1] + 1n])
    assert.equal(heard.size, 2, 'the same bytes each time')
  })

  it('when login service and key nodes end while the person looks at it', async () => {
    const before = await mined()
    const { login, node1, node2, node3 } = world.stack.processes
    const hash = request(demo.page, 'eth_sendTransaction', [{ to: TO, value: '0x1' }])
    await demo.frame.getByRole('button', { name: 'Approve' }).waitFor()
    const services = [login, node1, node2, node3]
    await Promise.all(services.map((service) => service.kill()))
    await demo.approve()
    assert.equal((await receiptOf((await hash) as `0x${string}`)).status, 'success')
    assert.equal(await mined(), before + 1n)
    await Promise.all(services.map((service) => service.start()))
  })

  it('and the activity tells of each once, and how it ended', async () => {
    await demo.openWallet()
    await demo.press('See all Activity')
    const rows = demo.frame.locator('we-activity li')
    await demo.frame.getByText('Done').nth(2).waitFor()
    assert.equal(await rows.count(), 3)
    await demo.closeWallet()
  })
})
