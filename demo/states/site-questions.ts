/** What a site asks for besides signatures. */
import { type Asking, asking } from './asking.js'
import {
  ACCOUNT,
  CAPTURED_CHAIN,
  CHAIN,
  CONTRACT,
  LONG_SITE,
  OTHER,
  PAGES_CHAIN,
  SITE,
} from './data.js'
import { walletOf } from './stand-in.js'
import type { Area } from './state.js'

/** @param addresses - Of the person's accounts. */
function connecting(asked: Asking = {}, addresses: `0x${string}`[] = [ACCOUNT]) {
  const { own } = walletOf({ session: { addresses, connected: [] } })
  if (addresses.length > 1) own.rename(OTHER, 'Savings for a long journey')
  return asking('connect', null, { own, ...asked })
}

export const siteQuestions: Area = {
  name: 'Questions of a site',
  states: [
    { name: 'connect', draw: () => connecting() },
    {
      name: 'connect to a site with a long name',
      draw: () => connecting({ site: LONG_SITE }),
    },
    {
      name: 'connect to a site that was connected before, with one of several accounts',
      draw: () =>
        connecting({ facts: { before: Date.UTC(2026, 2, 14), risks: [] } }, [ACCOUNT, OTHER]),
    },
    {
      name: 'connect to a site that passes for another',
      draw: () =>
        connecting({
          site: 'http://xn--shp-1na.example.test',
          facts: {
            before: undefined,
            risks: [{ kind: 'alike', other: SITE }, { kind: 'letters' }, { kind: 'open' }],
          },
        }),
    },
    { name: 'add a network', draw: () => asking('addChain', { chain: PAGES_CHAIN }) },
    {
      name: 'add a well-known network, by a node of the page’s',
      draw: () => asking('addChain', { chain: CAPTURED_CHAIN }),
    },
    {
      name: 'switch to a well-known network, by a node of the page’s',
      draw: () => asking('switchChain', { from: CHAIN, to: CAPTURED_CHAIN }),
    },
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
    { name: 'show what the account has', draw: () => asking('assets', null) },
    { name: 'decrypt a message', draw: () => asking('decrypt', null) },
  ],
}
