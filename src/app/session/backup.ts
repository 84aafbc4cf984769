/** Whether a person has their recovery phrase: nobody else can give it to them later. */
import * as z from 'zod/mini'

import { Address } from '../../protocol/messages.js'

const ITEM = 'wallet-embed:backed-up'
const ONBOARDED = 'wallet-embed:onboarded'
/** Milliseconds after which who has saved nothing is asked with a screen of its own again: 30 days. */
const ASK_AGAIN = 30 * 86_400_000
const Addresses = z.array(Address)
/** When each account's owner was asked: Unix times in milliseconds. */
const Times = z.record(Address, z.number())

/** Accounts whose owner does not want to be reminded again while this document lives. */
const postponed = new Set<string>()
/** Accounts whose owner was asked in this document. */
const asked = new Set<string>()

/** @returns Whether the owner of an account is still to be asked to save the phrase. */
export const isBackupDue = (address: string): boolean =>
  !postponed.has(address) && !isSaved(address)

/** Not now: the next visit asks again. */
export const postponeBackup = (address: string): void => void postponed.add(address)

/** The person says that they have it. Kept on this device as long as the browser keeps anything. */
export function finishBackup(address: `0x${string}`): void {
  postponed.add(address)
  keep(ITEM, [...new Set([...saved(), address])])
}

/** @returns Whether a screen of its own asks the owner of an account to save the phrase: somebody new. */
export function isOnboardingDue(address: `0x${string}`): boolean {
  const { [address]: time = Number.NEGATIVE_INFINITY } = read(ONBOARDED, Times) ?? {}
  return !asked.has(address) && !isSaved(address) && Date.now() - time > ASK_AGAIN
}

/** They were asked, whatever they said. */
export function noteOnboarding(address: `0x${string}`): void {
  asked.add(address)
  keep(ONBOARDED, { ...read(ONBOARDED, Times), [address]: Date.now() })
}

const saved = () => read(ITEM, Addresses) ?? []

const isSaved = (address: string): boolean => saved().some((one) => one === address)

function read<T extends z.ZodMiniType>(item: string, schema: T): z.output<T> | undefined {
  try {
    return z.safeParse(schema, JSON.parse(localStorage.getItem(item) ?? '')).data
  } catch {
    return undefined
  }
}

function keep(item: string, value: unknown): void {
  try {
    localStorage.setItem(item, JSON.stringify(value))
  } catch {
    // Storage is denied: the next visit asks again.
  }
}
