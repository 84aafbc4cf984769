import { pageScript } from '../../support/page-script.js'

export const CLIENTS = ['viem', 'ethers', 'web3', 'wagmi'] as const
export type Client = (typeof CLIENTS)[number]

/** The steps of a site that uses this library, as one script. */
export const bundle = (client: Client): Promise<string> =>
  pageScript(`test/e2e/clients/${client}.ts`)
