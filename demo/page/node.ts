/** Ten ETH, in wei. */
const FUNDS = 10n * 10n ** 18n
/** Milliseconds. */
const DEADLINE = 5000

/** Gives an account play money. Past the wallet: only a chain for development gives money away. */
export async function fund(rpcUrl: string, address: string): Promise<void> {
  const balance = BigInt(await callNode<string>(rpcUrl, 'eth_getBalance', [address, 'latest']))
  await callNode(rpcUrl, 'anvil_setBalance', [address, `0x${(balance + FUNDS).toString(16)}`])
}

export async function callNode<T>(rpcUrl: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(DEADLINE),
  })
  const { result, error } = await response.json()
  if (error) throw error
  return result
}
