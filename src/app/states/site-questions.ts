/** What a site asks for besides signatures. */
import { asking } from './asking.js'
import { CHAIN, CONTRACT, LONG_SITE, OTHER, PAGES_CHAIN } from './data.js'
import type { Area } from './state.js'

export const siteQuestions: Area = {
  name: 'Questions of a site',
  states: [
    { name: 'connect', draw: () => asking('connect', null) },
    {
      name: 'connect to a site with a long name',
      draw: () => asking('connect', null, { site: LONG_SITE }),
    },
    { name: 'add a network', draw: () => asking('addChain', { chain: PAGES_CHAIN }) },
    {
      name: 'switch the network',
      draw: () => asking('switchChain', { from: CHAIN, to: PAGES_CHAIN }),
    },
    {
      name: 'watch a token',
      draw: () =>
        asking('watchAsset', {
          asset: { type: 'ERC20', address: OTHER, symbol: 'HARBOURCOIN', decimals: 18 },
          chain: CHAIN,
        }),
    },
    {
      name: 'watch a collectible',
      draw: () =>
        asking('watchAsset', {
          asset: {
            type: 'ERC721',
            address: CONTRACT,
            symbol: '',
            decimals: 0,
            tokenId: String(2n ** 256n - 1n),
          },
          chain: PAGES_CHAIN,
        }),
    },
    { name: 'share the encryption key', draw: () => asking('encryptionKey', null) },
    { name: 'decrypt a message', draw: () => asking('decrypt', null) },
  ],
}
