import * as z from 'zod/mini'

import { Offering } from '../../protocol/files/descriptors.js'
import { Listing } from '../../protocol/files/token-lists.js'
import type { Registry } from '../../protocol/registry.js'
import { approvalsOf, originsOf } from '../../protocol/registry.js'
import {
  AppConfig,
  type ChainConfig,
  type KeyNetwork,
  type Presentation,
} from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { checkNetwork } from '../keys/shares.js'
import { parse } from '../platform/files.js'
import { aggregateOf } from '../registry/registry.js'

/** The complete `config.json`. The wallet app reads the parts beyond `AppConfig` only when it needs them. */
export const ServedConfig = z.extend(AppConfig, { ...Offering.shape, ...Listing.shape })
export type ServedConfig = z.infer<typeof ServedConfig>

export interface AppConfigParts extends Presentation {
  registry: Registry
  keyNetwork: KeyNetwork
  /** URL of the login service. */
  loginService: string
  chains: ChainConfig[]
  /** Builds of the wallet app before this one do not start. */
  oldestVersion?: string
  /** Whether the login service keeps blobs of people. */
  sync?: boolean
  /** Hash of the index of the operator's descriptors. */
  descriptors?: string
  /** Files of the operator's token lists. */
  tokenLists?: string[]
}

/**
 * The public configuration: from the registry only what a login needs.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export function buildAppConfig({ registry, ...parts }: AppConfigParts): ServedConfig {
  checkNetwork(parts.keyNetwork)
  return parse(ServedConfig, { ...parts, ...publicPart(registry) }, 'INVALID_ARGUMENT')
}

/**
 * A different group key changes every key: all wallets would be empty, and the old ones out of reach.
 *
 * @param way - How to force it.
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export function checkSameKey(before: KeyNetwork, after: KeyNetwork, way: string): void {
  if (before.groupKey === after.groupKey) return
  const detail = `The group key was ${before.groupKey} and would be ${after.groupKey}: every person would have another, empty wallet. If nobody has one yet: ${way}.`
  throw new WalletError('INVALID_ARGUMENT', detail)
}

/** The claim of the wallet's own pages, which need every verifier: people sign in there whichever they use. */
export const OWN_PAGE = ''

/**
 * The part of the configuration that one page needs: of the embedders only itself, and only its own verifiers. There
 * may be a thousand others.
 */
export function configFor(config: ServedConfig, registry: Registry, page: string): ServedConfig {
  const { embedders = [], approvals = {}, verifiers } = config
  const isItsOwn = (origin: string) => origin === page || origin === '*'
  const isForIt = (name: string) => registry.verifiers[name]?.origins?.includes(page) ?? true
  return {
    ...config,
    embedders: embedders.filter(isItsOwn),
    approvals: pick(approvals, isItsOwn),
    verifiers: page === OWN_PAGE ? verifiers : pick(verifiers, isForIt),
  }
}

const pick = <T>(all: Record<string, T>, isPicked: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => isPicked(name)))

/** The public part of a registry. */
export function publicPart(
  registry: Registry,
): Pick<AppConfig, 'verifiers' | 'embedders' | 'approvals'> {
  const verifiers = Object.entries(registry.verifiers).map(([name, verifier]) => [
    name,
    { ...verifier, aggregate: aggregateOf(registry, name) },
  ])
  return {
    verifiers: Object.fromEntries(verifiers),
    embedders: originsOf(registry),
    approvals: approvalsOf(registry),
  }
}
