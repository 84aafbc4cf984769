/**
 * The wallet behind its provider, without a browser, for libraries: the page's own provider, the frame's own answers, a real
 * node, and a person who says yes to everything.
 */
import { checksum, validate } from 'ox/Address'
import { privateKeyToAddress } from 'viem/accounts'

import { Activity } from '../../../src/app/activity/activity.js'
import { CallBatches } from '../../../src/app/activity/call-batches.js'
import { Journal } from '../../../src/app/activity/journal.js'
import { ApprovalQueue } from '../../../src/app/approval/approval-queue.js'
import type { ApprovalRequest } from '../../../src/app/approval/approval-requests.js'
import type { RpcContext } from '../../../src/app/provider/rpc/context.js'
import { answerRpc } from '../../../src/app/provider/rpc/methods.js'
import { Subscriptions } from '../../../src/app/provider/subscriptions.js'
import { decrypt, encryptionPublicKey } from '../../../src/app/signer/decrypt.js'
import {
  recover,
  signMessage,
  signTransaction,
  signTypedData,
  signTypedDataV1,
} from '../../../src/app/signer/sign.js'
import { SiteStore } from '../../../src/app/sites/site-store.js'
import { Chains } from '../../../src/app/stores/chains.js'
import { prepareCalls } from '../../../src/chain/costs/prepare-calls.js'
import { prepareTransaction } from '../../../src/chain/costs/prepare-transaction.js'
import { configuredChain } from '../../../src/chain/networks/networks.js'
import { overHttp } from '../../../src/chain/rpc/rpc.js'
import { fromHex } from '../../../src/chain/values/text.js'
import { Provider, toHexChainId } from '../../../src/client/provider/provider.js'
import type { RequestArguments } from '../../../src/client/provider/request.js'
import type { ProviderRpcError } from '../../../src/shared/errors.js'
import { MemoryStorage } from './memory-storage.js'

/** JSON-RPC 2.0, EIP-1193, EIP-5792. */
const NOT_FOUND = -32_601
const UNSUPPORTED_METHOD = 4200
const UNSUPPORTED_CAPABILITY = 5700

const SITE = 'https://shop.example.test'
const KEY = '7'.repeat(64)
export const ADDRESS = privateKeyToAddress(`0x${KEY}`)

export interface Asked {
  method: string
  /** What is not supported, by 4200 or 5700: the method, or the capability. */
  refused?: string
  /** The node has no such method. */
  isMissing?: true
}

/** What the wallet asks a browser for, while it follows what it sent. */
const browser = {
  document: Object.assign(new EventTarget(), { hidden: true }),
  addEventListener: () => {},
  removeEventListener: () => {},
}

/** @param url - Of a node whose chain is the wallet's. */
export function answeringWallet(url: string, chainId: number) {
  Object.assign(globalThis, browser)
  const asked: Asked[] = []
  let isConnected = false
  const key = fromHex(KEY)
  const store = new SiteStore(false, SITE)
  const chains = new Chains({ configured: [chainConfig(url, chainId)], store, viaPage: overHttp })
  const requests: ApprovalQueue = new ApprovalQueue(() => setTimeout(agree))
  const current = configuredChain(chainConfig(url, chainId))
  Object.assign(chains, { current, node: chains.nodeAt(current) })
  chains.onSwitched = () => void provider.emit('chainChanged', toHexChainId(chains.current.chainId))
  const batches = new CallBatches(store, (id) => {
    const known = chains.find(id)
    return known && chains.nodeOf(known)
  })
  const seen = () => (isConnected ? [ADDRESS] : [])
  const own = {
    all: [{ address: ADDRESS, index: 0, name: '' }],
    first: ADDRESS,
    chosen: ADDRESS,
    get given() {
      return seen()
    },
    named: () => ADDRESS,
  }
  const signs = {
    signMessage: ({ message }: { message: Uint8Array }) => signMessage(message, key),
    signTypedData: (data: Parameters<typeof signTypedData>[0]) => signTypedData(data, key),
    signTypedDataV1: (fields: Parameters<typeof signTypedDataV1>[0]) =>
      signTypedDataV1(fields, key),
    signTransaction: (one: Parameters<typeof signTransaction>[0]) => signTransaction(one, key),
    encryptionPublicKey: () => encryptionPublicKey(key),
    decrypt: (one: Parameters<typeof decrypt>[0]) => decrypt(one, key),
    recover: ({ message, signature }: { message: Uint8Array; signature: `0x${string}` }) =>
      recover(message, signature),
    checksum: (text: string) => (validate(text) ? checksum(text) : null),
  }
  const sign = async (method: keyof typeof signs, params: unknown) =>
    (signs[method] as (params: unknown) => unknown)(params)
  const activity: Activity = new Activity(
    {
      site: SITE,
      own,
      requests,
      core: { batches },
      chains,
      sign,
    } as never,
    () => {},
    new Journal(new MemoryStorage()),
  )
  const subscriptions = new Subscriptions({
    node: () => chains.node,
    tell: (subscription, result) =>
      provider.emit('message', { type: 'eth_subscription', data: { subscription, result } }),
    period: 20,
  })
  const become = (accounts: boolean) => {
    isConnected = accounts
    provider.emit('accountsChanged', seen())
  }
  const context = {
    site: SITE,
    ...{ chains, requests, own, store },
    core: { activity, batches, subscriptions },
    life: { connect: () => become(true), disconnect: () => become(false) },
    enable: async () => become(true),
    sign,
    compute: sign,
    show: () => {},
    note: () => {},
  } as unknown as RpcContext

  async function agree(): Promise<void> {
    const question: ApprovalRequest | undefined = requests.current
    if (!question) return
    const { kind, subject } = question
    if (kind === 'transaction') {
      const { request, chain } = subject
      const { transaction } = await prepareTransaction(chains.nodeOf(chain), request, chain.chainId)
      const [nonce] = await activity.nonces(ADDRESS, chain, 1)
      question.approve({ ...transaction, nonce: request.nonce ?? nonce! })
    } else if (kind === 'calls') {
      const { requests, chain } = subject
      question.approve(
        (await prepareCalls(chains.nodeOf(chain), requests, chain.chainId)).transactions,
      )
    } else {
      question.approve(null)
    }
  }

  const provider = new Provider({
    // Without the node's URL, as if the page's policy forbade it: the frame answers every read, from its own list.
    ready: async () => ({ accounts: seen(), chainId: chains.current.chainId }) as never,
    open: () => undefined,
    rpc: ({ method, params }) => answerRpc(context, method, params),
  })
  const { request } = provider
  const heard = async (args: RequestArguments) => {
    const one: Asked = { method: args.method }
    asked.push(one)
    try {
      return await request(args)
    } catch (error) {
      const { code, message } = error as ProviderRpcError
      if (code === NOT_FOUND) one.isMissing = true
      if (code === UNSUPPORTED_METHOD) one.refused = args.method
      if (code === UNSUPPORTED_CAPABILITY) one.refused = /(\w+)\.$/.exec(message)?.[1] ?? message
      throw error
    }
  }
  Object.assign(provider, { request: heard })
  const end = (): void => {
    activity.pause()
    context.core.subscriptions.clear()
  }
  return { provider, asked, end }
}

const chainConfig = (rpcUrl: string, chainId: number) => ({
  ...{ host: 'localhost', chainId, networkName: 'Local chain', rpcUrl },
  ...{ ticker: 'ETH', tickerName: 'Ether' },
})
