/** What the two stacks that tests share allow, to sites of tests at ports that are known before. */
import type { StackOptions } from '../../demo/stack.js'
import { siteOrigin } from './site.js'

/** `trusting`: questions are shown in every page. `asking`: only `trusted`; elsewhere a window asks. */
export type WorldName = 'trusting' | 'asking'

/** Every page may show questions itself. */
export const TRUSTING = { origin: '*', approvals: 'page' as const }

/** What lists of wallets show in the world `trusting`. */
export const BRAND = {
  name: 'Harbour Wallet',
  icon: 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E',
}

/** @param ports - Of the sites, each of which has any name at its port. */
export function worldOptions(ports: readonly number[]): Record<WorldName, Partial<StackOptions>> {
  const at = (name: string, path = '') => ports.map((port) => `${siteOrigin(name, port)}${path}`)
  return {
    trusting: {
      brand: BRAND,
      embedders: [TRUSTING],
      origins: [...at('shop'), ...at('forum')],
      redirectUrls: [...at('shop', '/plain?shelf=7'), ...at('shop', '/openlogin-redirect')],
      applications: {
        club: { name: 'Club', origins: at('club'), redirectUrls: [], permissions: [] },
        hostile: {
          name: 'Win a prize',
          origins: at('evil'),
          redirectUrls: at('evil', '/loot'),
          permissions: [],
        },
        keeper: {
          name: 'Keeper',
          origins: at('shop'),
          redirectUrls: at('shop', '/'),
          permissions: ['walletKey'],
        },
      },
    },
    asking: {
      embedders: [
        ...at('trusted'),
        ...at('guest').map((origin) => ({ origin, approvals: 'window' as const })),
        '*',
      ],
    },
  }
}
