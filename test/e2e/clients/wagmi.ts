/** wagmi finds the wallet by itself (EIP-6963): nothing here mentions it but by its name. */
import {
  connect,
  createConfig,
  createStorage,
  disconnect,
  getAccount,
  http,
  reconnect,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  waitForTransactionReceipt,
  watchAsset,
} from '@wagmi/core'
import { defineChain, type Hex } from 'viem'

import { type Steps, TYPED_DATA } from './steps.js'

const { first, second } = window.chains
const nativeCurrency = { name: 'Second', symbol: 'SEC', decimals: 18 }
const define = (id: number, url: string, name: string) =>
  defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })
const one = define(first.id, first.url, 'First chain')
const two = define(second.id, second.url, 'Second chain')

const config = createConfig({
  chains: [one, two],
  transports: { [one.id]: http(), [two.id]: http() },
  storage: createStorage({ storage: localStorage }),
  pollingInterval: 50,
})

/** Found by discovery. */
function discovered() {
  const found = config.connectors.find(({ id }) => id === 'dev.wallet-embed')
  if (!found) throw new Error(`Not discovered among ${config.connectors.length}.`)
  return found
}

const steps: Steps = {
  connect: async () => (await connect(config, { connector: discovered() })).accounts[0]!,
  reconnect: async () => (await reconnect(config))[0]?.accounts[0],
  signMessage: (message) => signMessage(config, { message }),
  signTypedData: () => signTypedData(config, TYPED_DATA),
  async send(to, wei) {
    const hash = await sendTransaction(config, { to: to as Hex, value: BigInt(wei) })
    const { blockNumber } = await waitForTransactionReceipt(config, { hash })
    return { hash, block: Number(blockNumber) }
  },
  async switchTo(id) {
    await switchChain(config, { chainId: id as never })
  },
  // It adds what the wallet does not know.
  async add() {
    await switchChain(config, { chainId: two.id })
  },
  chainId: async () => getAccount(config).chainId ?? 0,
  watch: (address) =>
    watchAsset(config, {
      type: 'ERC20',
      options: { address: address as Hex, symbol: 'SMP', decimals: 6 },
    }),
  async disconnect() {
    await disconnect(config)
  },
  accounts: async () => getAccount(config).addresses ?? [],
}
window.steps = steps
