/** A request on the demo's chain, told by a descriptor that its operator took in. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Rpc } from '../../src/chain/rpc/rpc.js'
import { takeRelease } from '../../src/server/descriptors/folder.js'
import { callData, deployData } from '../support/contracts.js'
import { after, before, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { approve, type Demo, openDemo, PERSON, request, startWorld, type World } from './support.js'

type Hex = `0x${string}`

describe('a descriptor that the operator took in', () => {
  let folder: string
  let world: World
  let demo: Demo
  let chain: Rpc
  let me: Hex
  let token: Hex
  let claims: Hex

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'descriptors-'))
    await takeRelease(await released([]), folder)
    world = await startWorld({
      command: (name, args) => (name === 'wallet' ? [...args, '--descriptors', folder] : args),
    })
    chain = new Rpc(world.stack.urls.chain)
    const [rich] = (await chain.request('eth_accounts')) as [Hex]
    const send = async (sent: object) => {
      const hash = await chain.request('eth_sendTransaction', [{ from: rich, ...sent }])
      return receiptOf(hash)
    }
    token = (await send({ data: deployData('Token', ['Sample', 'SMP', 2]) })).contractAddress!
    claims = (await send({ data: deployData('Claims') })).contractAddress!
    await send({ to: token, data: callData('Token', 'mint', [claims, 1000n]) })
    await offer([claims])
    demo = await openDemo(world)
    await demo.signIn(PERSON)
    ;[me] = (await request(demo.page, 'eth_accounts')) as [Hex]
    await chain.request('anvil_setBalance', [me, '0xde0b6b3a7640000'])
  })
  after(async () => {
    await world?.stop()
    await rm(folder, { recursive: true })
  })

  const receiptOf = (hash: unknown) =>
    until('the receipt', async () => {
      const receipt = await chain.request('eth_getTransactionReceipt', [hash])
      return receipt as { status: Hex; contractAddress: Hex | null } | null
    })

  /** A registry's release with a descriptor of what these contracts do. */
  async function released(contracts: Hex[]): Promise<string> {
    const release = join(folder, 'release')
    await mkdir(release, { recursive: true })
    const descriptor = {
      context: {
        contract: { deployments: contracts.map((address) => ({ chainId: 31_337, address })) },
      },
      metadata: { owner: 'The shop' },
      display: {
        formats: {
          'claim(address token,uint256 amount)': {
            intent: 'Claim',
            interpolatedIntent: 'Claim {amount} of your reward',
            fields: [
              {
                path: 'amount',
                label: 'Reward',
                format: 'tokenAmount',
                params: { tokenPath: 'token', threshold: '100', message: 'All' },
              },
            ],
          },
        },
      },
    }
    await writeFile(join(release, 'calldata-claims.json'), JSON.stringify(descriptor))
    return release
  }

  /** As an operator does, who publishes another release. */
  async function offer(contracts: Hex[]): Promise<void> {
    const { hash, count } = await takeRelease(await released(contracts), folder)
    assert.equal(count, 1)
    const file = join(world.dir, 'config.json')
    const config = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...config, descriptors: hash }))
    const url = `${world.stack.urls.wallet}/config.json`
    await until(
      'the new release',
      async () => (await (await fetch(url)).json()).descriptors === hash,
    )
  }

  it('puts a call into words, beside what it changes, and the call is what is sent', async () => {
    const asked: string[] = []
    demo.page.on('request', (one) => {
      const { pathname } = new URL(one.url())
      if (pathname.startsWith('/descriptors/')) asked.push(pathname)
    })
    const data = callData('Claims', 'claim', [token, 150n])
    const sending = request(demo.page, 'eth_sendTransaction', [{ from: me, to: claims, data }])
    await demo.frame.getByText('Claim All (1.5 SMP) of your reward').waitFor()
    await demo.frame.getByText('The shop').waitFor()
    await demo.frame.getByText('+1.5 SMP').waitFor()
    await approve(demo.frame)
    const hash = await sending
    assert.equal((await receiptOf(hash)).status, '0x1')
    const sent = (await chain.request('eth_getTransactionByHash', [hash])) as { input: Hex }
    assert.equal(sent.input, data)
    // The index, and the one descriptor.
    assert.equal(asked.length, 2)
  })

  it('says nothing of a contract that it does not name, and the call can be sent all the same', async () => {
    const data = callData('Claims', 'securityUpdate', [token])
    const sending = request(demo.page, 'eth_sendTransaction', [{ from: me, to: claims, data }])
    await demo.frame.getByText(`Call function ${data.slice(0, 10)}`).waitFor()
    await approve(demo.frame)
    await receiptOf(await sending)
  })
})
