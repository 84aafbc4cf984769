/** What the page cannot know by itself, since ports can be moved: `/demo-config.json`. */
export interface DemoConfig {
  walletUrl: string
  chainId: number
  /** The local chain's node. */
  rpcUrl: string
  /** Registered applications that this page may log in for. */
  loginClientIds: string[]
  /** Hashes to be pinned (`sha384-…`): of the wallet app's build, and of `/cdn/wallet-embed.js`. */
  integrity?: string
  scriptIntegrity?: string
}

/** @throws {Error} If the launcher does not serve it. */
export async function loadConfig(): Promise<DemoConfig> {
  const response = await fetch('/demo-config.json', { signal: AbortSignal.timeout(5000) })
  if (!response.ok) throw new Error('There is no /demo-config.json: start the demo by npm start.')
  return response.json()
}
