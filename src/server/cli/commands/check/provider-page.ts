/** Checks whether a provider shows its page when a login begins there: the furthest point without an account. */
import { createHash } from 'node:crypto'

import { providerUrl } from '../../../../protocol/provider-url.js'
import type { AppConfig } from '../../../../protocol/service.js'
import { randomId } from '../../../../shared/encoding.js'
import { askFor, whyNoAnswer } from './asking.js'

/** Redirects before the page. */
const MAX_REDIRECTS = 10
/** Characters of a page that are searched. */
const MAX_PAGE = 200_000

/** Error codes that only broken pages contain, with advice. */
const ERRORS: [code: RegExp, advice: (redirectUri: string) => string][] = [
  [
    /redirect_uri_mismatch|invalid_redirect_uri|redirect_uri did not match/i,
    (redirectUri) => `register ${redirectUri} there as redirect URL`,
  ],
  [
    /invalid_client|unauthorized_client|deleted_client|disabled_client/,
    () => 'it does not know clientId of the registry',
  ],
  [/invalid_scope/, () => 'it does not know scope of the registry'],
]

/** @returns The fault, and its remedy. */
export async function pageFault(
  verifier: AppConfig['verifiers'][string],
  walletOrigin: string,
): Promise<string | undefined> {
  const redirectUri = `${walletOrigin}/login`
  const codeChallenge = createHash('sha256').update(randomId(32)).digest('base64url')
  const attempt = { state: randomId(16), nonce: randomId(32), codeChallenge }
  const cookies = new Map<string, Map<string, string>>()
  let url = providerUrl(verifier, attempt, redirectUri, { scope: verifier.scope })
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      if (url.startsWith(`${redirectUri}?`)) return answerFault(new URL(url), redirectUri)
      const { host } = new URL(url)
      const own = cookies.get(host) ?? new Map<string, string>()
      cookies.set(host, own)
      const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await askFor(url, { accept: 'text/html', ...(cookie && { cookie }) })
      for (const set of answer.headers.getSetCookie()) {
        const [, name, value] = set.match(/^([^=;]+)=([^;]*)/) ?? []
        if (name) own.set(name, value!)
      }
      const next = answer.headers.get('location')
      if (answer.status < 300 || answer.status > 399 || !next)
        return await shownFault(answer, redirectUri)
      url = new URL(next, url).href
    }
  } catch (error) {
    return whyNoAnswer(error)
  }
  return `sends on more than ${MAX_REDIRECTS} times: see to authorizationEndpoint of the registry`
}

/** The provider sent the person back at once, usually with an error. */
function answerFault({ searchParams }: URL, redirectUri: string): string | undefined {
  const error = searchParams.get('error')
  return error === null
    ? undefined
    : inWords(error, `sends people back with ${error.slice(0, 64)}`, redirectUri)
}

async function shownFault(answer: Response, redirectUri: string): Promise<string | undefined> {
  const text = (await answer.text()).slice(0, MAX_PAGE)
  const isPage = (answer.headers.get('content-type') ?? '').includes('html')
  const code = ERRORS.map(([pattern]) => pattern.exec(text)?.[0]).find((found) => found)
  if (code) return inWords(code, `shows ${code}`, redirectUri)
  if (answer.status >= 400) {
    return `answers ${answer.status}: see to redirect URL ${redirectUri} and client id there, and authorizationEndpoint of the registry`
  }
  return isPage ? undefined : 'shows no page: see to authorizationEndpoint of the registry'
}

function inWords(code: string, what: string, redirectUri: string): string {
  const advice = ERRORS.find(([pattern]) => pattern.test(code))?.[1]
  return advice ? `${what}: ${advice(redirectUri)}` : `${what}: see its settings there`
}
