import { type SupportedProviders, Web3 } from 'web3'

import { addParameter, DOMAIN_TYPE, type Steps, TYPED_DATA, theProvider } from './steps.js'

const web3 = new Web3(theProvider() as unknown as SupportedProviders)
web3.eth.transactionPollingInterval = 50

const ask = (method: string, params: unknown) =>
  theProvider().request({ method, params } as never) as Promise<unknown>

async function account(): Promise<string> {
  const [address] = await web3.eth.getAccounts()
  return address!
}

const steps: Steps = {
  connect: async () => (await web3.eth.requestAccounts())[0]!,
  reconnect: async () => (await web3.eth.getAccounts())[0],
  signMessage: async (text) => web3.eth.personal.sign(text, await account(), ''),
  signTypedData: async () =>
    web3.eth.signTypedData(await account(), {
      ...TYPED_DATA,
      types: { EIP712Domain: DOMAIN_TYPE, Letter: [...TYPED_DATA.types.Letter] },
    }),
  async send(to, value) {
    const receipt = await web3.eth.sendTransaction({ from: await account(), to, value })
    return { hash: String(receipt.transactionHash), block: Number(receipt.blockNumber) }
  },
  async switchTo(id) {
    await ask('wallet_switchEthereumChain', [{ chainId: `0x${id.toString(16)}` }])
  },
  async add() {
    await ask('wallet_addEthereumChain', [addParameter(window.chains)])
  },
  chainId: async () => Number(await web3.eth.getChainId()),
  watch: (address) =>
    ask('wallet_watchAsset', {
      type: 'ERC20',
      options: { address, symbol: 'SMP', decimals: 6 },
    }),
  async disconnect() {
    await ask('wallet_revokePermissions', [{ eth_accounts: {} }])
  },
  accounts: () => web3.eth.getAccounts(),
}
window.steps = steps
