/**
 * The operator's descriptors. A question loads only the index and the files of its contracts, and each file is checked
 * against its hash.
 */
import type { Descriptor, Hex } from '../../chain/clear-signing/descriptor.js'
import { readTakenDescriptor } from '../../chain/clear-signing/read-descriptor.js'
import {
  DESCRIPTORS,
  DescriptorIndex,
  fileOf,
  indexKey,
  MAX_DESCRIPTOR,
  MAX_INDEX,
  Offering,
} from '../../protocol/files/descriptors.js'
import { toHex } from '../../shared/encoding.js'
import { ask } from '../support/http.js'
import { readAll } from './read-all.js'

/** Milliseconds that a file may take: a person waits for it. */
const TIMEOUT = 4_000

/** Kept for as long as the page is open. */
export class OfferedDescriptors {
  readonly #kept = new Map<string, Promise<readonly Descriptor[]>>()
  #index: Promise<DescriptorIndex> | undefined

  /**
   * Descriptors of a contract. Missing, invalid, too large or late files count as none.
   *
   * @returns It does not reject.
   */
  of(chainId: number, address: Hex): Promise<readonly Descriptor[]> {
    const key = indexKey(chainId, address)
    const known = this.#kept.get(key)
    if (known) return known
    const found = this.#find(key).catch((error: unknown) => {
      // For the operator. The files are loaded again for the next question.
      console.warn('wallet-embed: descriptors:', error)
      this.#kept.delete(key)
      return []
    })
    this.#kept.set(key, found)
    return found
  }

  async #find(key: string): Promise<readonly Descriptor[]> {
    this.#index ??= readIndex()
    const entries = await this.#index.catch((error: unknown) => {
      this.#index = undefined
      throw error
    })
    const hashes = Object.hasOwn(entries, key) ? entries[key]! : []
    return Promise.all(
      hashes.map(async (hash) => readTakenDescriptor(await readFile(hash, MAX_DESCRIPTOR))),
    )
  }
}

const offered = new OfferedDescriptors()

/** As `OfferedDescriptors.of`, shared by the whole page. */
export const descriptorsOf = (chainId: number, address: Hex): Promise<readonly Descriptor[]> =>
  offered.of(chainId, address)

async function readIndex(): Promise<DescriptorIndex> {
  const { descriptors } = await ask('/config.json', Offering, { timeout: TIMEOUT })
  return descriptors ? DescriptorIndex.parse(await readFile(descriptors, MAX_INDEX)) : {}
}

/** @throws {Error} Also if the file does not match the hash. */
async function readFile(hash: string, max: number): Promise<unknown> {
  const response = await fetch(`${DESCRIPTORS}${fileOf(hash)}`, {
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  if (!response.ok || !response.body) throw new Error(`${hash}: ${response.status}.`)
  const bytes = await readAll(response.body, max)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  if (toHex(digest) !== hash) throw new Error(`${hash}: another file has this name.`)
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}
