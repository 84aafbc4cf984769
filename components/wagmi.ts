/** wagmi's connector for a wallet of this package. */
import { type CreateConnectorFn, injected } from '@wagmi/core'

import { RDNS } from '../src/client/provider/announce.js'
import { ICON_URL } from '../src/client/provider/icon.js'
import type { Provider } from '../src/client/provider/provider.js'

/** How the wallet is listed. */
export interface ConnectorParameters {
  name?: string
  /** URL; a data URI works everywhere. */
  icon?: string
}

/**
 * Makes a connector. Discovery finds the wallet without it; with it, the wallet is in the list from the beginning, under
 * a name of the site's own, and once.
 *
 * @param wallet - A `Wallet` or a `<wallet-embed>`; it may be started later.
 *
 * @example
 * createConfig({ chains, transports, connectors: [walletEmbed(wallet, { name: 'Shop wallet' })] })
 */
export const walletEmbed =
  (
    { provider }: { readonly provider: Provider },
    { name = 'Wallet', icon = ICON_URL }: ConnectorParameters = {},
  ): CreateConnectorFn =>
  (config) => ({ ...injected({ target: { id: RDNS, name, icon, provider } })(config), rdns: RDNS })
