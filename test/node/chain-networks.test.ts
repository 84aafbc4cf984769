import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'

import * as viemChains from 'viem/chains'
import { addChain } from '../../src/app/provider/rpc/chains.js'
import type { RpcContext } from '../../src/app/provider/rpc/context.js'
import { SiteStore } from '../../src/app/sites/site-store.js'
import { Chains } from '../../src/app/stores/chains.js'
import { tellNetwork } from '../../src/app/support/network-words.js'
import { chainIdNamed, KNOWN_CHAINS } from '../../src/chain/networks/known-chains.js'
import {
  configuredChain,
  defaultNetwork,
  resolveNetwork,
} from '../../src/chain/networks/networks.js'
import { imitatedChain, sameTicker } from '../../src/chain/risks/chain-look-alikes.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import type { ChainConfig } from '../../src/protocol/service.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
import { until } from '../support/until.js'

const CHAINS: ChainConfig[] = [
  {
    host: 'mainnet',
    chainId: 1,
    networkName: 'Ethereum',
    rpcUrl: 'https://node.example.test/',
    ticker: 'ETH',
    tickerName: 'Ether',
    blockExplorer: 'https://explorer.example.test/',
  },
]
const NODE = 'https://own.example.test'
const never = async (): Promise<bigint> => assert.fail('The node was asked.')
const node = (chainId: number) => async () => BigInt(chainId)

function heard({ mock }: TestContext): unknown[] {
  const lines: unknown[] = []
  mock.method(console, 'warn', (line: unknown) => lines.push(line))
  return lines
}

describe('the network of a page that names none', () => {
  const local = { ...CHAINS[0]!, host: 'localhost', chainId: 31337 }

  it('is mainnet, wherever it stands in the operator’s list', () => {
    assert.deepEqual(defaultNetwork([local, ...CHAINS]), { host: 'mainnet' })
    assert.deepEqual(defaultNetwork([local, { ...CHAINS[0]!, host: 'eth' }]), { host: 'mainnet' })
  })

  it('is the operator’s first, if there is no mainnet; else mainnet, which then says what is missing', () => {
    assert.deepEqual(defaultNetwork([local]), { host: 'localhost' })
    assert.deepEqual(defaultNetwork([]), { host: 'mainnet' })
  })

  it('is told on the console where it is not mainnet', async (context) => {
    const lines = heard(context)
    const store = new SiteStore(false, 'https://shop.example.test')
    const chains = new Chains({ configured: [local], store })
    assert.equal((await chains.resolve(undefined)).chainId, 31337)
    await until('the line', () => lines.length)
    tellNetwork({ host: 'localhost' }, 'localhost', configuredChain(local))
    tellNetwork(undefined, 'mainnet', configuredChain(CHAINS[0]!))
    assert.deepEqual(lines, [
      "network: the wallet's operator has no mainnet, so this is localhost.",
    ])
  })
})

