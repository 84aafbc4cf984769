type Hex = `0x${string}`

/** EIP-1193. */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** EIP-2255. */
export interface WalletPermission {
  id: string
  parentCapability: string
  invoker: string
  caveats: { type: string; value: unknown }[]
  date: number
}

/** EIP-5792. */
export interface CallsStatus {
  version: string
  id: string
  chainId: Hex
  status: number
  atomic: boolean
  receipts?: {
    logs: { address: Hex; data: Hex; topics: Hex[] }[]
    status: Hex
    blockHash: Hex
    blockNumber: Hex
    gasUsed: Hex
    transactionHash: Hex
  }[]
  /** Where a call failed (status 400, 500 or 600): which, and why. */
  capabilities?: { failures: CallFailure[] }
}

/** A call of `wallet_sendCalls` that was not done. */
export interface CallFailure {
  /** Its place among the calls, from 0. */
  call: number
  /**
   * `reverted`: by the contract. `refused`: by the node. `skipped`: the node refused one before it. `cancelled`: by the
   * person. `replaced`: the chain took a transaction with its nonce that was not sent from here.
   */
  reason: 'reverted' | 'refused' | 'skipped' | 'cancelled' | 'replaced'
  /** The contract's or the node's words, where they are known. Not for people who are no developers. */
  message?: string
}

/** ERC-7846. A sign-in that was asked for (EIP-4361) is the first account's. */
export interface Connected {
  accounts: {
    address: Hex
    capabilities: { signInWithEthereum?: { message: string; signature: Hex } }
  }[]
}

/** Results by method. The node answers all others: see its documentation. */
export interface RequestResults {
  /** Checksummed addresses that the page may see. */
  eth_requestAccounts: Hex[]
  eth_accounts: Hex[]
  eth_coinbase: Hex | null
  eth_chainId: Hex
  net_version: string
  wallet_connect: Connected
  wallet_disconnect: null
  wallet_getPermissions: WalletPermission[]
  wallet_requestPermissions: WalletPermission[]
  wallet_revokePermissions: null
  personal_sign: Hex
  personal_ecRecover: Hex
  eth_signTypedData: Hex
  eth_signTypedData_v3: Hex
  eth_signTypedData_v4: Hex
  eth_getEncryptionPublicKey: string
  eth_decrypt: string
  eth_sendTransaction: Hex
  eth_signTransaction: Hex
  wallet_sendCalls: { id: string }
  wallet_getCallsStatus: CallsStatus
  wallet_showCallsStatus: null
  wallet_getCapabilities: Record<
    Hex,
    {
      assetDiscovery: { supported: boolean }
      atomic: { status: string }
      dataSuffix: { supported: boolean }
    }
  >
  wallet_addEthereumChain: null
  wallet_switchEthereumChain: null
  wallet_watchAsset: boolean
  wallet_getAssets: Record<
    Hex,
    {
      /** Checksummed; `native`: the network's coin. */
      address: Hex | 'native'
      /** In the smallest unit. */
      balance: Hex
      /** `native`, `erc20`, `erc721`, `erc1155`. */
      type: string
      metadata: { name: string; symbol: string; decimals?: number; tokenId?: Hex }
    }[]
  >
  wallet_getIdToken: string
  eth_subscribe: Hex
  eth_unsubscribe: boolean
  eth_blockNumber: Hex
  eth_call: Hex
  eth_estimateGas: Hex
  eth_gasPrice: Hex
  eth_getBalance: Hex
  eth_getCode: Hex
  eth_getTransactionCount: Hex
  eth_sendRawTransaction: Hex
}

/** Two signatures: so libraries' own, which are typed by the methods that they know, are fitted by it. */
export interface RequestFunction {
  <M extends keyof RequestResults>(
    args: RequestArguments & { readonly method: M },
  ): Promise<RequestResults[M]>
  (args: RequestArguments): Promise<unknown>
}
