import { BrowserProvider, type Eip1193Provider } from 'ethers'

import { addParameter, type Steps, TYPED_DATA, theProvider } from './steps.js'

// `any`: ethers' own name for a chain that may change. It keeps answers for a quarter of a second: not here.
const provider = new BrowserProvider(theProvider() as unknown as Eip1193Provider, 'any', {
  cacheTimeout: -1,
})
provider.pollingInterval = 50

const { primaryType: _, types, domain, message } = TYPED_DATA

const steps: Steps = {
  connect: async () => (await provider.getSigner()).address,
  async reconnect() {
    const [account] = await provider.listAccounts()
    return account?.address
  },
  signMessage: async (text) => (await provider.getSigner()).signMessage(text),
  signTypedData: async () =>
    (await provider.getSigner()).signTypedData(domain, { Letter: [...types.Letter] }, message),
  async send(to, wei) {
    const sent = await (await provider.getSigner()).sendTransaction({ to, value: BigInt(wei) })
    const receipt = await sent.wait()
    return { hash: sent.hash, block: receipt?.blockNumber ?? 0 }
  },
  async switchTo(id) {
    await provider.send('wallet_switchEthereumChain', [{ chainId: `0x${id.toString(16)}` }])
  },
  async add() {
    await provider.send('wallet_addEthereumChain', [addParameter(window.chains)])
  },
  // Once after a change `getNetwork` still gives the chain before.
  chainId: async () => Number((await provider._detectNetwork()).chainId),
  watch: (address) =>
    provider.send('wallet_watchAsset', {
      type: 'ERC20',
      options: { address, symbol: 'SMP', decimals: 6 },
    }),
  async disconnect() {
    await provider.send('wallet_revokePermissions', [{ eth_accounts: {} }])
  },
  accounts: async () => (await provider.listAccounts()).map(({ address }) => address),
}
window.steps = steps
