/**
 * What viem, wagmi, ethers and web3.js ask a wallet for, function by function, and how this one answers: it refuses
 * with 4200 or 5700 only what the table in docs/libraries.md names.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as wagmi from '@wagmi/core'
import { BrowserProvider } from 'ethers'
import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type EIP1193Provider,
  http,
} from 'viem'
import * as viem from 'viem/actions'
import { grantPermissions } from 'viem/experimental'
import { getAssets } from 'viem/experimental/erc7811'
import { connect, disconnect } from 'viem/experimental/erc7846'
import { addSubAccount } from 'viem/experimental/erc7895'
import { type SupportedProviders, Web3 } from 'web3'

import { walletEmbed } from '../../components/wagmi.js'
import { ADDRESS, type Asked, answeringWallet } from '../node/support/answering-wallet.js'
import { refusalsFor, refusedIn } from '../node/support/refusals.js'
import { callData, deployData } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

const SECOND_ID = 31_338
const TO = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const TOKEN = ['Sample', 'SMP', 6]
const ETHER = 10n ** 18n
const MAKER = '0x4444444444444444444444444444444444444444'
const SUFFIX = '0x1234'
const SLOT = `0x${'0'.repeat(64)}` as const
const TYPED_DATA = {
  domain: { name: 'Post', version: '1', chainId: 31_337 },
  types: { Letter: [{ name: 'text', type: 'string' }] },
  primaryType: 'Letter',
  message: { text: 'Hello' },
} as const
const WEB3_DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]

let first: LocalChain
let second: LocalChain
let token: `0x${string}`
let wallet: ReturnType<typeof answeringWallet>

const define = (id: number, { url }: LocalChain) =>
  defineChain({
    id,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })

type Run = (name: string, action: () => unknown) => Promise<unknown>

before(async () => {
  ;[first, second] = await Promise.all([LocalChain.start(), LocalChain.start(SECOND_ID)])
  for (const account of [MAKER, ADDRESS] as const) {
    await first.fund(account, 100n * ETHER)
    await second.fund(account, 100n * ETHER)
  }
  token = await first.deploy(MAKER, 'Token', TOKEN)
})
after(async () => {
  await Promise.all([first?.stop(), second?.stop()])
})

/** Tries every function, one after the other. @returns What was asked of the wallet. */
async function askedBy(all: (run: Run) => Promise<void>): Promise<Asked[]> {
  const { asked, end } = wallet
  await all(async (name, action) => {
    const from = asked.length
    try {
      return await action()
    } catch (cause) {
      // Some methods are new, and this node does not have them: that is its own answer.
      if (asked.slice(from).some(({ refused, isMissing }) => refused || isMissing)) return undefined
      throw new Error(`${name}: not refused, and failed: ${cause}`)
    }
  })
  end()
  return asked
}

describe('what libraries ask for', () => {
  const all: Asked[] = []

  for (const [library, functions] of [
    ['viem', byViem],
    ['wagmi', byWagmi],
    ['ethers', byEthers],
    ['web3.js', byWeb3],
  ] as const) {
    it(`is answered to ${library}, except for the table in docs/libraries.md`, {
      timeout: 60_000,
    }, async () => {
      wallet = answeringWallet(first.url, 31_337)
      const asked = await askedBy(functions)
      assert.deepEqual(refusedIn(asked).sort(), refusalsFor(library))
      all.push(...asked)
    })
  }

  it('is more than sixty methods', () => {
    const answered = new Set(all.flatMap(({ method, refused }) => (refused ? [] : [method])))
    assert.ok(answered.size > 60, `${answered.size}: ${[...answered].join()}`)
  })
})

