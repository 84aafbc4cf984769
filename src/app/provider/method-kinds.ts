/**
 * The Ethereum methods by who answers them. The frame uses these lists. The page library has the same as patterns,
 * which are shorter (`ASKS`, `WAITS`, `READ_METHOD`); the types of `request` and docs/wallet.md name them, too:
 * test/node/methods.test.ts compares all of these.
 */

/**
 * How the wallet handles a method, and the person's part:
 *
 * - `none`: no part, it is answered at once, or refused.
 * - `waits`: the person may have to sign in, connect or agree in the panel.
 * - `asks`: the person sees the request before it is done. Where the page is not trusted to show that, a window
 *   opens; `signs` and `sends` tell, besides, which notice follows.
 */
export const WALLET_METHODS = {
  eth_accounts: 'none',
  eth_chainId: 'none',
  eth_coinbase: 'none',
  net_version: 'none',
  eth_requestAccounts: 'waits',
  wallet_connect: 'waits',
  wallet_disconnect: 'none',
  wallet_getPermissions: 'none',
  wallet_requestPermissions: 'waits',
  wallet_revokePermissions: 'none',
  personal_sign: 'signs',
  personal_ecRecover: 'none',
  eth_sign: 'none',
  eth_signTypedData: 'signs',
  eth_signTypedData_v3: 'signs',
  eth_signTypedData_v4: 'signs',
  eth_getEncryptionPublicKey: 'waits',
  eth_decrypt: 'asks',
  eth_sendTransaction: 'sends',
  eth_signTransaction: 'signs',
  wallet_sendCalls: 'sends',
  wallet_getCallsStatus: 'none',
  wallet_showCallsStatus: 'waits',
  wallet_getCapabilities: 'none',
  wallet_addEthereumChain: 'waits',
  wallet_switchEthereumChain: 'waits',
  wallet_watchAsset: 'waits',
  wallet_getAssets: 'waits',
  wallet_getIdToken: 'none',
  eth_subscribe: 'none',
  eth_unsubscribe: 'none',
} as const satisfies Record<string, 'none' | 'waits' | 'asks' | 'signs' | 'sends'>
export type WalletMethod = keyof typeof WALLET_METHODS

/** Methods answered by the chain's node, without an account. */
export const NODE_METHODS: readonly string[] = [
  'eth_blockNumber',
  'eth_blobBaseFee',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_fillTransaction',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getRawTransactionByHash',
  'eth_getStorageAt',
  'eth_getStorageValues',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionBySenderAndNonce',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_protocolVersion',
  'eth_sendRawTransaction',
  'eth_sendRawTransactionSync',
  'eth_simulateV1',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_listening',
  'net_peerCount',
  'web3_clientVersion',
  'web3_sha3',
]
