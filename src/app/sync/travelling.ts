/** The kinds of data that sync between devices, and where this device keeps each. */
import * as z from 'zod/mini'

import { AddedChain } from '../../chain/networks/networks.js'
import { keepAccounts, keptAccounts, MAX_ACCOUNTS, MAX_NAME } from '../session/accounts.js'
import { finishBackup, isSaved } from '../session/backup.js'
import { Assets, KeptAsset, keptAssetKey } from '../stores/assets.js'
import { Contact, Contacts } from '../stores/contacts.js'
import { KnownSession, KnownSessions, sessionKey } from '../stores/known-sessions.js'
import { OwnNetworks } from '../stores/own-networks.js'
import { PastSent, PastSentList } from '../stores/past-sent.js'
import { keepSeenAccounts, seenAccounts } from '../stores/seen-accounts.js'
import { loadPreference, type Preference, savePreference } from '../support/preferences.js'
import { kindOf, type Values } from './records.js'

type First = `0x${string}`
type Changes = Map<string, unknown>

interface Kind {
  /**
   * Values by the part of the record's name after the kind. Undefined if this device has none yet: then a missing value
   * does not count as removed.
   */
  read(first: First): [string, unknown][] | undefined
  /** @param changes - From a different device; null: removed. What has an unknown form is left out. */
  write(first: First, changes: Changes): void
}

const Index = z.int().check(z.gte(0), z.lt(MAX_ACCOUNTS))
const SETTINGS: readonly Preference[] = ['language', 'theme', 'currency']

/** A list of which each entry is a record. */
const keyed = <T>(
  listOf: (first: First) => {
    kept: T[] | undefined
    whole: T[] | undefined
    keep(all: readonly T[]): void
  },
  schema: z.ZodMiniType<T>,
  keyOf: (one: T) => string,
): Kind => ({
  read: (first) => listOf(first).whole?.map((one) => [keyOf(one), one]),
  write(first, changes) {
    const list = listOf(first)
    const kept = new Map((list.kept ?? []).map((one) => [keyOf(one), one]))
    for (const [key, value] of changes) {
      const one = schema.safeParse(value).data
      if (value === null) kept.delete(key)
      else if (one && keyOf(one) === key) kept.set(key, one)
    }
    list.keep([...kept.values()])
  },
})

const KINDS: Record<string, Kind> = {
  /** Number of accounts. It only grows. */
  accounts: {
    read(first) {
      const { count = 1 } = keptAccounts(first) ?? {}
      return count > 1 ? [['', count]] : undefined
    },
    write(first, changes) {
      const told = z.int().check(z.gt(1)).safeParse(changes.get('')).data ?? 1
      const count = Math.min(told, MAX_ACCOUNTS)
      if (count > (keptAccounts(first)?.count ?? 1)) keepAccounts(first, { count })
    },
  },
  /** Names of accounts, by index. */
  name: {
    read(first) {
      const kept = keptAccounts(first)
      return kept && Object.entries(kept.names).filter(([, name]) => name)
    },
    write(first, changes) {
      const names = { ...keptAccounts(first)?.names }
      for (const [index, value] of changes) {
        const name = z
          .string()
          .check(z.maxLength(MAX_NAME))
          .safeParse(value ?? '').data
        if (name !== undefined && Index.safeParse(Number(index)).success) names[index] = name
      }
      keepAccounts(first, { names })
    },
  },
  contact: keyed(
    (first) => new Contacts(first),
    Contact,
    ({ address }) => address.toLowerCase(),
  ),
  /**
   * Added tokens, without their pictures: a site chose a picture's URL, and could follow the person to other sites by
   * it.
   */
  token: {
    read: (first) =>
      new Assets(first).whole?.map(({ image: _, ...asset }) => [keptAssetKey(asset), asset]),
    write(first, changes) {
      const assets = new Assets(first)
      const kept = new Map((assets.kept ?? []).map((asset) => [keptAssetKey(asset), asset]))
      for (const [key, value] of changes) {
        const asset = KeptAsset.safeParse(value).data
        if (value === null) kept.delete(key)
        else if (asset && keptAssetKey(asset) === key) {
          const image = kept.get(key)?.image
          kept.set(key, { ...asset, image })
        }
      }
      assets.keep([...kept.values()])
    },
  },
  /** Networks arrive as suggestions: a network can lie, so the person adds each by a press. */
  network: keyed(
    (first) => new OwnNetworks(first),
    AddedChain,
    ({ chainId }) => `${chainId}`,
  ),
  /** The accounts that a site saw last, by origin. */
  site: {
    read: (first) => Object.entries(seenAccounts(first) ?? {}),
    write(first, changes) {
      const seen = { ...seenAccounts(first) }
      for (const [site, value] of changes) {
        const indices = z.array(Index).safeParse(value).data
        if (indices) seen[site] = indices
      }
      keepSeenAccounts(first, seen)
    },
  },
  /** The person's sessions. */
  session: keyed((first) => new KnownSessions(first), KnownSession, sessionKey),
  /** The latest transactions. They are never removed, only replaced by later ones. */
  sent: keyed(
    (first) => new PastSentList(first),
    PastSent,
    ({ hash }) => hash,
  ),
  /** Whether the recovery phrase was saved. Never reset. */
  saved: {
    read: (first) => (isSaved(first) ? [['', true]] : undefined),
    write(first, changes) {
      if (changes.get('') === true && !isSaved(first)) finishBackup(first)
    },
  },
  /** Settings are kept for the browser. Those that a different person chose here do not sync. */
  setting: {
    read: (first) =>
      loadPreference('settings-of') === first
        ? SETTINGS.flatMap((name) => {
            const value = loadPreference(name)
            return value ? [[name, value] as [string, unknown]] : []
          })
        : undefined,
    write(_, changes) {
      for (const name of SETTINGS) {
        const value = changes.get(name)
        if (typeof value === 'string') savePreference(name, value)
        else if (value === null) savePreference(name, undefined)
      }
    },
  },
}

/** @returns What is here, and the kinds of which something may be missing because it was removed. */
export function readHere(first: First): { values: Values; kinds: ReadonlySet<string> } {
  const values = new Map<string, unknown>()
  const kinds = new Set<string>()
  for (const [kind, { read }] of Object.entries(KINDS)) {
    const found = read(first)
    if (found) kinds.add(kind)
    for (const [rest, value] of found ?? []) values.set(`${kind}:${rest}`, value)
  }
  return { values, kinds }
}

/**
 * Writes changes from other devices. The browser's settings then belong to this person. @param changes - By record
 * name; null: removed.
 */
export function writeHere(first: First, changes: Values): void {
  for (const [kind, { write }] of Object.entries(KINDS)) {
    const own = [...changes].filter(([name]) => kindOf(name) === kind)
    const byRest = new Map(own.map(([name, value]) => [name.slice(kind.length + 1), value]))
    if (byRest.size) write(first, byRest)
  }
  savePreference('settings-of', first)
}