async function byViem(run: Run): Promise<void> {
  const chain = define(31_337, first)
  const transport = custom(wallet.provider as EIP1193Provider, { retryCount: 0 })
  const client = createWalletClient({ chain, transport, account: ADDRESS, pollingInterval: 10 })
  const node = createPublicClient({ chain, transport, pollingInterval: 10 })
  const to = TO
  const one = { to, value: 1n } as const

  await run('requestAddresses', () => client.requestAddresses())
  await run('connect', () =>
    connect(client, {
      capabilities: { unstable_signInWithEthereum: { chainId: 31_337, nonce: '12345678' } },
    }),
  )
  await run('getAddresses', () => client.getAddresses())
  await run('getChainId', () => client.getChainId())
  await run('getPermissions', () => client.getPermissions())
  await run('requestPermissions', () => client.requestPermissions({ eth_accounts: {} }))
  const signature = await run('signMessage', () => client.signMessage({ message: 'Hello' }))
  await run('verifyMessage', () =>
    node.verifyMessage({ address: ADDRESS, message: 'Hello', signature: signature as '0x' }),
  )
  await run('signTypedData', () => client.signTypedData(TYPED_DATA))
  await run('prepareTransactionRequest', () => client.prepareTransactionRequest(one))
  const raw = await run('signTransaction', () => client.signTransaction({ ...one, gas: 21_000n }))
  await run('sendRawTransaction', () =>
    client.sendRawTransaction({ serializedTransaction: raw as '0x' }),
  )
  const hash = (await run('sendTransaction', () => client.sendTransaction(one))) as '0x'
  await run('waitForTransactionReceipt', () => node.waitForTransactionReceipt({ hash }))
  await run('sendTransactionSync', () => viem.sendTransactionSync(client, one))
  await run('deployContract', () =>
    client.deployContract({ abi: [], bytecode: deployData('Token', TOKEN) }),
  )
  const calls = [one, { to: token, data: callData('Token', 'approve', [TO, 1n]) }]
  const sent = (await run('sendCalls', () => client.sendCalls({ calls }))) as { id: string }
  await run('waitForCallsStatus', () => client.waitForCallsStatus({ ...sent, timeout: 5_000 }))
  await run('sendCalls with a suffix', () =>
    client.sendCalls({ calls, capabilities: { dataSuffix: { value: SUFFIX } } }),
  )
  await run('sendCalls with a paymaster, if it can be', () => {
    const paymasterService = { url: 'https://paymaster.example.test', optional: true }
    return client.sendCalls({ calls, capabilities: { paymasterService } })
  })
  await run('sendCalls with a paymaster', () =>
    client.sendCalls({
      calls,
      capabilities: { paymasterService: { url: 'https://paymaster.example.test' } },
    }),
  )
  await run('sendCallsSync', () => client.sendCallsSync({ calls, timeout: 5_000 }))
  await run('getCallsStatus', () => client.getCallsStatus(sent))
  await run('showCallsStatus', () => client.showCallsStatus(sent))
  await run('getCapabilities', () => client.getCapabilities())
  await run('watchAsset', () =>
    client.watchAsset({
      type: 'ERC20',
      options: { address: token, symbol: 'SMP', decimals: 6 },
    }),
  )
  await run('grantPermissions', () =>
    grantPermissions(client, {
      expiry: 1_900_000_000,
      permissions: [
        { type: 'native-token-transfer', data: { ticker: 'ETH' }, policies: [] },
      ] as never,
    }),
  )
  await run('getAssets', () => getAssets(client))
  await run('addSubAccount', () =>
    addSubAccount(client, { keys: [{ publicKey: ADDRESS, type: 'address' }], type: 'create' }),
  )

  await run('getBlockNumber', () => node.getBlockNumber({ cacheTime: 0 }))
  const block = await node.getBlock()
  await run('getBlock', () => node.getBlock({ blockHash: block.hash }))
  await run('getBlockTransactionCount', () => node.getBlockTransactionCount())
  await run('getBlockTransactionCount of a hash', () =>
    node.getBlockTransactionCount({ blockHash: block.hash }),
  )
  await run('getBlobBaseFee', () => node.getBlobBaseFee())
  await run('getGasPrice', () => node.getGasPrice())
  await run('estimateFeesPerGas', () => node.estimateFeesPerGas())
  await run('estimateMaxPriorityFeePerGas', () => node.estimateMaxPriorityFeePerGas())
  await run('getFeeHistory', () => node.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] }))
  await run('estimateGas', () => node.estimateGas({ account: ADDRESS, ...one }))
  await run('call', () => node.call({ account: ADDRESS, ...one }))
  await run('createAccessList', () => node.createAccessList({ account: ADDRESS, ...one }))
  await run('simulateBlocks', () =>
    node.simulateBlocks({ blocks: [{ calls: [{ account: ADDRESS, ...one }] }] }),
  )
  await run('simulateCalls', () => node.simulateCalls({ account: ADDRESS, calls: [one] }))
  await run('getBalance', () => node.getBalance({ address: ADDRESS }))
  await run('getCode', () => node.getCode({ address: token }))
  await run('getStorageAt', () => node.getStorageAt({ address: token, slot: '0x0' }))
  await run('getProof', () => node.getProof({ address: token, storageKeys: [] }))
  await run('getTransactionCount', () => node.getTransactionCount({ address: ADDRESS }))
  await run('getTransaction', () => node.getTransaction({ hash }))
  await run('getTransaction by its place', () =>
    node.getTransaction({ blockTag: 'latest', index: 0 }),
  )
  await run('getTransaction by its block', () =>
    node.getTransaction({ blockHash: block.hash, index: 0 }),
  )
  await run('getLogs', () => node.getLogs({ fromBlock: 0n }))
  const filter = await node.createEventFilter()
  await run('getFilterChanges', () => node.getFilterChanges({ filter }))
  await run('getFilterLogs', () => node.getFilterLogs({ filter }))
  await run('uninstallFilter', () => node.uninstallFilter({ filter }))
  await run('createBlockFilter', () => node.createBlockFilter())
  await run('createPendingTransactionFilter', () => node.createPendingTransactionFilter())
  await run('getBlockReceipts', () => viem.getBlockReceipts(node))
  await run('getRawTransaction', () => node.getRawTransaction({ hash }))
  await run('getStorageValues', () => node.getStorageValues({ requests: { [token]: [SLOT] } }))
  await run('getTransaction by its sender', () =>
    node.getTransaction({ sender: ADDRESS, nonce: 0 } as never),
  )

  await run('addChain', () => client.addChain({ chain: define(SECOND_ID, second) }))
  await run('switchChain', () => client.switchChain({ id: 31_337 }))
  await run('disconnect', () => disconnect(client))
}

