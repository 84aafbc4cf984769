/** What a page asks a wallet to keep an eye on (EIP-747). */
export interface Asset {
  type: 'ERC20' | 'ERC721' | 'ERC1155'
  /** Checksummed. */
  address: `0x${string}`
  symbol: string
  /** 0 for what has no parts. */
  decimals: number
  /** URL. */
  image?: string
  tokenId?: string
  /** What the contract itself says, where it says something else. */
  onChain?: { symbol?: string }
}
