/**
 * Widely used chains, by their id (EIP-155), with the names of their own projects and the public lists of chains: a
 * site cannot rename a chain with one of these ids. It lists no nodes.
 */

export interface KnownChain {
  chainId: number
  name: string
  /** Name used by pages and libraries, if different. */
  alias?: string | undefined
  /** Symbol of the native currency. */
  ticker: string
  /** A test network: its coins are worth nothing. */
  isTest: boolean
}

/** `id name/alias: ticker` a line; without a ticker it is ETH. */
const MAINNETS = `
1 Ethereum/mainnet
10 OP Mainnet/optimism
25 Cronos: CRO
30 Rootstock: RBTC
42 LUKSO: LYX
56 BNB Smart Chain/bsc: BNB
61 Ethereum Classic/classic: ETC
100 Gnosis/xdai: XDAI
130 Unichain
137 Polygon/matic: POL
146 Sonic: S
204 opBNB: BNB
250 Fantom: FTM
252 Fraxtal: FRAX
288 Boba Network/boba
314 Filecoin: FIL
324 ZKsync Era/zksync
480 World Chain
999 HyperEVM: HYPE
1088 Metis: METIS
1101 Polygon zkEVM
1284 Moonbeam: GLMR
1285 Moonriver: MOVR
1329 Sei: SEI
1868 Soneium
2020 Ronin: RON
2741 Abstract
5000 Mantle: MNT
8217 Kaia: KAIA
8453 Base
34443 Mode
42161 Arbitrum One/arbitrum
42170 Arbitrum Nova
42220 Celo: CELO
43114 Avalanche: AVAX
57073 Ink
59144 Linea
80094 Berachain: BERA
81457 Blast
534352 Scroll
7777777 Zora`
const TESTNETS = `
3 Ropsten
4 Rinkeby
5 Goerli
97 BNB Smart Chain Testnet/bsctestnet: tBNB
10200 Gnosis Chiado: xDAI
17000 Holesky
43113 Avalanche Fuji: AVAX
59141 Linea Sepolia
80002 Polygon Amoy: POL
84532 Base Sepolia
421614 Arbitrum Sepolia
534351 Scroll Sepolia
560048 Hoodi
11155111 Sepolia
11155420 OP Sepolia/optimismsepolia`

const read = (list: string, isTest: boolean): KnownChain[] =>
  [...list.matchAll(/(\d+) ([^:/\n]+)(?:\/(\w+))?(?:: (\w+))?/g)].map(
    ([, id, name, alias, ticker = 'ETH']) => {
      return { chainId: Number(id), name: name!, alias, ticker, isTest }
    },
  )

export const KNOWN_CHAINS: readonly KnownChain[] = [
  ...read(MAINNETS, false),
  ...read(TESTNETS, true),
]

export const knownChain = (chainId: number): KnownChain | undefined =>
  KNOWN_CHAINS.find((chain) => chain.chainId === chainId)

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')

/** The chain id for a name in any spelling: `arbitrum-one`, `Arbitrum One`, `arbitrum`. */
export function chainIdNamed(word: string): number | undefined {
  const asked = plain(word)
  const isAsked = ({ name, alias }: KnownChain) => [plain(name), alias].includes(asked)
  return KNOWN_CHAINS.find(isAsked)?.chainId
}
