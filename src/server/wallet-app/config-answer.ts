/** `config.json` as bytes: made once for each page that it is for, and known by their hash. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type { Registry } from '../../protocol/registry.js'
import { configFor, OWN_PAGE, type ServedConfig } from './app-config.js'

const compress = promisify(gzip)

interface ConfigAnswer {
  text: string
  gzipped: Buffer
  /** `ETag`, so that a browser with these bytes downloads nothing. */
  tag: string
}

/** In place of a page that the registry does not list: all of them share one answer. */
const UNLISTED = 'null'

/**
 * @param page - Origin of the page that asks; empty: the wallet's own page. Without it all embedders are included, for
 *   comparison.
 * @param oldest - The version from which on builds count.
 */
export type ConfigAnswers = (page?: string, oldest?: string) => Promise<ConfigAnswer>

export function createConfigAnswers(config: ServedConfig, registry: Registry): ConfigAnswers {
  const own = Object.values(registry.verifiers).flatMap(({ origins = [] }) => origins)
  const listed = new Set([OWN_PAGE, ...(config.embedders ?? []), ...own])
  const made = new Map<string, Promise<ConfigAnswer>>()

  return (page, oldest) => {
    // So requests cannot fill the cache.
    const known = page === undefined || listed.has(page) ? page : UNLISTED
    const name = JSON.stringify([known, oldest])
    const answer = made.get(name) ?? answerOf(known, oldest)
    made.set(name, answer)
    return answer
  }

  async function answerOf(page: string | undefined, oldest: string | undefined) {
    const its = page === undefined ? config : configFor(config, registry, page)
    const text = JSON.stringify({ ...its, oldestVersion: oldest })
    const hash = createHash('sha256').update(text).digest('base64url')
    return { text, gzipped: await compress(text), tag: `W/"${hash}"` }
  }
}
