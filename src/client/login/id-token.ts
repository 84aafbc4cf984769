/** Tokens for the page's own server, which only this page can open: with the key that its login had. */
import { ownFromWire, WalletError } from '../../shared/errors.js'
import { decrypt } from '../../shared/jwe.js'
import { getKey, putKey } from './key-store.js'
import { type Answer, askLoginService } from './login-service.js'
import { itemName } from './login-store.js'

/** Milliseconds. */
const TIMEOUT = 20_000

const keyName = (clientId: string) => `${itemName(clientId)}:grant`

/** Where the browser denies storage there are no tokens. */
export const keepKey = (clientId: string, privateKey: CryptoKey): Promise<unknown> =>
  putKey(keyName(clientId), privateKey).catch(() => {})

/** @throws {WalletError} `NO_IDENTITY`; `SERVICE_UNAVAILABLE`; what the login service answers. */
export async function requestIdToken(
  wallet: URL,
  clientId: string,
  grant: string | undefined,
  nonce: string | undefined,
): Promise<string> {
  const key = grant && (await getKey(keyName(clientId)))
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
