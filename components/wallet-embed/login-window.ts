import type { Connection } from '../../src/client/frame/connection.js'
import { PageWindow } from '../../src/client/page-window.js'

/** A way to sign in, and who is likely to. */
export interface LoginRequest {
  verifier?: string | undefined
  login_hint?: string | undefined
}

/**
 * Signs in. With a verifier, in a click, its window opens at once: there is no await before it, since a browser lets
 * only the page that was clicked open one, and only then.
 *
 * @param base - Where the wallet app is served.
 * @internal
 */
export async function signIn(
  connection: Connection,
  base: URL,
  params: LoginRequest,
): Promise<string[]> {
  const { isLoggedIn } = connection.snapshot
  const canOpen = params.verifier && !isLoggedIn && navigator.userActivation?.isActive
  const popup = new PageWindow()
  const isOpened = canOpen && popup.open(base, 'login')
  try {
    const request = isOpened ? { ...params, popup: popup.name } : params
    const { accounts } = await connection.change('login', request)
    return [...accounts]
  } finally {
    // Also after a success: the sign-in may have come from elsewhere, or from a different window.
    popup.close()
  }
}