async function byWagmi(run: Run): Promise<void> {
  const chains = [define(31_337, first), define(SECOND_ID, second)] as const
  const config = wagmi.createConfig({
    chains,
    connectors: [walletEmbed(wallet)],
    transports: { 31337: custom(wallet.provider as EIP1193Provider), 31338: http() },
    storage: null,
    pollingInterval: 10,
  })
  const connector = config.connectors[0]!
  const calls = [{ to: TO, value: 1n }] as const
  await run('connect', () => wagmi.connect(config, { connector }))
  await run('signMessage', () => wagmi.signMessage(config, { message: 'Hello' }))
  await run('signTypedData', () => wagmi.signTypedData(config, TYPED_DATA))
  await run('prepareTransactionRequest', () =>
    wagmi.prepareTransactionRequest(config, { to: TO, value: 1n }),
  )
  const hash = (await run('sendTransaction', () =>
    wagmi.sendTransaction(config, { to: TO, value: 1n }),
  )) as '0x'
  await run('waitForTransactionReceipt', () => wagmi.waitForTransactionReceipt(config, { hash }))
  await run('sendTransactionSync', () => wagmi.sendTransactionSync(config, { to: TO, value: 1n }))
  const sent = (await run('sendCalls', () => wagmi.sendCalls(config, { calls }))) as { id: string }
  await run('waitForCallsStatus', () => wagmi.waitForCallsStatus(config, { ...sent }))
  await run('sendCallsSync', () => wagmi.sendCallsSync(config, { calls }))
  await run('getCallsStatus', () => wagmi.getCallsStatus(config, sent))
  await run('showCallsStatus', () => wagmi.showCallsStatus(config, sent))
  await run('getCapabilities', () => wagmi.getCapabilities(config))
  await run('watchAsset', () =>
    wagmi.watchAsset(config, {
      type: 'ERC20',
      options: { address: token, symbol: 'SMP', decimals: 6 },
    }),
  )
  await run('getBalance', () => wagmi.getBalance(config, { address: ADDRESS }))
  await run('switchChain', () => wagmi.switchChain(config, { chainId: SECOND_ID }))
  await run('disconnect', () => wagmi.disconnect(config))
}

