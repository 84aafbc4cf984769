import { type Mistake, TAG } from './mistake.js'

/** A call fails. */
export const CALLS: Record<string, Mistake> = {
  early: {
    says: 'A method before `init` is done',
    script: 'await wallet.login()',
    line: 'WalletError: Call init() first.',
    todo: '`await wallet.init()` first; the tag starts by itself: wait for `wallet-ready`.',
  },
  detached: {
    says: '`init` of a tag that is not in the page',
    script: "document.createElement('wallet-embed').init().catch(() => {})",
    line: 'wallet-embed: Load failed. The element is not in the page. docs/errors.md#load_failed',
    todo: 'Append it first.',
  },
  'login key': {
    says: '`login` with a misspelt name',
    given: 'wallet',
    script: "await wallet.login({ verifer: 'google' })",
    line: 'Wallet login: verifer: unknown, did you mean verifier?',
    todo: 'The line says what was probably meant.',
  },
  'token key': {
    says: '`getIdToken` with a misspelt name',
    given: 'wallet',
    script: "await wallet.getIdToken({ nonc: 'abc' })",
    line: 'WalletError: Invalid argument. 0: expected no nonc.',
    todo: 'Write `nonce`. It is refused, since a token without it could be used again.',
  },
  'early request': {
    says: 'A request to the provider, and no `init()`',
    script: "await wallet.provider.request({ method: 'eth_requestAccounts' })",
    after: 3_000,
    line: 'wallet-embed: requests wait: call init().',
    todo: 'Call `init()`. Requests wait for it for 20 seconds, and then fail.',
  },
  twice: {
    says: '`init` again, with other parameters',
    given: 'wallet',
    script: "await wallet.init({ language: 'de' })",
    line: 'WalletError: Call cleanUp() first.',
    todo: '`setNetwork`, `setTheme` and `setLanguage` change a wallet while it runs.',
  },
  undefined: {
    says: 'A method of the tag before the package has defined it',
    html: `${TAG.replace('></', ' network="localhost"></')}<script>document.querySelector('wallet-embed').login()</script>`,
    line: 'TypeError: document.querySelector(...).login is not a function',
    todo: "`await customElements.whenDefined('wallet-embed')`. Properties may be set before.",
  },
  method: {
    says: 'A method of the provider that does not exist',
    given: 'wallet',
    script: "await wallet.provider.request({ method: 'eth_sendTransactions' })",
    line: 'ProviderRpcError: Unsupported method. eth_sendTransactions.',
    todo: 'See [the provider](wallet.md#the-provider).',
  },
  'nobody there': {
    says: 'A method that needs a login, while nobody is logged in',
    given: 'wallet',
    script: 'await wallet.getUserInfo()',
    line: 'WalletError: Nobody is logged in.',
    todo: 'Look at `wallet.state.isLoggedIn`, or follow it with `wallet.subscribe`.',
  },
  shape: {
    says: 'A request that is not one object',
    given: 'wallet',
    script: "await wallet.provider.request('eth_accounts')",
    line: 'ProviderRpcError: Invalid request. Expected { method: string, params?: array | object }.',
    todo: "Write `request({ method: 'eth_accounts' })` ([EIP-1193](https://eips.ethereum.org/EIPS/eip-1193)).",
  },
  params: {
    says: 'A network to add, without a currency and a node',
    given: 'wallet',
    script:
      "await wallet.provider.request({ method: 'wallet_addEthereumChain', params: [{ chainId: '0x1234567', chainName: 'Test', rpcUrls: [] }] })",
    line: 'ProviderRpcError: Invalid argument. 0.nativeCurrency: expected an object; 0.rpcUrls: expected at least one of an https URL, or http at localhost.',
    todo: 'The line names each field by its path.',
  },
  decimal: {
    says: 'A chain id that is not hex',
    given: 'wallet',
    script:
      "await wallet.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '11155111' }] })",
    line: 'ProviderRpcError: Invalid argument. 0.chainId: expected a chain id in hex, without leading zeros.',
    todo: 'Write it in hex: `0xaa36a7`.',
  },
  'unknown chain': {
    says: 'A chain that the wallet does not have',
    given: 'wallet',
    script:
      "await wallet.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1234567' }] })",
    line: 'ProviderRpcError: Unknown chain. 0x1234567: add it first (wallet_addEthereumChain).',
    todo: 'Add it first, as the line says; the code is 4902.',
  },
  'not connected': {
    says: 'A signature for a site that is not connected',
    given: 'wallet',
    script:
      "await wallet.provider.request({ method: 'personal_sign', params: ['0x00', '0x0000000000000000000000000000000000000001'] })",
    line: 'ProviderRpcError: Nobody is logged in. Ask for the accounts first (eth_requestAccounts).',
    todo: 'Ask for the accounts in a click, then for the signature.',
  },
  screen: {
    says: 'A screen that does not exist',
    given: 'wallet',
    script: "await wallet.showWallet('trasnfer')",
    line: 'WalletError: Invalid argument. screen: expected one of home, receive, send, settings, topup.',
    todo: 'Use one of those.',
  },
  'wallet verifier': {
    says: 'A login that the operator does not have',
    given: 'wallet',
    script: "await wallet.login({ verifier: 'gogle' })",
    line: 'WalletError: Unknown verifier. gogle',
    todo: 'Use a name that the operator configured, or leave it out.',
  },
  text: {
    says: '`init` with a text',
    script: "await wallet.init('localhost')",
    line: 'WalletError: Invalid argument. params: an object.',
    todo: "Write `init({ network: { host: 'localhost' } })`.",
  },
  'retired method': {
    says: 'A method that was retired',
    given: 'wallet',
    script: "await wallet.provider.request({ method: 'eth_sign', params: [] })",
    line: 'ProviderRpcError: Unsupported method. eth_sign signs the hash of anything, a transaction too: use personal_sign or eth_signTypedData_v4.',
    todo: 'Use one of those.',
  },
  enable: {
    says: 'A method of older providers',
    given: 'wallet',
    script: 'await wallet.provider.enable()',
    line: 'TypeError: wallet.provider.enable is not a function',
    todo: "Write `request({ method: 'eth_requestAccounts' })`. [`wallet-embed/legacy`](migrate.md#the-provider-of-older-programs) has `enable`, `send` and `sendAsync`.",
  },
}
