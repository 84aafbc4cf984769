/**
 * Stands in for the wallet app's login window, at another origin than the tests' page. What happens is
 * up to `loginProvider`.
 */
import type { LoginRequest, LoginResult } from '../../../src/protocol/login.js'
import { send } from '../../../src/protocol/windows.js'
import { fromBase64Url } from '../../../src/shared/encoding.js'
import { toWire, WalletError } from '../../../src/shared/errors.js'
import { encrypt } from '../../../src/shared/jwe.js'
import { addResult } from '../../../src/shared/redirect.js'
import { KEYS } from './orders.js'

const text = new URLSearchParams(location.hash.slice(1)).get('request') ?? ''
const request: LoginRequest = JSON.parse(new TextDecoder().decode(fromBase64Url(text)))
const { loginProvider = 'google', origin, redirectUrl, state, uxMode } = request

const result: LoginResult =
  loginProvider === 'refused'
    ? { error: toWire(new WalletError('LOGIN_FAILED', 'access_denied')) }
    : {
        privKey: loginProvider === 'odd' ? 'not a key' : KEYS[loginProvider === 'github' ? 1 : 0],
        isWalletKey: loginProvider === 'wallet-key',
        userInfo: { email: 'sample.one@example.test', name: null } as never,
        grant: 'a grant',
      }
const jwe = await encrypt(JSON.stringify(result), request.key)

// As the real one does first: from here on it is in sight.
if (uxMode === 'popup') send(opener, origin, 'whose', { state })
// As by a person, who has had a look.
if (loginProvider === 'closed') setTimeout(() => window.close(), 1_000)
else if (loginProvider === 'silent') document.title = 'Waiting'
else if (uxMode === 'redirect') location.replace(addResult(redirectUrl!, state, jwe))
else {
  if (loginProvider === 'noisy') {
    send(opener, origin, 'result', { state: 'another-login-of-another', result: 'x' })
    send(opener, origin, 'callback', { state, query: 'x' })
    opener.postMessage({ type: 'result', state, result: 'x' }, origin)
  }
  send(opener, origin, 'result', { state, result: jwe })
}
