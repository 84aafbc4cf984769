/** A provider's public keys: fetched when needed, and kept while the provider gives no others. */
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JSONWebKeySet,
} from 'jose'
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { tracedFetch } from '../trace/outgoing.js'
import { faultOfKey } from './key-strength.js'

/** Milliseconds to wait for a provider's keys. */
const TIMEOUT = 5_000
/** Milliseconds between fetches caused by tokens with an unknown key or a wrong signature. */
export const COOLDOWN = 30_000
/** Milliseconds that keys are used without asking again. */
export const MAX_AGE = 600_000
/** Milliseconds for which old keys are used while the provider gives none. Limited, since it may have withdrawn one. */
export const MAX_STALE = 3_600_000
/** Milliseconds before a provider without any keys is asked again. */
const PAUSE = 5_000
/** Bytes: large tenants have some hundred keys with certificates. */
const MAX_BYTES = 512 * 1024

export type ProviderKeys = ReturnType<typeof createRemoteJWKSet>

/**
 * The keys at a `jwksUri`. An unknown key causes a new fetch, but only once in a while: providers can change keys at
 * any time, and bad tokens cannot make us send many requests.
 */
export function createProviderKeys(jwksUri: string): ProviderKeys {
  return createRemoteJWKSet(new URL(jwksUri), {
    timeoutDuration: TIMEOUT,
    cooldownDuration: COOLDOWN,
    cacheMaxAge: MAX_AGE,
    [customFetch]: keeping(),
  })
}

/** Fetches keys, and uses the last ones while the provider fails. */
function keeping(): FetchImplementation {
  let kept: (JSONWebKeySet & { since: number }) | undefined
  let pausedUntil = 0
  return async (url, options) => {
    if (Date.now() < pausedUntil) throw unavailable()
    try {
      const { keys } = await fetchKeys(url, options)
      kept = { keys, since: Date.now() }
    } catch {
      if (!kept || Date.now() > kept.since + MAX_STALE) {
        kept = undefined
        pausedUntil = Date.now() + PAUSE
        throw unavailable()
      }
    }
    return Response.json({ keys: kept.keys })
  }
}

/** Unchecked items: a set may have keys of unknown types (RFC 7517, section 5). */
const KeySet = z.object({ keys: z.array(z.unknown()) })

export interface FetchedKeys extends JSONWebKeySet {
  /** The faults of the keys that were left out. */
  faults: string[]
}

/**
 * Fetches a key set without its unusable keys: a weak key is not used, and does not affect the others.
 *
 * @throws {Error} With a text for the operator: what the provider did instead.
 */
export async function fetchKeys(url: string, options: RequestInit): Promise<FetchedKeys> {
  const response = await tracedFetch(url, options)
  if (response.status !== 200) throw new Error(`answers ${response.status}, expected 200`)
  const found = KeySet.safeParse(JSON.parse(await readText(response)))
  if (!found.data) throw new errors.JWKSInvalid('is no set of keys')
  const judged = found.data.keys.map((key) => ({ key, fault: faultOfKey(key) }))
  const good = judged.filter(({ fault }) => !fault)
  const faults = judged.flatMap(({ fault }) => fault ?? [])
  return { keys: good.map(({ key }) => key as JSONWebKeySet['keys'][number]), faults }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length
    if (size > MAX_BYTES) throw new errors.JWKSInvalid(`is larger than ${MAX_BYTES} bytes`)
    text += decoder.decode(chunk as Uint8Array, { stream: true })
  }
  return text
}

const unavailable = () =>
  new WalletError('SERVICE_UNAVAILABLE', "The identity provider's keys cannot be had.")
