/** Where errors are explained: the file in the package, until a page sets a URL. */
let docs = 'docs/errors.md'

/** Sets the page that `docsUrl` leads to, for everything on this page. */
export function configureDocs(url = docs): void {
  docs = url
}

type Entry = number | readonly [rpc: number, text: string]

/**
 * Every failure the product reports. A key is the stable code that callers switch on; it has a
 * heading in docs/errors.md (a test checks both ways) and is never renamed. The number is what an
 * EIP-1193 caller sees (EIP-1193, EIP-1474); the text is there where the code's own words do not say
 * enough. Every page loads all of this.
 */
const CATALOG = {
  // The call itself
  INTERNAL: [-32603, 'Unexpected failure.'],
  INVALID_ARGUMENT: -32602,
  INVALID_REQUEST: -32600,
  UNSUPPORTED_METHOD: 4200,
  LIMIT_EXCEEDED: -32005,
  ABORTED: -32603,
  // Starting
  NOT_INITIALIZED: [4900, 'Call init() first.'],
  ALREADY_INITIALIZED: [-32603, 'Call cleanUp() first.'],
  WALLET_URL_MISSING: -32602,
  LOAD_FAILED: 4900,
  CSP_BLOCKED: [4900, "The page's CSP forbids the frame."],
  INTEGRITY_MISMATCH: 4900,
  VERSION_RETIRED: 4900,
  TIMEOUT: -32603,
  // The connection and the chain
  DISCONNECTED: 4900,
  CHAIN_DISCONNECTED: 4901,
  UNKNOWN_CHAIN: 4902,
  NETWORK_UNAVAILABLE: -32602,
  TOPUP_UNAVAILABLE: -32602,
  // Several calls at once (EIP-5792)
  UNSUPPORTED_CAPABILITY: 5700,
  UNSUPPORTED_CHAIN: 5710,
  DUPLICATE_BUNDLE: 5720,
  UNKNOWN_BUNDLE: 5730,
  BUNDLE_TOO_LARGE: 5740,
  ATOMICITY_UNSUPPORTED: 5760,
  // The person
  USER_REJECTED: 4001,
  UNAUTHORIZED: 4100,
  NOT_LOGGED_IN: [4100, 'Nobody is logged in.'],
  SESSION_EXPIRED: 4100,
  POPUP_BLOCKED: [4100, 'Call login() in a click.'],
  POPUP_CLOSED: 4001,
  // Logging in
  LOGIN_FAILED: 4100,
  PASSKEY_UNAVAILABLE: 4100,
  STATE_MISMATCH: 4100,
  NO_IDENTITY: 4100,
  UNKNOWN_CLIENT: 4100,
  ORIGIN_NOT_ALLOWED: 4100,
  REDIRECT_NOT_ALLOWED: 4100,
  UNKNOWN_VERIFIER: -32602,
  TOKEN_MALFORMED: 4100,
  TOKEN_ALGORITHM: 4100,
  TOKEN_SIGNATURE: 4100,
  TOKEN_ISSUER: 4100,
  TOKEN_AUDIENCE: 4100,
  TOKEN_EXPIRED: 4100,
  TOKEN_NOT_YET_VALID: 4100,
  TOKEN_NONCE: 4100,
  TOKEN_CLAIM: 4100,
  SERVICE_UNAVAILABLE: -32603,
  NODES_UNAVAILABLE: -32603,
} as const satisfies Record<string, Entry>

export type WalletErrorCode = keyof typeof CATALOG
export const WALLET_ERROR_CODES = /* @__PURE__ */ Object.keys(CATALOG) as WalletErrorCode[]

/** Own keys only: a peer must not reach `constructor` and the like. */
export const isWalletErrorCode = (code: unknown): code is WalletErrorCode =>
  typeof code === 'string' && Object.hasOwn(CATALOG, code)

/** What crosses windows: the `error` of a JSON-RPC 2.0 reply. */
export interface WireError {
  code: number
  message: string
  data?: unknown
}

