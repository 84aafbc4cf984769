/** What requests are filled in with: the account, the chain, and what earlier answers gave. */
export interface Known {
  /** Zeros while signed out. */
  address: string
  /** Hexadecimal. */
  chainId: string
  /** The local chain's node. */
  rpcUrl: string
  signature: string
  transaction: string
  raw: string
  calls: string
  subscription: string
  filter: string
  encrypted: string
}

export interface RequestSpec {
  /** What it is called here; no two have the same. */
  title: string
  method: string
  /** For someone who has never seen it. */
  about: string
  params: (known: Known) => unknown
  /** What later requests need of the answer. */
  remember?: (result: unknown, known: Known) => void | Promise<void>
}

export interface RequestGroup {
  title: string
  requests: RequestSpec[]
}

/** Keeps a text of the answer for later requests. */
export const keep =
  (name: keyof Known) =>
  (result: unknown, known: Known): void => {
    const text = typeof result === 'string' ? result : (result as { id?: unknown } | null)?.id
    if (typeof text === 'string') known[name] = text
  }
