/** Asks the login service of a wallet: what only the wallet's configuration has the address of. */
/** Any of its answers, unchecked. */
export interface Answer {
  data?: string | null
  answer?: string
  error?: { code?: unknown; detail?: unknown }
}

/**
 * @param wallet - URL at the wallet's origin.
 * @throws {Error} Of the network, or for an answer that is not JSON.
 */
export async function askLoginService(
  wallet: URL | string,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<Answer> {
  const json = async (url: URL | string, init = {}) =>
    (await fetch(url, { ...init, signal, cache: 'no-store' })).json()
  const { loginService }: { loginService: string } = await json(new URL('/config.json', wallet))
  return json(loginService.replace(/\/?$/, `/${path}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
