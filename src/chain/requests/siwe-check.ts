/** A sign-in message held against who really asks, for which account, where and when. */
import type { Chain } from '../networks/networks.js'
import type { Siwe, SiweHead } from './siwe.js'

/** Milliseconds that clocks may be apart. */
const CLOCKS = 5 * 60_000
/** An extension of EIP-4361 (EIP-5573): what the signature allows the site to do. */
const RECAP = 'urn:recap:'
/** Lines of a recap that are read. */
const MAX_ABILITIES = 50

/** The site that asks, and its context. */
export interface SignInScene {
  /** Verified origin of the site. */
  site: string
  account: string
  chain: Chain
  now: Date
}

/**
 * The faults of a sign-in. `domain`: it is for a different site. `scheme`: for the same name with a different scheme.
 * `local`: for a different site, requested by a page on this computer.
 */
export type SignInProblem =
  | 'domain'
  | 'local'
  | 'scheme'
  | 'address'
  | 'checksum'
  | 'chain'
  | 'expired'
  | 'not yet'
  | 'future'
  | 'uri'

/** A readable permission of a resource: the action, and its target. */
export interface Ability {
  ability: string
  target: string
}

/** The problems of a sign-in, the worst first. */
export function checkSignIn(siwe: Siwe, scene: SignInScene): SignInProblem[] {
  const { address, expirationTime, notBefore, issuedAt } = siwe
  const { account, now, site } = scene
  const isOther = address.toLowerCase() !== account.toLowerCase()
  const found: (SignInProblem | false | undefined)[] = [
    checkDomain(siwe, site),
    isOther ? 'address' : address !== account && 'checksum',
    siwe.chainId.replace(/^0+(?=\d)/, '') !== String(scene.chain.chainId) && 'chain',
    expirationTime && expirationTime <= now && 'expired',
    notBefore && notBefore > now && 'not yet',
    issuedAt.getTime() > now.getTime() + CLOCKS && 'future',
    originOf(siwe.uri) !== site && 'uri',
  ]
  return found.filter((problem) => !!problem) as SignInProblem[]
}

/** Whether a sign-in is for the site that asks: scheme, host and port. */
export function checkDomain(
  { scheme, domain = '' }: SiweHead,
  site: string,
): SignInProblem | undefined {
  const { protocol, hostname, host } = new URL(site)
  // If the message has no scheme, the standard lets the wallet choose: https, or the site's scheme on this computer.
  const named = originOf(
    `${scheme ?? (isLocal(hostname) ? protocol.slice(0, -1) : 'https')}://${domain}`,
  )
  if (named === site) return undefined
  const isSameHost = named !== undefined && new URL(named).host === host
  if (isSameHost) return 'scheme'
  return isLocal(hostname) ? 'local' : 'domain'
}

/** The permissions in a recap resource; `undefined` for a resource of a different kind, or an unreadable one. */
export function readRecap(resource: string): Ability[] | undefined {
  if (!resource.startsWith(RECAP)) return undefined
  try {
    const text = atob(resource.slice(RECAP.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0))
    const { att } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as {
      att: Record<string, Record<string, unknown>>
    }
    const abilities = Object.entries(att).flatMap(([target, may]) =>
      Object.keys(may).map((ability) => ({ ability, target })),
    )
    return abilities.slice(0, MAX_ABILITIES)
  } catch {
    return undefined
  }
}

/** Origin of a URI; `undefined` if it has credentials or no origin. */
function originOf(uri: string): string | undefined {
  if (!URL.canParse(uri)) return undefined
  const { origin, username, password } = new URL(uri)
  return username || password || origin === 'null' ? undefined : origin
}

const isLocal = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost')
