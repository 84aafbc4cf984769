/** A few contracts that most people use. Addresses are lower case; sources: the projects' own lists. */
import type { Hex } from '../clear-signing/descriptor.js'

/** Permit2, and its address on zkSync's chains. */
const PERMIT2 = [
  '0x000000000022d473030f116ddee9f6b43ac78ba3',
  '0x0000000000225e31d15943971f47ad3022f714fa',
]
/** At the same address on every chain, by way of deployers that give the same code the same address. */
const EVERYWHERE: Record<string, string> = {
  ...Object.fromEntries(PERMIT2.map((address) => [address, 'Permit2'])),
  '0xca11bde05977b3631167028862be2a173976ca11': 'Multicall3',
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc': 'Seaport 1.5',
  '0x0000000000000068f116a894984e2db1123eb395': 'Seaport 1.6',
}
/** Safe's contracts that do nothing but the calls they are given, each as the account itself: 1.3, with two deployers, and 1.4. */
const BATCHERS = new Set([
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
])
const DISPERSE = { '0xd152f549545093347a162dce210e7293f1452150': 'Disperse' }
/** By chain id. */
const CONTRACTS: Record<number, Record<string, string>> = {
  1: {
    ...DISPERSE,
    '0x7a250d5630b4cf539739df2c5dacb4c659f2488d': 'Uniswap V2 Router',
    '0xe592427a0aece92de3edee1f18e0157c05861564': 'Uniswap V3 Router',
    '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45': 'Uniswap V3 Router 2',
  },
  10: DISPERSE,
  137: DISPERSE,
  8453: DISPERSE,
  42161: DISPERSE,
}
/** Symbols that are often faked, by chain id. */
const TOKENS: Record<number, Record<string, Hex>> = {
  1: {
    USDC: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    USDT: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    DAI: '0x6b175474e89094c44da98b954eedeac495271d0f',
    WETH: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    WBTC: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
    LINK: '0x514910771af9ca656af840dff83e8398ecf986ca',
    UNI: '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984',
    stETH: '0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
  },
  137: {
    USDC: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
    USDT: '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
    WETH: '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619',
  },
}
/** Symbols that are often imitated; the real tokens have different addresses on each chain. */
const FAKED = ['USDC', 'USDT', 'DAI', 'WETH', 'WBTC']

export const knownContract = (chainId: number, address: Hex): string | undefined =>
  EVERYWHERE[address.toLowerCase()] ?? CONTRACTS[chainId]?.[address.toLowerCase()]

export const isPermit2 = (address: string): boolean => PERMIT2.includes(address.toLowerCase())

export const isBatcher = (address: string): boolean => BATCHERS.has(address.toLowerCase())

/** Real tokens of a chain, by symbol. */
export const knownTokens = (chainId: number): { symbol: string; address: Hex }[] =>
  Object.entries(TOKENS[chainId] ?? {}).map(([symbol, address]) => ({ symbol, address }))

/** Symbols that are worth faking on any chain. */
export const fakedSymbols = (ticker: string): string[] => [ticker, ...FAKED]
