import type { AppConfig } from '../../../src/protocol/service.js'

/** As `app-config` writes one. */
export const WALLET_CONFIG: AppConfig = {
  loginService: 'https://login.example/path',
  keyNetwork: {
    threshold: 2,
    groupKey: '00'.repeat(32),
    nodes: [1, 2].map((index) => ({
      index,
      url: `https://node${index}.example`,
      publicKey: '00'.repeat(32),
    })),
  },
  verifiers: {},
  chains: [
    {
      host: 'mainnet',
      chainId: 1,
      networkName: 'Ethereum',
      rpcUrl: 'https://rpc.example/v1/key',
      ticker: 'ETH',
      tickerName: 'Ether',
    },
  ],
  prices: {
    url: 'https://prices.example/simple?vs={currency}',
    coins: { 1: 'ethereum' },
    currencies: ['USD'],
  },
  ipfsGateway: 'https://ipfs.example/ipfs',
  tokenLogos: 'https://logos.example/{chainId}/{address}.png',
}
