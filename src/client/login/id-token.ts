/** Tokens for the page's own server. Only this page can decrypt them, with the key of its login. */
import { ownFromWire, WalletError } from '../../shared/errors.js'
import { decrypt } from '../../shared/jwe.js'
import { getKey } from './key-store.js'
import { type Answer, askLoginService } from './login-service.js'
import { grantKeyName } from './login-store.js'

/** Milliseconds. */
const TIMEOUT = 20_000

/** @throws {WalletError} `NO_IDENTITY`; `SERVICE_UNAVAILABLE`; what the login service answers. */
export async function requestIdToken(
  wallet: URL,
  clientId: string,
  grant: string | undefined,
  nonce: string | undefined,
): Promise<string> {
  // Where the browser denies storage, the key was not stored.
  const key = grant && (await getKey(grantKeyName(clientId)).catch(() => {}))
  if (!key) throw new WalletError('NO_IDENTITY')
  const signal = AbortSignal.timeout(TIMEOUT)
  const { answer, error } = await askLoginService(
    wallet,
    'id-token',
    { grant, nonce },
    signal,
  ).catch((): Answer => ({}))
  if (answer) return decrypt(answer, key)
  const data = { walletError: error?.code, detail: error?.detail }
  throw ownFromWire({ data }) ?? new WalletError('SERVICE_UNAVAILABLE')
}
