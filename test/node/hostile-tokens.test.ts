/** What an account holds, on a real chain, with tokens among the others that would spoil it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { Asset } from '../../src/chain/reads/asset.js'
import { readHoldings } from '../../src/chain/reads/holdings.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { callData } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

type Hex = `0x${string}`
const OWNER: Hex = '0x52908400098527886E0F7030069857D2E4169EE7'
const MULTICALL: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'
const HOSTILE = ['Burner', 'Flood', 'Refuser', 'Mumbler']
/** Calls of one look: home asks for the balance and the account's code besides, and may ask six times in all. */
const MOST = 4

let chain: LocalChain
let code: unknown
const hostile: Record<string, Hex> = {}
let good: Hex[]
let collectible: Hex

before(async () => {
  chain = await LocalChain.start()
  await chain.fund(OWNER, 10n ** 20n)
  for (const name of HOSTILE) hostile[name] = await chain.deploy(OWNER, name)
  const token = await chain.deploy(OWNER, 'Token', ['Sample', 'SMP', 6])
  // Copies, which is faster than as many transactions.
  const own = await codeAt(token)
  good = Array.from(
    { length: 600 },
    (_, at): Hex => `0x${(0x70000 + at).toString(16).padStart(40, '0')}`,
  )
  await Promise.all(good.map((address) => chain.rpc.request('anvil_setCode', [address, own])))
  for (const at of [0, 1, 99, 599])
    await chain.send({
      from: OWNER,
      to: good[at]!,
      data: callData('Token', 'mint', [OWNER, BigInt(at + 5)]),
    })
  collectible = await chain.deploy(OWNER, 'OldCollectible')
  code = await codeAt(await chain.deploy(OWNER, 'Multicall3'))
})
after(() => chain?.stop())

const codeAt = (address: Hex) => chain.rpc.request('eth_getCode', [address, 'latest'])
const token = (address: Hex): Asset => ({ type: 'ERC20', address, symbol: 'T', decimals: 6 })

/** A new node for each test: what a node can do is remembered. */
function counted({ isDeployless = true, hasMulticall = true } = {}) {
  const asked: string[] = []
  const rpc = new Rpc(chain.url)
  const request: Rpc['request'] = async (method, params) => {
    asked.push(method)
    const [call] = params as [{ to?: string }]
    if (method === 'eth_call' && !call.to && !isDeployless) {
      throw new ProviderRpcError(-32602, 'missing field `to`')
    }
    if (method === 'eth_getCode' && !hasMulticall) return '0x'
    return rpc.request(method, params)
  }
  return { asked, node: Object.assign(new Rpc(chain.url), { request }) }
}

/** A hundred tokens of which some are hostile. */
function hundred(...names: string[]): Asset[] {
  const all = good.slice(0, 100).map(token)
  names.forEach((name, at) => {
    all[10 + at * 9] = token(hostile[name]!)
  })
  return all
}

const amountsOf = async (node: Rpc, assets: Asset[]) =>
  (await readHoldings(node, OWNER, assets)).map(({ amount }) => amount)

const right = (assets: Asset[]) =>
  assets.map(({ address }) => {
    if (Object.values(hostile).includes(address)) return undefined
    const at = good.indexOf(address)
    return [0, 1, 99, 599].includes(at) ? BigInt(at + 5) : 0n
  })

describe('a hundred tokens', () => {
  before(() => chain.rpc.request('anvil_setCode', [MULTICALL, code]))

  for (const names of [['Burner', 'Burner'], ['Flood', 'Flood'], ['Refuser', 'Mumbler'], HOSTILE]) {
    it(`with ${names.join(' and ')} among them are read in one call, the others rightly`, async () => {
      const { node, asked } = counted()
      const assets = hundred(...names)
      assert.deepEqual(await amountsOf(node, assets), right(assets))
      assert.deepEqual(asked, ['eth_call'])
    })

    it(`with ${names.join(' and ')} are read in a few looks where a node plays no code of no contract`, async () => {
      const { node, asked } = counted({ isDeployless: false })
      const assets = hundred(...names)
      const looks: (bigint | undefined)[][] = []
      for (let look = 0; look < 8; look++) {
        asked.length = 0
        looks.push(await amountsOf(node, assets))
        assert.ok(asked.length <= MOST, `${asked.length} calls in look ${look + 1}`)
        // An unknown amount is never shown as a different one.
        looks[look]!.forEach((amount, at) => {
          assert.ok(amount === undefined || amount === right(assets)[at])
        })
      }
      assert.deepEqual(looks.at(-1), right(assets))
    })
  }

  it('and more are read by five hundred', async () => {
    const { node, asked } = counted()
    const assets = [...hundred('Burner', 'Flood'), ...good.slice(100).map(token)]
    assert.deepEqual(await amountsOf(node, assets), right(assets))
    assert.deepEqual(asked, ['eth_call', 'eth_call'])
  })

  it('are read one by one where nothing else works, as many as may be, and what is left is not known', async () => {
    const { node, asked } = counted({ isDeployless: false, hasMulticall: false })
    const assets = hundred(...HOSTILE)
    const amounts = await amountsOf(node, assets)
    assert.deepEqual(amounts.slice(0, 50), right(assets).slice(0, 50))
    assert.deepEqual(new Set(amounts.slice(50)), new Set([undefined]))
    assert.equal(asked.filter((method) => method === 'eth_call').length, 51)
  })
})

describe('collectibles and tokens together', () => {
  it('are read in one call', async () => {
    const { node, asked } = counted()
    const assets: Asset[] = [
      token(good[0]!),
      { type: 'ERC721', address: collectible, symbol: '', decimals: 0, tokenId: '1' },
      token(OWNER),
    ]
    const amounts = await amountsOf(node, assets)
    assert.equal(amounts[0], 5n)
    // Nothing is at a person's address.
    assert.equal(amounts[2], undefined)
    assert.deepEqual(asked, ['eth_call'])
  })
})