/** The one error class of the product. Tell failures apart by `code`, never by message text. */
export class WalletError extends Error {
  // Not a field: where a page has frozen `Error.prototype`, assigning one throws.
  override get name(): 'WalletError' {
    return 'WalletError'
  }
  readonly code: WalletErrorCode
  /** What an EIP-1193 caller sees as `code`. */
  readonly rpcCode: number
  /** The heading in docs/errors.md that explains this code; `Wallet.configure` says where that is served. */
  readonly docsUrl: string
  readonly detail: string | undefined

  /** @param detail - The fault here: a name, a type, a length. Never a secret: it crosses windows. */
  constructor(code: WalletErrorCode, detail?: string, options?: ErrorOptions) {
    const entry: Entry = CATALOG[code]
    const [rpc, text] = typeof entry === 'number' ? [entry, inWords(code)] : entry
    super(detail ? `${text} ${detail}` : text, options)
    this.code = code
    this.rpcCode = rpc
    this.docsUrl = `${docs}#${code.toLowerCase()}`
    this.detail = detail
  }

  /** Narrows to our error, with `code` to that failure. By name: two copies of the package agree. */
  static is(error: unknown, code?: WalletErrorCode): error is WalletError {
    return (
      error instanceof Error &&
      error.name === 'WalletError' &&
      (!code || (error as WalletError).code === code)
    )
  }

  /** Ours as it is; anything else as the `cause` of an `INTERNAL`. */
  static from(error: unknown): WalletError {
    return WalletError.is(error) ? error : new WalletError('INTERNAL', undefined, { cause: error })
  }
}

/**
 * An error in the form EIP-1193 prescribes: a number as `code`. The provider rejects with these only.
 * A node's own error keeps the node's code, message and data.
 */
export class ProviderRpcError extends Error {
  override get name(): 'ProviderRpcError' {
    return 'ProviderRpcError'
  }
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }

  /** From a node's error, with its code, message and data, which callers can read; missing parts get defaults. */
  static ofNode(error: unknown): ProviderRpcError {
    const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
    return new ProviderRpcError(
      typeof code === 'number' ? code : -32603,
      String(message ?? JSON.stringify(error)),
      data,
    )
  }

  /** Any error as an EIP-1193 caller wants it; ours carry their stable code in `data`. */
  static from(error: unknown): ProviderRpcError {
    if (error instanceof ProviderRpcError) return error
    const { code, message, data } = toWire(error)
    return new ProviderRpcError(code, message, data)
  }
}

/** An error under way between windows. No stack, no cause: they may hold this origin's data. */
export function toWire(error: unknown): WireError {
  if (error instanceof ProviderRpcError) {
    return { code: error.code, message: error.message, data: error.data }
  }
  const { code, detail, rpcCode, message } = WalletError.from(error)
  return { code: rpcCode, message, data: { walletError: code, ...(detail && { detail }) } }
}

/** The error that a peer sent. Anything that is no error of ours reads as a node's. */
export function fromWire(wire: unknown): WalletError | ProviderRpcError {
  const ours = ownFromWire(wire)
  if (ours) return ours
  const { code, message, data } = (wire ?? {}) as Partial<Record<keyof WireError, unknown>>
  if (typeof code !== 'number' || typeof message !== 'string') return new WalletError('INTERNAL')
  return new ProviderRpcError(code, message, data)
}

/** The error that a peer sent, if it is one of ours. */
export function ownFromWire(wire: unknown): WalletError | undefined {
  const { data } = (wire ?? {}) as { data?: unknown }
  const { walletError, detail } = (data ?? {}) as { walletError?: unknown; detail?: unknown }
  if (!isWalletErrorCode(walletError)) return undefined
  return new WalletError(walletError, typeof detail === 'string' ? detail : undefined)
}

/** `UNKNOWN_CHAIN` is `Unknown chain.` */
const inWords = (code: string): string =>
  `${code[0]}${code.slice(1).toLowerCase().replaceAll('_', ' ')}.`
