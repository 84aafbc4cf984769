import type { Connection } from '../../src/client/frame/connection.js'
import { withFullUrls } from '../../src/client/page-urls.js'
import { PageWindow } from '../../src/client/page-window.js'
import { ownFromWire } from '../../src/shared/errors.js'

/** A way to sign in, and who is likely to. */
export interface LoginRequest {
  verifier?: string | undefined
  login_hint?: string | undefined
  signIn?: undefined
}

/** Signs in to the site's server, too; the person chooses the way. */
export interface SignInRequest {
  signIn: SignInFields
}

/** What a sign-in to the site's server says (EIP-4361). The wallet writes domain and address itself. */
export interface SignInFields {
  /** At least 8 letters and digits, from the server. */
  nonce: string
  /** By default the wallet's. */
  chainId?: number
  /** One line for the person to read. */
  statement?: string
  /** By default the page's origin. */
  uri?: string
  /** RFC 3339, as the two below; by default now. */
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  /** URIs. */
  resources?: string[]
}

/** For the site's server to check: docs/backends.md. */
export interface SignedIn {
  /** Checksummed addresses that the page may see; the first one signed. */
  accounts: string[]
  message: string
  signature: `0x${string}`
}

/** @internal */
export const login = (
  connection: Connection,
  base: URL,
  params: LoginRequest | SignInRequest,
): Promise<string[] | SignedIn> =>
  params?.signIn ? signInToSite(connection, params.signIn) : signIn(connection, base, params)

/**
 * Signs in. With a verifier, in a click, its window opens at once: there is no await before it, since a browser lets
 * only the page that was clicked open one, and only then.
 *
 * @param base - Where the wallet app is served.
 */
async function signIn(connection: Connection, base: URL, params: LoginRequest): Promise<string[]> {
  const { isLoggedIn } = connection.snapshot
  const canOpen = params?.verifier && !isLoggedIn && navigator.userActivation?.isActive
  const popup = new PageWindow()
  const isOpened = canOpen && popup.open(base, 'login')
  try {
    // A copy: a port carries no proxy, such as Vue makes of all objects of its state.
    const request = isOpened ? { ...params, popup: popup.name } : withFullUrls(params)
    const { accounts } = await connection.change('login', request)
    return [...accounts]
  } finally {
    // Also after a success: the sign-in may have come from elsewhere, or from a different window.
    popup.close()
  }
}

/** Signs in to the site's server, too, with one approval (ERC-7846). */
async function signInToSite(
  { provider, snapshot }: Connection,
  fields: SignInFields,
): Promise<SignedIn> {
  const signInWithEthereum = { ...fields, chainId: fields.chainId ?? snapshot.chainId }
  const params = [{ version: '1', capabilities: { signInWithEthereum } }]
  try {
    const { accounts } = await provider.request({ method: 'wallet_connect', params })
    const signed = accounts[0]!.capabilities.signInWithEthereum!
    return { accounts: accounts.map(({ address }) => address), ...signed }
  } catch (error) {
    throw ownFromWire(error) ?? error
  }
}
