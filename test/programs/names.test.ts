/** Names of the Ethereum Name Service, on a chain that has its one entrance where Ethereum has it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { namehash } from 'ox/Ens'
import { createPublicClient, http } from 'viem'
import { getEnsAddress } from 'viem/actions'
import { mainnet } from 'viem/chains'

import { resolveName } from '../../src/chain/reads/ens.js'
import { isName, namesOn, UNIVERSAL_RESOLVER } from '../../src/chain/reads/ens-networks.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
import { callData } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

const OWNER = '0x52908400098527886E0F7030069857D2E4169EE7'
const FRIEND = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

let chain: LocalChain
let resolver: `0x${string}`

const call = (to: `0x${string}`, name: string, method: string, args: unknown[]) =>
  chain.send({ from: OWNER, to, data: callData(name, method, args) })
const lead = (name: string, address: string) =>
  call(resolver, 'NameResolver', 'setAddr', [namehash(name), address])
const own = (name: string, by: string) =>
  call(UNIVERSAL_RESOLVER, 'NameService', 'setResolver', [namehash(name), by])
const resolve = (name: string) => resolveName(chain.rpc, name)

before(async () => {
  chain = await LocalChain.start(1)
  await chain.fund(OWNER, 10n ** 20n)
  const service = await chain.deploy(OWNER, 'NameService')
  const code = await chain.rpc.request('eth_getCode', [service, 'latest'])
  await chain.rpc.request('anvil_setCode', [UNIVERSAL_RESOLVER, code])
  resolver = await chain.deploy(OWNER, 'NameResolver')
  await own('sample.eth', resolver)
  await lead('sample.eth', FRIEND)
})
after(() => chain.stop())

const problemOf = async (name: string) => {
  const answer = await resolve(name)
  return 'problem' in answer ? answer.problem : answer.address
}

describe('a name', () => {
  it('leads to the address that its owner set, as another library finds it', async () => {
    const client = createPublicClient({ chain: mainnet, transport: http(chain.url) })
    await own('shop.sample.eth', resolver)
    await lead('shop.sample.eth', OWNER)
    for (const name of ['sample.eth', 'shop.sample.eth']) {
      const found = await resolve(name)
      assert.ok('address' in found)
      const theirs = await getEnsAddress(client, { name })
      assert.equal(found.address.toLowerCase(), theirs?.toLowerCase())
    }
    assert.equal(String(await problemOf('shop.sample.eth')).toLowerCase(), OWNER.toLowerCase())
  })

  it('is the same however its letters are written, and is told as it is normally written', async () => {
    const found = await resolve('Sample.ETH')
    assert.ok('address' in found)
    assert.equal(found.name, 'sample.eth')
  })

  for (const [what, name] of [
    ['mixes alphabets', 'sаmple.eth'],
    ['is in one alphabet that passes for another', 'ѕсоре.eth'],
    ['has a sign that turns what follows around', 'sam\u202eple.eth'],
    ['has an empty part', 'sample..eth'],
    ['has a part that is too long', `${'a'.repeat(256)}.eth`],
  ] as const) {
    it(`is refused if it ${what}`, async () => {
      assert.equal(await problemOf(name), 'bad-name')
    })
  }

  it('that nobody has, or that leads to nothing, leads to no address', async () => {
    assert.equal(await problemOf('nobody.test'), 'no-address-for-name')
    await own('empty.eth', resolver)
    assert.equal(await problemOf('empty.eth'), 'no-address-for-name')
  })

  it('that is kept on a server is not asked for there', async () => {
    await own('distant.eth', await chain.deploy(OWNER, 'DistantResolver'))
    assert.equal(await problemOf('distant.eth'), 'elsewhere')
  })

  it('of which the node says nothing leads nowhere, and is no answer', async () => {
    for (const error of [
      new ProviderRpcError(-32_005, 'too many requests'),
      new WalletError('CHAIN_DISCONNECTED'),
    ]) {
      const request = async () => {
        throw error
      }
      await assert.rejects(resolveName({ request }, 'sample.eth'), error)
    }
    const none = { request: async () => '0x' }
    assert.deepEqual(await resolveName(none, 'sample.eth'), { problem: 'no-address-for-name' })
  })
})

describe('names', () => {
  const base = {
    name: 'Ethereum',
    rpcUrl: 'https://node.example.test',
    ticker: 'ETH',
    tickerName: '',
  }

  it('are those with a dot, and no addresses', () => {
    const texts = ['sample.eth', 'a.b.c', 'sample', FRIEND, 'a b.eth', '.eth', 'sample.']
    assert.deepEqual(texts.map(isName), [true, true, false, false, false, false, false])
  })

  it('are asked for where there are some, at a node that the page did not name', () => {
    const { rpcUrl } = base
    assert.deepEqual(
      [
        namesOn({ ...base, chainId: 1, nodeUrl: rpcUrl }),
        namesOn({ ...base, chainId: 137, nodeUrl: rpcUrl }),
        namesOn({ ...base, chainId: 1 }),
      ],
      ['yes', 'no', 'page'],
    )
  })
})
