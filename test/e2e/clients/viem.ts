import {
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type Hex,
} from 'viem'
import { connect } from 'viem/experimental/erc7846'

import { type Steps, TYPED_DATA, theProvider } from './steps.js'

const { first, second } = window.chains
const define = (id: number, url: string, name: string): Chain =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Second', symbol: 'SEC', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
const chains = [
  define(first.id, first.url, 'First chain'),
  define(second.id, second.url, 'Second chain'),
]
const wallet = createWalletClient({ transport: custom(theProvider()) })
const client = createPublicClient({ transport: custom(theProvider()), pollingInterval: 50 })

async function account(): Promise<Address> {
  const [address] = await wallet.getAddresses()
  return address!
}

const steps: Steps = {
  connect: async () => (await wallet.requestAddresses())[0]!,
  reconnect: account,
  signMessage: async (message) => wallet.signMessage({ account: await account(), message }),
  signTypedData: async () => wallet.signTypedData({ account: await account(), ...TYPED_DATA }),
  async send(to, wei) {
    const chain = chains.find(({ id }) => id === currentChain)!
    const hash = await wallet.sendTransaction({
      account: await account(),
      chain,
      to: to as Hex,
      value: BigInt(wei),
    })
    const { blockNumber } = await client.waitForTransactionReceipt({ hash })
    return { hash, block: Number(blockNumber) }
  },
  async sendCalls(to, wei) {
    const { id } = await wallet.sendCalls({
      account: await account(),
      chain: chains.find((chain) => chain.id === currentChain)!,
      calls: to.map((one) => ({ to: one as Hex, value: BigInt(wei) })),
    })
    const found = await wallet.waitForCallsStatus({ id, pollingInterval: 50 })
    const { status, statusCode, atomic, receipts = [] } = found
    return {
      status,
      statusCode,
      atomic,
      receipts: receipts.map(({ transactionHash, status, blockNumber }) => {
        return { hash: transactionHash, status, block: Number(blockNumber) }
      }),
    }
  },
  async signIn(nonce) {
    const { accounts } = await connect(wallet, {
      capabilities: { unstable_signInWithEthereum: { chainId: first.id, nonce } },
    })
    const [{ address, capabilities }] = accounts as [(typeof accounts)[number]]
    return { address, ...capabilities!.unstable_signInWithEthereum! }
  },
  async switchTo(id) {
    await wallet.switchChain({ id })
    currentChain = id
  },
  async add() {
    await wallet.addChain({ chain: chains[1]! })
    currentChain = second.id
  },
  chainId: () => wallet.getChainId(),
  watch: (address) =>
    wallet.watchAsset({ type: 'ERC20', options: { address, symbol: 'SMP', decimals: 6 } }),
  async disconnect() {
    await theProvider().request({
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
    })
  },
  accounts: () => wallet.getAddresses(),
}
let currentChain = first.id
window.steps = steps
