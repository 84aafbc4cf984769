/** What a site does with a wallet, by way of a library: the same for each, so that one test can drive them all. */
import type { EIP1193Provider } from 'viem'

export interface Steps {
  /** Asks for the account. */
  connect(): Promise<string>
  /** The account, if the library still has it after a reload. */
  reconnect(): Promise<string | undefined>
  signMessage(text: string): Promise<string>
  signTypedData(): Promise<string>
  /** Sends and waits for the receipt. @returns Its hash and its block. */
  send(to: string, wei: string): Promise<{ hash: string; block: number }>
  /** The same to several, all at once (EIP-5792). Only where the library can. */
  sendCalls?(to: readonly string[], wei: string): Promise<Calls>
  /** Connects and signs in to the site's server (ERC-7846). Only where the library can. */
  signIn?(nonce: string): Promise<SignedIn>
  switchTo(chainId: number): Promise<void>
  /** Adds the second chain. */
  add(): Promise<void>
  /** What the library takes for the chain. */
  chainId(): Promise<number>
  watch(address: string): Promise<unknown>
  disconnect(): Promise<void>
  /** What the library takes for the accounts. */
  accounts(): Promise<readonly string[]>
}

/** What the site's server is sent. */
export interface SignedIn {
  address: string
  message: string
  signature: string
}

/** How calls went that were sent together. */
export interface Calls {
  status: string | undefined
  statusCode: number
  atomic: boolean
  receipts: { hash: string; status: string; block: number }[]
}

/** What the test tells the page. */
export interface Chains {
  first: { id: number; url: string }
  second: { id: number; url: string }
}

declare global {
  interface Window {
    steps: Steps
    chains: Chains
  }
}

export const TYPED_DATA = {
  domain: { name: 'Post', version: '1', chainId: 31_337 },
  types: {
    Letter: [
      { name: 'to', type: 'address' },
      { name: 'text', type: 'string' },
    ],
  },
  primaryType: 'Letter',
  message: { to: '0x52908400098527886E0F7030069857D2E4169EE7', text: 'Hello' },
} as const

export const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]

/** The second chain, as EIP-3085 wants it. */
export const addParameter = ({ second }: Chains) => ({
  chainId: `0x${second.id.toString(16)}`,
  chainName: 'Second chain',
  nativeCurrency: { name: 'Second', symbol: 'SEC', decimals: 18 },
  rpcUrls: [second.url],
})

export const theProvider = () => window.wallet.provider as unknown as EIP1193Provider
