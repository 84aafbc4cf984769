/**
 * The passkeys that this browser knows, with the secrets that they wrap. Only the wallet's own windows can read it:
 * frames have partitioned storage. Without its passkey an entry opens nothing.
 */
import * as z from 'zod/mini'

import type { LoginRequest } from '../../../protocol/login.js'
import { Address } from '../../../protocol/messages.js'
import { fromBase64Url, toBase64Url } from '../../../shared/encoding.js'
import { UserInfo } from '../../session/session.js'
import { readItem, writeItem } from '../../support/storage.js'
import { discard } from './discard.js'

const ITEM = 'wallet-embed:passkeys'
/** Milliseconds after which an unused passkey is forgotten: 90 days. */
const KEPT = 90 * 86_400_000

const KnownPasskey = z.object({
  /** base64url. */
  id: z.string(),
  kind: z.enum(['account', 'device']),
  address: Address,
  userInfo: UserInfo,
  /** The wallet's secret; null where the passkey is the account. */
  wrapped: z.nullable(z.object({ version: z.literal(1), iv: z.string(), data: z.string() })),
  /** Client ids of the applications that may log in with it alone. */
  applications: z.array(z.string()),
  /** Unix times in milliseconds. */
  created: z.number(),
  used: z.number(),
})
export type KnownPasskey = z.output<typeof KnownPasskey>

const Stored = z.object({
  /** Each a `KnownPasskey`, or of a later build. */
  passkeys: z.array(z.unknown()),
  /** Accounts whose owner declined a passkey on this device. */
  declined: z.array(z.string()),
})
interface Kept extends z.output<typeof Stored> {
  passkeys: KnownPasskey[]
}
type LogoutNote = Pick<LoginRequest, 'clientId' | 'fastLogin' | 'lastLogout'>

export const knownPasskeys = (): KnownPasskey[] => load().passkeys

export const findPasskey = (credentialId: Uint8Array): KnownPasskey | undefined =>
  knownPasskeys().find(({ id }) => id === toBase64Url(credentialId))

/** Raw ids of the passkeys that can log in to an application. */
export const passkeysFor = (clientId: string): Uint8Array[] =>
  knownPasskeys()
    .filter(({ applications }) => applications.includes(clientId))
    .map(({ id }) => fromBase64Url(id))

/**
 * Stores a passkey, replacing its old entry; one that wraps an account replaces that account's earlier one.
 *
 * @returns Whether it was stored: the browser may deny storage.
 */
export function keepPasskey(
  passkey: Pick<KnownPasskey, 'kind' | 'address' | 'userInfo' | 'wrapped'> & {
    credentialId: Uint8Array
  },
): boolean {
  const { credentialId, ...rest } = passkey
  const id = toBase64Url(credentialId)
  const { passkeys, declined } = load()
  const before = passkeys.find((one) => one.id === id)
  const isReplaced = (one: KnownPasskey) =>
    one.id === id ||
    (rest.kind === 'device' && one.kind === 'device' && one.address === rest.address)
  const applications = passkeys.filter(isReplaced).flatMap((one) => one.applications)
  const now = Date.now()
  const kept = { ...rest, id, applications, created: before?.created ?? now, used: now }
  return save({ passkeys: [...passkeys.filter((one) => !isReplaced(one)), kept], declined })
}

/** Records a sign-in with the passkey. */
export function touchPasskey(credentialId: Uint8Array): void {
  change((one) => (one.id === toBase64Url(credentialId) ? { ...one, used: Date.now() } : one))
}

/**
 * An application logged this account in: from now on a passkey of the account will do for it.
 *
 * @returns Whether there is one.
 */
export function admit(address: string, clientId: string): boolean {
  change((one) =>
    one.address === address && !one.applications.includes(clientId)
      ? { ...one, applications: [...one.applications, clientId] }
      : one,
  )
  return knownPasskeys().some(
    (one) => one.address === address && one.applications.includes(clientId),
  )
}

/** The application logged out. Deletes a secret that no other application uses. */
export function dismiss(clientId: string): void {
  const { passkeys, declined } = load()
  const changed = passkeys.map((one) => ({
    ...one,
    applications: one.applications.filter((id) => id !== clientId),
  }))
  const isLeft = (one: KnownPasskey, at: number) =>
    one.kind === 'account' || one.applications.length > 0 || !passkeys[at]?.applications.length
  save({ passkeys: changed.filter(isLeft), declined })
}

/**
 * Takes note of a plain logout that an application tells of with its next login.
 *
 * @param isKnown - Whether the page is verified: any site can make up a request in the application's name.
 * @returns Whether a passkey alone may log in.
 */
export function mayLoginFast(
  { clientId, fastLogin = false, lastLogout }: LogoutNote,
  isKnown: boolean,
): boolean {
  const hasLoggedOut = lastLogout === 'plain'
  if (hasLoggedOut && isKnown) dismiss(clientId)
  return fastLogin && !hasLoggedOut
}

/** @param id - base64url. */
export function forgetPasskey(id: string): void {
  const { passkeys, declined } = load()
  save({ passkeys: passkeys.filter((one) => one.id !== id), declined })
}

export const hasDeclined = (address: string): boolean => load().declined.includes(address)

export function decline(address: string): void {
  const { passkeys, declined } = load()
  save({ passkeys, declined: [...new Set([...declined, address])] })
}

function change(act: (passkey: KnownPasskey) => KnownPasskey): void {
  const { passkeys, declined } = load()
  save({ passkeys: passkeys.map(act), declined })
}

/** @returns Those that this build can read, and the others. */
function read(): Kept & { later: unknown[] } {
  const { passkeys: all, declined } = readItem(ITEM, Stored) ?? { passkeys: [], declined: [] }
  const passkeys = all.flatMap((one) => KnownPasskey.safeParse(one).data ?? [])
  const later = all.filter((one) => !KnownPasskey.safeParse(one).success)
  return { passkeys, declined, later }
}

function load(): Kept {
  const { passkeys, declined } = read()
  const oldest = Date.now() - KEPT
  const stored = { passkeys: passkeys.filter(({ used }) => used > oldest), declined }
  if (stored.passkeys.length < passkeys.length) save(stored)
  return stored
}

/** Discards the passkeys that go: without its entry, one that wraps an account opens nothing. */
function save({ passkeys, declined }: Kept): boolean {
  const { passkeys: before, later } = read()
  const gone = before.filter(({ id }) => !passkeys.some((one) => one.id === id))
  const all = [...passkeys, ...later]
  const isEmpty = !all.length && !declined.length
  if (!writeItem(ITEM, isEmpty ? undefined : { passkeys: all, declined })) return false
  // One that is the account stays on the device: other devices may use it.
  for (const { id, kind } of gone) if (kind === 'device') void discard(id)
  return true
}
