/**
 * The pages that may show the wallet in a frame, as `frame-ancestors` of one answer. A page and its ancestors name
 * their origins in the URL. That is only a claim: it selects among the registered origins, and the browser holds the
 * real page to them. Listing all registered origins would exceed the header size that proxies accept.
 */
import { originsOf, type Registry } from '../../protocol/registry.js'

/** URL parameter of `/frame` and `/meet`: origin of the page, and of each page around it. */
const CLAIM = 'origin'
/** More than real pages nest. */
const MAX_CLAIMS = 10

interface Embedding {
  /** Value of `frame-ancestors`. */
  ancestors: string
  /** Why the wallet may not be framed. */
  refused?: string
}

export interface Ancestors {
  /** @param url - As it came: path and query. */
  of(url: string): Embedding
  /** Whether old page libraries, which do not name their page, work too: the header has room for all origins. */
  isForSilent: boolean
}

/** @param room - Characters that the list of all may have. */
export function createAncestors(registry: Pick<Registry, 'embedders'>, room: number): Ancestors {
  const origins = new Set(originsOf(registry))
  const all = [...origins].join(' ')
  const isForSilent = origins.has('*') || all.length <= room

  function embedding(url: string): Embedding {
    if (origins.has('*')) return { ancestors: '*' }
    const claims = claimsIn(url).slice(0, MAX_CLAIMS)
    const stranger = claims.find((claim) => !origins.has(claim))
    if (stranger !== undefined) {
      return nobody(`${stranger.slice(0, 100)} is not one of the registry's embedders`)
    }
    if (claims.length) return { ancestors: [...new Set(claims)].join(' ') }
    if (!isForSilent) return nobody('the page does not say who it is: its library is too old')
    return { ancestors: all || "'none'" }
  }
  return { of: embedding, isForSilent }
}

/** The claims as the frame's URL has them. */
export const claimsIn = (url: string): string[] =>
  new URLSearchParams(url.split('?').slice(1).join('?')).getAll(CLAIM)

const nobody = (refused: string): Embedding => ({ ancestors: "'none'", refused })
