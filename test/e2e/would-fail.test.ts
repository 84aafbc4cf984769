/** What would fail as things stand: the person may go on, and does not have to once another block has changed that. */
import assert from 'node:assert/strict'

import { Rpc } from '../../src/chain/rpc.js'
import { callData, deployData } from '../support/contracts.js'
import { after, before, describe, it } from '../support/suite.js'
import { approve, type Demo, openDemo, PERSON, request, startWorld, type World } from './support.js'

type Hex = `0x${string}`

const GAS = '0x30d40'
const FRIEND = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

describe('what would fail', () => {
  let world: World
  let demo: Demo
  let chain: Rpc
  let me: Hex
  let token: Hex

  before(async () => {
    world = await startWorld({})
    demo = await openDemo(world)
    await demo.signIn(PERSON)
    ;[me] = (await request(demo.page, 'eth_accounts')) as [Hex]
    chain = new Rpc(world.stack.urls.chain)
    await chain.request('anvil_setBalance', [me, '0xde0b6b3a7640000'])
    const [rich] = (await chain.request('eth_accounts')) as [Hex]
    const send = async (sent: object) => {
      const hash = await chain.request('eth_sendTransaction', [{ from: rich, ...sent }])
      return (await receiptOf(hash)).contractAddress
    }
    token = (await send({ data: deployData('Token', ['Sample', 'SMP', 18]) })) as Hex
    await send({ to: token, data: callData('Token', 'mint', [me, 10n]) })
  })
  after(() => world?.stop())

  const receiptOf = async (hash: unknown) => {
    for (;;) {
      const receipt = await chain.request('eth_getTransactionReceipt', [hash])
      if (receipt) return receipt as { status: Hex; contractAddress: Hex | null }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const balanceOf = async (owner: Hex) => {
    const call = { to: token, data: callData('Token', 'balanceOf', [owner]) }
    return BigInt((await chain.request('eth_call', [call, 'latest'])) as Hex)
  }
  const ask = (name: string, args: unknown[], own: object = {}) =>
    request(demo.page, 'eth_sendTransaction', [
      { from: me, to: token, data: callData('Token', name, args), ...own },
    ])
  const danger = () => demo.frame.getByText('This would fail, and the network fee would be lost.')

  it('can be approved, with the gas that the site gave', async () => {
    const sending = ask('transferFrom', [me, FRIEND, 4n], { gas: GAS })
    await danger().waitFor()
    await approve(demo.frame)
    const hash = await sending
    const { gas } = (await chain.request('eth_getTransactionByHash', [hash])) as { gas: Hex }
    assert.equal(gas, GAS)
    assert.equal((await receiptOf(hash)).status, '0x0')
  })

  for (const [what, take] of Object.entries({
    'a transaction': () => ask('transferFrom', [me, FRIEND, 4n]),
    'a batch, whose other call moves something': async () => {
      const calls = [
        { to: token, data: callData('Token', 'transfer', [FRIEND, 1n]) },
        { to: token, data: callData('Token', 'transferFrom', [me, FRIEND, 4n]) },
      ]
      const batch = { version: '2.0.0', chainId: '0x7a69', from: me, atomicRequired: false, calls }
      return request(demo.page, 'wallet_sendCalls', [batch])
    },
  })) {
    it(`is none any more in ${what}, once the permission is mined that was asked for together with it`, async () => {
      const before = await balanceOf(FRIEND)
      await chain.request('evm_setAutomine', [false])
      const allowing = ask('approve', [me, 4n])
      const taking = take()
      await approve(demo.frame)
      const allowed = await allowing
      await danger().waitFor()
      await demo.frame.getByRole('checkbox', { name: 'I know the danger' }).waitFor()
      await chain.request('evm_mine')
      await danger().waitFor({ state: 'detached' })
      assert.equal(await demo.frame.getByRole('checkbox', { name: 'I know the danger' }).count(), 0)
      await approve(demo.frame)
      await taking
      await chain.request('evm_setAutomine', [true])
      await chain.request('evm_mine')
      assert.equal((await receiptOf(allowed)).status, '0x1')
      assert.ok((await balanceOf(FRIEND)) >= before + 4n)
    })
  }
})