describe('the network that a page names', () => {
  it('is Polygon with matic, at the operator’s node', async () => {
    const rpcUrl = 'https://polygon.example.test/'
    const polygon = { ...CHAINS[0]!, host: 'matic', chainId: 137, networkName: 'Polygon', rpcUrl }
    const chain = await resolveNetwork({ host: 'matic' }, [...CHAINS, polygon], never)
    assert.deepEqual([chain.chainId, chain.name, chain.nodeUrl], [137, 'Polygon', rpcUrl])
  })

  it('is a well-known chain by its name, where the operator has it under another', async () => {
    const rpcUrl = 'https://sepolia.example.test/'
    const sepolia = { ...CHAINS[0]!, host: 'test', chainId: 11_155_111, rpcUrl }
    for (const host of ['sepolia', 'Sepolia', 'test']) {
      const chain = await resolveNetwork({ host }, [...CHAINS, sepolia], never)
      assert.deepEqual([chain.chainId, chain.rpcUrl], [11_155_111, rpcUrl])
    }
    // What the operator calls so comes first.
    const local = { ...CHAINS[0]!, host: 'sepolia', chainId: 31_337 }
    const chain = await resolveNetwork({ host: 'sepolia' }, [sepolia, local], never)
    assert.equal(chain.chainId, 31_337)
  })

  it('is the one that the operator has a node for, and the node is not asked', async () => {
    assert.deepEqual(await resolveNetwork({ host: 'mainnet' }, CHAINS, never), {
      chainId: 1,
      name: 'Ethereum',
      rpcUrl: 'https://node.example.test/',
      nodeUrl: 'https://node.example.test/',
      ticker: 'ETH',
      tickerName: 'Ether',
      blockExplorer: 'https://explorer.example.test/',
    })
  })

  it('may be given names of its own, where nobody else names it', async () => {
    const network = { networkName: 'Main', ticker: 'XYZ', tickerName: 'Xyz' }
    const blockExplorer = 'https://scan.example.test/'
    const host = 'https://other.example.test'
    const chain = await resolveNetwork({ host, ...network, blockExplorer }, CHAINS, node(4242))
    assert.deepEqual(chain, {
      chainId: 4242,
      rpcUrl: host,
      said: { name: 'Main', ticker: 'XYZ', tickerName: 'Xyz' },
      blockExplorer,
    })
  })

  it('keeps its names and its explorer, whatever the page says, if the operator or the wallet knows it', async () => {
    const said = { networkName: 'Goerli', ticker: 'TEST', tickerName: 'Test coin' }
    const lies = { ...said, blockExplorer: 'https://fake.example.test/' }
    assert.deepEqual(
      await resolveNetwork({ host: 'mainnet', ...lies }, CHAINS, never),
      await resolveNetwork({ host: 'mainnet' }, CHAINS, never),
    )
    const host = 'https://liar.example.test'
    for (const chains of [CHAINS, []]) {
      const [lied, plain] = await Promise.all(
        [{ host, ...lies }, { host }].map((network) => resolveNetwork(network, chains, node(1))),
      )
      assert.deepEqual(lied, plain)
      assert.deepEqual([lied!.name, lied!.ticker, lied!.said], ['Ethereum', 'ETH', undefined])
    }
  })

  it('has words of the page that do not show, which the console says in a line', async (context) => {
    const lines = heard(context)
    const store = new SiteStore(false, 'https://shop.example.test')
    const said = { networkName: 'Goerli', ticker: 'TEST' }
    const blockExplorer = 'https://fake.example.test/'
    const chains = new Chains({ configured: CHAINS, store })
    await chains.resolve({ host: 'mainnet', ...said, blockExplorer })
    await until('the line', () => lines.length)
    const { networkName, ticker, tickerName } = CHAINS[0]!
    const same = { host: 'mainnet', networkName, ticker, tickerName }
    tellNetwork(same, 'mainnet', configuredChain(CHAINS[0]!))
    // The page alone names it.
    tellNetwork({ host: NODE, ...said }, NODE, { chainId: 4242, rpcUrl: NODE, said })
    assert.deepEqual(lines, [
      'network: not used: networkName, ticker, blockExplorer. Chain 1 is Ethereum (ETH) to the wallet.',
    ])
  })

  it('has the words of wallet_addEthereumChain told likewise', async (context) => {
    const lines = heard(context)
    const chain = configuredChain(CHAINS[0]!)
    const chains = { find: () => chain, current: chain } as unknown as Chains
    const asked = {
      chainId: '0x1',
      chainName: 'Goerli',
      nativeCurrency: { name: 'Ether', symbol: 'TEST', decimals: 18 },
      rpcUrls: [NODE],
    }
    assert.equal(await addChain({ chains } as unknown as RpcContext, [asked]), null)
    assert.deepEqual(lines, [
      'wallet_addEthereumChain: not used: chainName, nativeCurrency.symbol. Chain 1 is Ethereum (ETH) to the wallet.',
    ])
  })

  it('is asked of the operator’s node for a chain that the operator has, whatever node the page names', async () => {
    const chain = await resolveNetwork({ host: 'https://liar.example.test' }, CHAINS, node(1))
    assert.equal(chain.rpcUrl, 'https://liar.example.test')
    assert.equal(chain.nodeUrl, 'https://node.example.test/')
    assert.equal(chain.name, 'Ethereum')
  })

  it('may be the URL of any node, which then says its chain id', async () => {
    const chain = await resolveNetwork({ host: 'https://other.example.test' }, CHAINS, node(137))
    assert.deepEqual(chain, {
      chainId: 137,
      name: 'Polygon',
      rpcUrl: 'https://other.example.test',
      ticker: 'POL',
      tickerName: 'POL',
    })
  })

  it('may be a chain that nobody has heard of', async () => {
    const network = { host: 'http://localhost:9', chainId: 4242 }
    const chain = await resolveNetwork(network, [], node(4242))
    assert.deepEqual(chain, { chainId: 4242, rpcUrl: 'http://localhost:9' })
  })

  for (const host of ['rinkeby', 'ropsten', 'kovan', 'goerli']) {
    it(`is refused if it is ${host}, which is retired, with what to pass instead`, async () => {
      await assert.rejects(resolveNetwork({ host }, CHAINS, never), (error) => {
        assert.ok(WalletError.is(error, 'NETWORK_UNAVAILABLE'))
        assert.match(error.message, /retired: pass the URL of a node/)
        return true
      })
    })
  }

  for (const [what, network, asked, code, text] of [
    ['has no node', { host: 'matic' }, never, 'NETWORK_UNAVAILABLE', /configured no node/],
    ['is well known, without a node', { host: 'sepolia' }, never, 'NETWORK_UNAVAILABLE', /no node/],
    [
      'is localhost, without a node',
      { host: 'localhost' },
      never,
      'NETWORK_UNAVAILABLE',
      /no node/,
    ],
    ['is no name and no URL', { host: 'moonbase' }, never, 'INVALID_ARGUMENT', /network\.host/],
    ['is no web address', { host: 'file:///etc' }, never, 'INVALID_ARGUMENT', /network\.host/],
    ['is a property of every object', { host: 'constructor' }, never, 'INVALID_ARGUMENT', /host/],
    [
      'has another chain id than configured',
      { host: 'mainnet', chainId: 5 },
      never,
      'INVALID_ARGUMENT',
      /network\.chainId: expected 1/,
    ],
    [
      'has another chain id than its node',
      { host: 'https://other.example.test', chainId: 1 },
      node(10),
      'INVALID_ARGUMENT',
      /network\.chainId: expected 10/,
    ],
  ] as const) {
    it(`is refused with ${code} if it ${what}`, async () => {
      await assert.rejects(resolveNetwork(network, CHAINS, asked), (error) => {
        assert.ok(WalletError.is(error, code), String(error))
        assert.match(error.message, text)
        return true
      })
    })
  }

  it('is CHAIN_DISCONNECTED if its node refuses, in its words', async () => {
    const ask = () => Promise.reject(new ProviderRpcError(-32002, 'invalid project id'))
    await assert.rejects(
      resolveNetwork({ host: NODE }, CHAINS, ask),
      (error) =>
        WalletError.is(error, 'CHAIN_DISCONNECTED') && / invalid project id$/.test(error.message),
    )
  })

  it('is CHAIN_DISCONNECTED if its node cannot be reached', async () => {
    const ask = (url: string) => new Rpc(url).quantity('eth_chainId')
    await assert.rejects(resolveNetwork({ host: 'http://localhost:1' }, CHAINS, ask), (error) =>
      WalletError.is(error, 'CHAIN_DISCONNECTED'),
    )
  })
})

