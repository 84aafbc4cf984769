import { useEffect, useState } from 'react'

import { LoginClient } from '../../src/login-client.js'
import { WalletError } from '../../src/shared/errors.js'
import type { LoginClientOptions } from '../../src/shared/options.js'

export interface LoginState {
  /** Logs in and out, and has the key: `client?.login()`, in a click. Absent until it has started. */
  readonly client: LoginClient | undefined
  readonly isLoggedIn: boolean
  /** Why it could not start, or why a login that had left the page failed. */
  readonly error: WalletError | undefined
}

const NOTHING: LoginState = { client: undefined, isLoggedIn: false, error: undefined }

/**
 * A login client for as long as the component is in the page. On a server it is logged out.
 *
 * @param options - As of `new LoginClient`; changed ones make a new client.
 */
export function useLogin(options: LoginClientOptions): LoginState {
  const [state, setState] = useState(NOTHING)
  const written = JSON.stringify(options)
  useEffect(() => {
    let client: LoginClient | undefined
    const fail = (error: unknown) =>
      setState((last) => ({ ...last, error: WalletError.from(error) }))
    const start = async () => {
      client = new LoginClient(JSON.parse(written))
      const started = client
      const tell = () =>
        setState({ client: started, isLoggedIn: started.isLoggedIn, error: undefined })
      for (const event of ['login', 'logout', 'sessionExpired'] as const) started.on(event, tell)
      let failed = false
      started.on('error', (error) => {
        failed = true
        fail(error)
      })
      await started.init()
      if (failed) setState((last) => ({ ...last, client: started }))
      else tell()
    }
    start().catch((error) => {
      // By `cleanUp`: StrictMode ends the first one at once.
      if (!WalletError.is(error, 'ABORTED')) fail(error)
    })
    return () => {
      client?.removeAllListeners()
      client?.cleanUp()
      setState(NOTHING)
    }
  }, [written])
  return state
}
