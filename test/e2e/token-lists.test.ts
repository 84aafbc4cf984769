/** Tokens that the operator lists, on the demo's chain: found without typing, with few questions to its node. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Rpc } from '../../src/chain/rpc/rpc.js'
import { callData, deployData } from '../support/contracts.js'
import { after, before, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { type Demo, openDemo, PERSON, request, startWorld, type World } from './support.js'

type Hex = `0x${string}`
/** Of all that a first view of home asks of a chain. */
const MOST_CALLS = 6

describe('tokens that the operator lists', () => {
  let folder: string
  let world: World
  let demo: Demo
  let chain: Rpc
  let rich: Hex
  const made: Record<string, Hex> = {}

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tokens-'))
    world = await startWorld({
      command: (_, args) => args.map((arg, at) => (args[at - 1] === '--tokens' ? folder : arg)),
    })
    chain = new Rpc(world.stack.urls.chain)
    ;[rich] = (await chain.request('eth_accounts')) as [Hex]
    for (const name of ['Held', 'Empty'])
      made[name] = await deploy(deployData('Token', [`By the contract: ${name}`, 'CON', 6]))
    for (const name of ['Burner', 'Flood']) made[name] = await deploy(deployData(name))
    const tokens = Object.entries(made).map(([name, address]) => {
      return { chainId: 31_337, address, name: `Listed ${name}`, symbol: 'LST', decimals: 6 }
    })
    await writeFile(join(folder, 'main.json'), JSON.stringify({ name: 'Ours', tokens }))
    const file = join(world.dir, 'config.json')
    const config = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...config, tokenLists: ['main.json'] }))
    const url = `${world.stack.urls.wallet}/config.json`
    await until('the new configuration', async () => (await (await fetch(url)).json()).tokenLists)
    demo = await openDemo(world)
    await demo.signIn(PERSON)
    const [me] = (await request(demo.page, 'eth_accounts')) as [Hex]
    await send({ to: made.Held, data: callData('Token', 'mint', [me, 2_500_000n]) })
  })
  after(async () => {
    await world?.stop()
    await rm(folder, { recursive: true })
  })

  async function send(sent: object) {
    const hash = await chain.request('eth_sendTransaction', [{ from: rich, ...sent }])
    const receipt = await until('the receipt', () =>
      chain.request('eth_getTransactionReceipt', [hash]),
    )
    return receipt as { status: Hex; contractAddress: Hex }
  }
  const deploy = async (data: Hex) => (await send({ data })).contractAddress

  it('are on home where the account has some, by the list’s names, with hostile ones among them', async () => {
    const calls: string[] = []
    const hosts = new Set<string>()
    demo.page.on('request', (one) => {
      hosts.add(new URL(one.url()).origin)
      if (one.url().startsWith(world.stack.urls.chain)) calls.push(one.postDataJSON()?.method)
    })
    await demo.openWallet()
    await demo.frame.getByRole('button', { name: /Listed Held.*2\.5/ }).waitFor()
    assert.equal(
      await demo.frame.getByText(/Listed (Empty|Burner|Flood)|By the contract/).count(),
      0,
    )
    assert.ok(calls.includes('eth_call'))
    assert.ok(calls.length <= MOST_CALLS, calls.join())
    const own = Object.values(world.stack.urls).map((url) => new URL(url).origin)
    assert.deepEqual(
      [...hosts].filter((origin) => !own.includes(origin)),
      [],
    )
  })

  it('are the only files of the folder that are served', async () => {
    await writeFile(join(folder, 'secret.txt'), 'secret')
    await writeFile(join(folder, '.hidden.json'), '{}')
    const statusOf = async (path: string) =>
      (await fetch(`${world.stack.urls.wallet}/tokens/${path}`)).status
    assert.equal(await statusOf('main.json'), 200)
    for (const path of ['secret.txt', '.hidden.json', '', '..%2fconfig.json'])
      assert.notEqual(await statusOf(path), 200, path)
  })
})