async function byEthers(run: Run): Promise<void> {
  const provider = new BrowserProvider(wallet.provider, 'any', { cacheTimeout: -1 })
  provider.pollingInterval = 10
  const signer = await provider.getSigner()
  const { domain, message, types } = TYPED_DATA
  await run('listAccounts', () => provider.listAccounts())
  await run('signMessage', () => signer.signMessage('Hello'))
  await run('_legacySignMessage', () => signer._legacySignMessage('Hello'))
  await run('unlock', () => signer.unlock(''))
  await run('signTypedData', () =>
    signer.signTypedData(domain, { Letter: [...types.Letter] }, message),
  )
  await run('signTransaction', () => signer.signTransaction({ to: TO, value: 1n }))
  await run('sendTransaction', async () => {
    const sent = await signer.sendTransaction({ to: TO, value: 1n })
    await sent.wait()
    await provider.getTransaction(sent.hash)
  })
  await run('getFeeData', () => provider.getFeeData())
  await run('getBlock', () => provider.getBlock('latest', true))
  await run('getBalance', () => provider.getBalance(ADDRESS))
  await run('getCode', () => provider.getCode(token))
  await run('getStorage', () => provider.getStorage(token, 0))
  await run('getLogs', () => provider.getLogs({ fromBlock: 0 }))
  await run('call', () => provider.call({ to: token, data: callData('Token', 'decimals') }))
  await run('estimateGas', () => provider.estimateGas({ from: ADDRESS, to: TO }))
  await run('getTransactionCount', () => provider.getTransactionCount(ADDRESS))
  provider.destroy()
}

async function byWeb3(run: Run): Promise<void> {
  const web3 = new Web3(wallet.provider as unknown as SupportedProviders)
  web3.eth.transactionPollingInterval = 10
  const { eth } = web3
  await run('requestAccounts', () => eth.requestAccounts())
  await run('getAccounts', () => eth.getAccounts())
  await run('getCoinbase', () => eth.getCoinbase())
  const text = web3.utils.utf8ToHex('Hello')
  const signature = (await run('personal.sign', () =>
    eth.personal.sign(text, ADDRESS, ''),
  )) as string
  await run('personal.ecRecover', () => eth.personal.ecRecover(text, signature))
  await run('sign', () => eth.sign(text, ADDRESS))
  await run('signTypedData', () =>
    eth.signTypedData(ADDRESS, {
      ...TYPED_DATA,
      types: { EIP712Domain: WEB3_DOMAIN, Letter: [...TYPED_DATA.types.Letter] },
    }),
  )
  const one = { from: ADDRESS, to: TO, value: '1' }
  await run('signTransaction', () =>
    eth.signTransaction({ ...one, gas: 21_000, gasPrice: 2e9, nonce: 0 }),
  )
  await run('sendTransaction', () => eth.sendTransaction(one))
  const { hash } = await eth.getBlock('latest')
  await run('getBlockTransactionCount', () => eth.getBlockTransactionCount('latest'))
  await run('getBlockTransactionCount of a hash', () => eth.getBlockTransactionCount(hash!))
  await run('getBlockUncleCount', () => eth.getBlockUncleCount('latest'))
  await run('getBlockUncleCount of a hash', () => eth.getBlockUncleCount(hash!))
  await run('getUncle', () => eth.getUncle('latest', 0))
  await run('getUncle of a hash', () => eth.getUncle(hash!, 0))
  await run('getTransactionFromBlock', () => eth.getTransactionFromBlock('latest', 0))
  await run('getChainId', () => eth.getChainId())
  await run('getGasPrice', () => eth.getGasPrice())
  await run('getMaxPriorityFeePerGas', () => eth.getMaxPriorityFeePerGas())
  await run('getFeeHistory', () => eth.getFeeHistory(2, 'latest', [50]))
  await run('createAccessList', () => eth.createAccessList(one))
  await run('getProof', () => eth.getProof(token, []))
  await run('getPastLogs', () => eth.getPastLogs({ fromBlock: 0 }))
  await run('getNodeInfo', () => eth.getNodeInfo())
  await run('getProtocolVersion', () => eth.getProtocolVersion())
  await run('isSyncing', () => eth.isSyncing())
  await run('isMining', () => eth.isMining())
  await run('getHashRate', () => eth.getHashRate())
  await run('getWork', () => eth.getWork())
  await run('getPendingTransactions', () => eth.getPendingTransactions())
  await run('net.isListening', () => eth.net.isListening())
  await run('net.getId', () => eth.net.getId())
  await run('personal.getAccounts', () => eth.personal.getAccounts())
  await run('personal.lockAccount', () => eth.personal.lockAccount(ADDRESS))
  await run('personal.newAccount', () => eth.personal.newAccount(''))
  await run('subscribe', async () => {
    const heads = await eth.subscribe('newHeads')
    await heads.unsubscribe()
  })
}
