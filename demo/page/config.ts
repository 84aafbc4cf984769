/** What the page cannot know by itself, since ports can be moved: `/demo-config.json`. */
export interface DemoConfig {
  walletUrl: string
  chainId: number
  /** The local chain's node. */
  rpcUrl: string
  /** Registered applications that this page may log in for. */
  loginClientIds: string[]
  /** Hash of the wallet app's build, to be pinned (`sha384-…`); absent where the build made none. */
  integrity?: string
}

/** @throws {Error} If the launcher does not serve it. */
export async function loadConfig(): Promise<DemoConfig> {
  const response = await fetch('/demo-config.json', { signal: AbortSignal.timeout(5000) })
  if (!response.ok) throw new Error('There is no /demo-config.json: start the demo by npm start.')
  return response.json()
}