describe('a chain that the wallet knows by its id', () => {
  it('is called as the list of a library calls it, with the same coin', () => {
    const theirs = new Map<number, { name: string; nativeCurrency: { symbol: string } }[]>()
    for (const chain of Object.values(viemChains)) {
      theirs.set(chain.id, [...(theirs.get(chain.id) ?? []), chain])
    }
    // Nobody runs them any more.
    const retired = [3, 4]
    assert.ok(KNOWN_CHAINS.length > 40)
    for (const { chainId, name, ticker, isTest } of KNOWN_CHAINS) {
      const same = theirs.get(chainId)?.find((one) => one.name.startsWith(name))
      if (retired.includes(chainId)) {
        assert.deepEqual([theirs.get(chainId), isTest], [undefined, true])
        continue
      }
      assert.equal(same?.nativeCurrency.symbol, ticker, `${chainId} ${name}`)
      assert.equal((same as { testnet?: boolean }).testnet ?? false, isTest, name)
    }
    const ids = KNOWN_CHAINS.map(({ chainId }) => chainId)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('is found by its own name, and by the word for it in a library', () => {
    const found = new Set<number>()
    for (const [word, { id }] of Object.entries(viemChains)) {
      const named = chainIdNamed(word)
      if (named === id) found.add(id)
      // One of its words may mean a chain that is not in the list, and is no longer used.
      else assert.equal(named, undefined, `${word} is ${named}`)
    }
    const retired = [3, 4]
    const missing = KNOWN_CHAINS.filter(({ chainId }) => !found.has(chainId))
    assert.deepEqual(
      missing.map(({ chainId }) => chainId),
      retired,
    )
    for (const { name, chainId } of KNOWN_CHAINS) assert.equal(chainIdNamed(name), chainId)
    for (const word of ['arbitrum-one', 'Arbitrum One']) assert.equal(chainIdNamed(word), 42_161)
    assert.deepEqual(['mainnet', 'matic', 'xdai'].map(chainIdNamed), [1, 137, 100])
    for (const word of ['', 'constructor', 'moonbase']) assert.equal(chainIdNamed(word), undefined)
  })

  it('is recognised in names that pass for its own, word by word', () => {
    for (const [name, imitated] of [
      ['Ethereum', 'Ethereum'],
      ['Ethereum Mainnet', 'Ethereum'],
      ['Ethereurn', 'Ethereum'],
      ['\u0415thereum', 'Ethereum'],
      ['Ether\u200beum', 'Ethereum'],
      ['the BASE network', 'Base'],
      ['Po1ygon', 'Polygon'],
      ['Polygon zkEVM', 'Polygon zkEVM'],
      ['Database', undefined],
      ['', undefined],
    ] as const) {
      assert.equal(imitatedChain(name)?.name, imitated, name)
    }
    assert.equal(sameTicker('eth')?.name, 'Ethereum')
    assert.equal(sameTicker('P0L')?.name, 'Polygon')
    assert.equal(sameTicker('MOON'), undefined)
    assert.equal(sameTicker(''), undefined)
  })
})
