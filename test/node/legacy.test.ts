/** What programs from before EIP-1193 call, over our provider: what the wallet answers is the test's. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { type SupportedProviders, Web3 } from 'web3'

import { type JsonRpcResponse, LegacyProvider } from '../../components/legacy.js'
import { Provider, toHexChainId } from '../../src/client/provider/provider.js'
import { ProviderRpcError } from '../../src/shared/errors.js'

const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7'
const CHAIN_ID = 31_337
const SIGN = { jsonrpc: '2.0', id: 7, method: 'personal_sign', params: ['0x00', ACCOUNT] }
const UNKNOWN = { jsonrpc: '2.0', id: 8, method: 'wallet_unknown' }

let provider: Provider
let legacy: LegacyProvider
let accounts: string[]
let isInitialized: boolean
let asked: string[]

beforeEach(() => {
  accounts = []
  isInitialized = true
  asked = []
  provider = new Provider({
    ready: async () => ({ accounts, chainId: CHAIN_ID }) as never,
    open: () => undefined,
    async rpc({ method, params }) {
      asked.push(method)
      if (method === 'wallet_unknown') throw new ProviderRpcError(4200, 'Unknown.', 'data')
      if (method === 'eth_requestAccounts') {
        accounts = [ACCOUNT]
        return accounts
      }
      return { method, params }
    },
  })
  const rest = { isLoggedIn: false, isOpen: false, isAsking: false, isPending: false }
  legacy = new LegacyProvider({
    provider,
    get state() {
      const chainId = isInitialized ? toHexChainId(CHAIN_ID) : null
      return { ...rest, isInitialized, accounts, chainId }
    },
  })
})

/** What a callback is given. */
const called = <T>(ask: (callback: (error: Error | null, response: T) => void) => void) =>
  new Promise<[Error | null, T]>((resolve) => ask((...given) => resolve(given)))

describe('the legacy provider', () => {
  const SIGNED = { method: 'personal_sign', params: SIGN.params }

  it('has account and chain as properties, and says whether the wallet is there', async () => {
    isInitialized = false
    assert.equal(legacy.isConnected(), false)
    assert.equal(legacy.chainId, null)
    isInitialized = true
    assert.equal(legacy.isConnected(), true)
    assert.equal(legacy.chainId, '0x7a69')
    assert.equal(legacy.selectedAddress, null)
    assert.deepEqual(await legacy.enable(), [ACCOUNT])
    assert.equal(legacy.selectedAddress, ACCOUNT)
  })

  it('passes for no other wallet', () => {
    assert.equal('isTorus' in legacy, false)
    assert.equal('isMetaMask' in legacy, false)
  })

  it('sends a method for a promise, and rejects it as the provider does', async () => {
    const response = await legacy.send('personal_sign', SIGN.params)
    assert.deepEqual(response, { jsonrpc: '2.0', id: null, result: SIGNED })
    await assert.rejects(legacy.send('wallet_unknown'), { code: 4200, data: 'data' })
  })

  it('sends a request to a callback, with its id', async () => {
    for (const how of ['send', 'sendAsync'] as const) {
      const [error, response] = await called<JsonRpcResponse>((callback) =>
        legacy[how](SIGN, callback),
      )
      assert.equal(error, null)
      assert.deepEqual(response, { jsonrpc: '2.0', id: 7, result: SIGNED })
    }
  })

  it('gives a callback the error, and a response that has it', async () => {
    const [error, response] = await called<JsonRpcResponse>((callback) =>
      legacy.sendAsync(UNKNOWN, callback),
    )
    assert.ok(error instanceof ProviderRpcError)
    const { code, message, data } = error
    assert.deepEqual({ code, message, data }, { code: 4200, message: 'Unknown.', data: 'data' })
    assert.deepEqual(response, { jsonrpc: '2.0', id: 8, error: { code, message, data } })
  })

  it('answers a list in its order, each request by itself, to a callback and to a promise', async () => {
    const [error, responses] = await called<readonly JsonRpcResponse[]>((callback) =>
      legacy.send([UNKNOWN, SIGN], callback),
    )
    assert.equal(error, null)
    assert.deepEqual(
      responses.map(({ id, result, error }) => [id, result, error?.code]),
      [
        [8, undefined, 4200],
        [7, SIGNED, undefined],
      ],
    )
    assert.deepEqual(await legacy.request([UNKNOWN, SIGN]), responses)
    assert.deepEqual(await legacy.request(SIGN), SIGNED)
  })

  it('answers what is no request as such, beside those that are', async () => {
    const nothing = null as never
    const responses = await legacy.request([nothing, SIGN])
    assert.deepEqual(
      (responses as JsonRpcResponse[]).map(({ id, error }) => [id, error?.code]),
      [
        [null, -32600],
        [7, undefined],
      ],
    )
    const [error] = await called((callback) => legacy.sendAsync(nothing, callback))
    assert.equal((error as ProviderRpcError).code, -32600)
  })

  it('answers at once what it knows, and refuses the rest', async () => {
    const now = (method: string) => legacy.send({ id: 1, method })
    assert.equal(now('eth_coinbase').result, null)
    await legacy.enable()
    assert.deepEqual(now('eth_accounts'), { jsonrpc: '2.0', id: 1, result: [ACCOUNT] })
    assert.equal(now('eth_coinbase').result, ACCOUNT)
    assert.equal(now('net_version').result, '31337')
    assert.equal(now('eth_uninstallFilter').result, true)
    assert.throws(() => now('personal_sign'), { code: 4200, message: /^personal_sign: only with/ })
    await provider.request({ method: 'eth_chainId' })
    assert.deepEqual(asked, ['eth_requestAccounts', 'eth_uninstallFilter'])
  })

  it('tells of events until a listener is taken off', () => {
    const heard: string[] = []
    const listener = (chainId: string) => heard.push(chainId)
    assert.equal(legacy.on('chainChanged', listener), legacy)
    provider.emit('chainChanged', '0x5')
    legacy.removeListener('chainChanged', listener)
    provider.emit('chainChanged', '0x6')
    assert.deepEqual(heard, ['0x5'])
  })

  it('takes the batches of web3.js', async () => {
    const web3 = new Web3(legacy as unknown as SupportedProviders)
    const batch = new web3.BatchRequest()
    const chain = batch.add({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
    const all = batch.add({ jsonrpc: '2.0', id: 2, method: 'eth_requestAccounts', params: [] })
    await batch.execute()
    assert.deepEqual([await chain, await all], ['0x7a69', [ACCOUNT]])
  })
})
