/** Tokens that were sent to an account and are in no list: found by events, and only what it still has. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { lookBack } from '../../src/chain/past/past-logs.js'
import { readReceived, receivedTopics } from '../../src/chain/past/received.js'
import type { Log } from '../../src/chain/simulate/logs.js'
import { encodeCall } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

type Hex = `0x${string}`
const ME: Hex = '0x1000000000000000000000000000000000000a11'
const SHOP: Hex = '0x3000000000000000000000000000000000000c33'

describe('tokens that were sent to an account', () => {
  let chain: LocalChain
  let token: Hex
  let gone: Hex
  let art: Hex
  let items: Hex

  before(async () => {
    chain = await LocalChain.start()
    await chain.fund(ME, 10n ** 20n)
    await chain.fund(SHOP, 10n ** 20n)
    token = await chain.deploy(SHOP, 'Token', ['Harbour Dollar', 'HUSD', 6])
    gone = await chain.deploy(SHOP, 'Token', ['Sample dollar', 'SUSD', 18])
    art = await chain.deploy(SHOP, 'Collectible', ['Harbour Art', 'ART'])
    items = await chain.deploy(SHOP, 'Items')
    await call(SHOP, token, 'mint(address,uint256)', ME, 1_250_500_000n)
    await call(SHOP, gone, 'mint(address,uint256)', ME, 5n)
    await call(ME, gone, 'transfer(address,uint256)', SHOP, 5n)
    await call(SHOP, art, 'mint(address,uint256)', ME, 7n)
    await call(SHOP, art, 'mint(address,uint256)', ME, 8n)
    await call(ME, art, 'transferFrom(address,address,uint256)', ME, SHOP, 8n)
    await call(SHOP, items, 'mint(address,uint256,uint256)', ME, 3n, 4n)
    await call(SHOP, token, 'mint(address,uint256)', SHOP, 9n)
  })
  after(() => chain?.stop())

  async function call(from: Hex, to: Hex, signature: string, ...args: unknown[]): Promise<void> {
    const { status } = await chain.send({ from, to, data: encodeCall(signature, args) })
    assert.equal(status, '0x1', signature)
  }
  async function logs(): Promise<Log[]> {
    const found: Log[] = []
    for (const topics of receivedTopics(ME)) {
      found.push(...(await lookBack(chain.rpc, { topics, questions: 3 }, undefined)).logs)
    }
    return found
  }
  const read = async (all: readonly Log[], isKnown: (address: string) => boolean = () => false) => {
    const { list } = await readReceived(
      chain.rpc,
      all,
      ME,
      ({ address }) => isKnown(address),
      () => false,
    )
    return list
      .map(({ asset: { type, address, symbol, tokenId = '', decimals }, amount }) =>
        [type, address, symbol, tokenId, decimals, amount].join(' '),
      )
      .sort()
  }

  it('are found with their names and amounts; what is gone again is not among them', async () => {
    const [ofToken, ofArt, ofItems] = [token, art, items].map((one) => one.toLowerCase())
    assert.deepEqual(await read(await logs()), [
      `ERC1155 ${ofItems}  3 0 4`,
      `ERC20 ${ofToken} HUSD  6 1250500000`,
      `ERC721 ${ofArt} ART 7 0 1`,
    ])
  })

  it('are left out where they are listed already', async () => {
    const found = await read(await logs(), (address) => address === token.toLowerCase())
    assert.equal(
      found.some((line) => line.startsWith('ERC20')),
      false,
    )
    assert.equal(found.length, 2)
  })

  it('of a contract that answers its name with one byte leave the others as they are', async () => {
    const odd = '0x5000000000000000000000000000000000000e55'
    // A balance of 1; to all else a single byte.
    const code = '0x60003560e01c6370a0823114601457600160 00f35b600160005260206000f3'.replace(
      ' ',
      '',
    )
    await chain.rpc.request('anvil_setCode', [odd, code])
    const all = await logs()
    const before = await read(all)
    const fake = all.map((log) => ({ ...log, address: odd }) as Log)
    assert.equal(before.length, 3)
    assert.deepEqual(
      (await read([...all, ...fake])).filter((line) => !line.includes(odd)),
      before,
    )
  })

  it('of a contract that answers nothing, or lies about its events, are not shown', async () => {
    const [first] = (await logs()).filter(({ address }) => address === token.toLowerCase())
    const hostile = '0x9999999999999999999999999999999999999999'
    await chain.rpc.request('anvil_setCode', [hostile, '0x5b600056'])
    const lies: Log[] = [
      { ...first!, address: hostile },
      { ...first!, topics: [first!.topics[0]!, first!.topics[1]!] },
      { ...first!, topics: [...first!.topics.slice(0, 2), `0x${'0'.repeat(24)}${SHOP.slice(2)}`] },
      { ...first!, address: gone, data: '0x' },
    ]
    assert.deepEqual(await read([...lies, ...(await logs())]), await read(await logs()))
  })
})
