/** What would fail as things stand: the person may go on, and does not have to once another block has changed that. */
import assert from 'node:assert/strict'

import { Rpc } from '../../src/chain/rpc/rpc.js'
import { callData, deployData } from '../support/contracts.js'
import { after, before, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { approve, type Demo, openDemo, PERSON, request, startWorld, type World } from './support.js'

type Hex = `0x${string}`

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
    await send({ to: token, data: callData('Token', 'mint', [me, 100n]) })
  })
  after(() => world?.stop())

  const receiptOf = (hash: unknown) =>
    until('the receipt', async () => {
      const receipt = await chain.request('eth_getTransactionReceipt', [hash])
      return receipt as { status: Hex; contractAddress: Hex | null } | null
    })
  const balanceOf = async (owner: Hex) => {
    const call = { to: token, data: callData('Token', 'balanceOf', [owner]) }
    return BigInt((await chain.request('eth_call', [call, 'latest'])) as Hex)
  }
  const ask = (name: string, args: unknown[], own: object = {}) =>
    request(demo.page, 'eth_sendTransaction', [
      { from: me, to: token, data: callData('Token', name, args), ...own },
    ])
  const danger = () => demo.frame.getByText('This would fail, and the network fee would be lost.')

  it('is not what a transaction does after a permission that was approved just before and waits to be mined', async () => {
    const before = await balanceOf(FRIEND)
    await chain.request('evm_setAutomine', [false])
    const allowing = ask('approve', [me, 4n])
    const taking = ask('transferFrom', [me, FRIEND, 4n])
    await approve(demo.frame)
    const allowed = await allowing
    await demo.frame
      .getByText(/−0\.0+\d SMP/)
      .first()
      .waitFor()
    assert.equal(await danger().count(), 0)
    await demo.frame.getByText('An earlier transaction of yours is still pending.').waitFor()
    await approve(demo.frame)
    await taking
    await chain.request('evm_setAutomine', [true])
    await chain.request('evm_mine')
    assert.equal((await receiptOf(allowed)).status, '0x1')
    await until('the tokens', async () => {
      await chain.request('evm_mine')
      return (await balanceOf(FRIEND)) >= before + 4n
    })
  })
})
