import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getSelector } from 'ox/AbiFunction'
import { decode, encode } from 'ox/AbiParameters'

import type { Asset } from '../../src/chain/reads/asset.js'
import { readHoldings } from '../../src/chain/reads/holdings.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'

const OWNER = '0x52908400098527886E0F7030069857D2E4169EE7'
const TOKEN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const asset = (own: Partial<Asset>): Asset => ({
  ...{ type: 'ERC20', address: TOKEN, symbol: 'T', decimals: 6 },
  ...own,
})
const ASSETS = [
  asset({}),
  asset({ type: 'ERC721', tokenId: '7', decimals: 0 }),
  asset({ type: 'ERC1155', tokenId: '123456789012345678901234567890', decimals: 0 }),
  asset({ type: 'ERC721', tokenId: '8', decimals: 0 }),
]
const CALL3 = [
  { type: 'tuple[]', components: [{ type: 'address' }, { type: 'bool' }, { type: 'bytes' }] },
] as const
const RESULT = [{ type: 'tuple[]', components: [{ type: 'bool' }, { type: 'bytes' }] }] as const
const uint = (value: bigint) => encode([{ type: 'uint256' }], [value])

/** What the contract says to a call, as its functions are called by others. */
function answer(data: string): `0x${string}` | undefined {
  const is = (signature: string) => data.startsWith(getSelector(signature))
  const args = `0x${data.slice(10)}` as const
  if (is('function balanceOf(address)')) return uint(5n)
  if (is('function balanceOf(address,uint256)')) {
    const [, id] = decode([{ type: 'address' }, { type: 'uint256' }], args)
    return id === 123456789012345678901234567890n ? uint(3n) : undefined
  }
  const [id] = decode([{ type: 'uint256' }], args)
  return id === 7n ? encode([{ type: 'address' }], [OWNER]) : undefined
}

function node(hasMulticall: boolean) {
  const asked: string[] = []
  const request = async (method: string, params: [{ data: `0x${string}`; to?: string }]) => {
    asked.push(method)
    if (method === 'eth_getCode') return hasMulticall ? '0x6080' : '0x'
    const { data, to } = params[0]
    if (!to) throw new ProviderRpcError(-32602, 'missing field `to`')
    if (!hasMulticall) return answer(data) ?? '0x'
    const selector = getSelector('function aggregate3((address,bool,bytes)[])')
    assert.equal(data.slice(0, 10), selector)
    const [calls] = decode(CALL3, `0x${data.slice(10)}`) as unknown as [
      [`0x${string}`, boolean, `0x${string}`][],
    ]
    assert.deepEqual(
      calls.map(([target, mayFail]) => [target.toLowerCase(), mayFail]),
      calls.map(() => [TOKEN.toLowerCase(), true]),
    )
    const results = calls.map(([, , call]) => [!!answer(call), answer(call) ?? '0x'] as const)
    return encode(RESULT, [results] as never)
  }
  return { rpc: { request } as unknown as Rpc, asked }
}

describe('what an account holds', () => {
  for (const hasMulticall of [true, false]) {
    const how = hasMulticall
      ? 'in one call where the chain has Multicall3'
      : 'call by call elsewhere'
    it(`is read ${how}`, async () => {
      const { rpc, asked } = node(hasMulticall)
      const held = await readHoldings(rpc, OWNER, ASSETS)
      assert.deepEqual(
        held.map(({ amount }) => amount),
        [5n, 1n, 3n, undefined],
      )
      // The first finds out that the node plays no programs; what is silent with Multicall3 is asked again by itself.
      assert.equal(asked.filter((method) => method === 'eth_call').length, hasMulticall ? 3 : 5)
    })
  }
})
