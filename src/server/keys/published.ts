/** Whether a node's share belongs to the published network: wallets reject the answers of any other. */
import { setTimeout as sleep } from 'node:timers/promises'

import * as z from 'zod/mini'

import { KeyNetwork, type Share } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { parse, readJson } from '../platform/files.js'
import { type Clock, isUrl, othersOf } from './clock.js'

/** Milliseconds for the wallet app's host to answer. */
const TIMEOUT = 10_000
/** Milliseconds between comparisons: normally, and after a failure or a fault. */
const HOUR = 3_600_000
const MINUTE = 60_000

/** Either `network.json` or the wallet app's `config.json`. */
const Published = z.union([KeyNetwork, z.object({ keyNetwork: KeyNetwork })])

/** @param place - A file, or a URL. @throws {WalletError} `INVALID_ARGUMENT`, naming the place. */
export async function readPublished(place: string): Promise<KeyNetwork> {
  const found = isUrl(place)
    ? parse(Published, await fetchJson(place), 'INVALID_ARGUMENT', `${place}: `)
    : await readJson(place, Published)
  return 'keyNetwork' in found ? found.keyNetwork : found
}

/** Why a share does not belong to a network; undefined if it does. */
export function faultOf(share: Share, { groupKey, nodes }: KeyNetwork): string | undefined {
  if (groupKey !== share.groupKey) {
    return `its group key is ${share.groupKey}, and the network's ${groupKey}: another network`
  }
  const node = nodes.find(({ index }) => index === share.index)
  if (!node) return `share ${share.index} is no member of the network any more`
  if (node.publicKey === share.publicKey) return undefined
  return `share ${share.index} has public key ${share.publicKey}, and the network ${node.publicKey}: another generation`
}

export interface Watch {
  /** Why wallets reject this node's answers; undefined while that is not known. */
  fault(): string | undefined
  /** Time of the last comparison in seconds since 1970; undefined if there was none. */
  comparedAt(): number | undefined
  /** Looks now, such as for a new share. */
  look(): void
  close(): void
}

interface Looked {
  fault?: string | undefined
  /** The network could not be had. */
  failure?: string | undefined
}

/**
 * Compares at once and then every hour; sooner while something is wrong.
 *
 * @param onLooked - Called when a comparison has a new result.
 * @param clock - Compared with the clocks of the network.
 */
export function watchPublished(
  place: string,
  share: () => Share,
  onLooked: (looked: Looked) => void,
  clock?: Clock,
): Watch {
  const ended = new AbortController()
  let wake = new AbortController()
  let last: Looked | undefined
  let network: KeyNetwork | undefined
  let comparedAt: number | undefined
  const look = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      wake = new AbortController()
      const looked = await readPublished(place).then(
        (read): Looked => {
          network = read
          return { fault: faultOf(share(), read) }
        },
        // Keep the last result.
        (error): Looked => ({ fault: last?.fault, failure: textOf(error) }),
      )
      if (looked.fault !== last?.fault || looked.failure !== last?.failure || !last)
        onLooked(looked)
      last = looked
      if (!looked.failure) comparedAt = Date.now() / 1000
      if (network) await clock?.compare(othersOf(place, network, share().index))
      const pause = looked.fault || looked.failure || clock?.isOff ? MINUTE : HOUR
      const signal = AbortSignal.any([ended.signal, wake.signal])
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  void look()
  return {
    fault: () => last?.fault,
    comparedAt: () => comparedAt,
    look: () => wake.abort(),
    close: () => ended.abort(),
  }
}

/** @throws {WalletError} `INVALID_ARGUMENT`, naming the URL. */
export async function fetchJson(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) })
    if (answer.ok) return await answer.json()
    throw new WalletError('INVALID_ARGUMENT', `${url} answered ${answer.status}.`)
  } catch (error) {
    if (WalletError.is(error)) throw error
    const { message, cause } = error as Error
    const { code = message } = (cause ?? {}) as { code?: string }
    throw new WalletError('INVALID_ARGUMENT', `${url} cannot be read: ${code}.`)
  }
}

function textOf(error: unknown): string {
  const { detail, message } = WalletError.from(error)
  return detail ?? message
}
