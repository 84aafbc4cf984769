/**
 * Whether the person saved their recovery phrase: it cannot be given to them later. Where storage is denied each visit
 * asks.
 */
import * as z from 'zod/mini'

import { Address } from '../../protocol/messages.js'
import { readItem, writeItem } from '../support/storage.js'

const ITEM = 'wallet-embed:backed-up'
const ONBOARDED = 'wallet-embed:onboarded'
/** Milliseconds after which a person who has saved nothing gets the full-screen reminder again: 30 days. */
const ASK_AGAIN = 30 * 86_400_000
const Addresses = z.array(Address)
/** When each account's owner was asked: Unix times in milliseconds. */
const Times = z.record(Address, z.number())

/** Accounts whose owner postponed the reminder in this document. */
const postponed = new Set<string>()
/** Accounts whose owner this document has already asked. */
const asked = new Set<string>()

/** @returns Whether the owner of an account is still to be asked to save the phrase. */
export const isBackupDue = (address: string): boolean =>
  !postponed.has(address) && !isSaved(address)

/** Postpones the reminder to the next visit. */
export const postponeBackup = (address: string): void => void postponed.add(address)

/** The person says that the phrase is saved. Kept in this browser until its storage is cleared. */
export function finishBackup(address: `0x${string}`): void {
  postponed.add(address)
  writeItem(ITEM, [...new Set([...saved(), address])])
}

/** @returns Whether to show the full-screen reminder to save the phrase. */
export function isOnboardingDue(address: `0x${string}`): boolean {
  const { [address]: time = Number.NEGATIVE_INFINITY } = readItem(ONBOARDED, Times) ?? {}
  return !asked.has(address) && !isSaved(address) && Date.now() - time > ASK_AGAIN
}

/** Notes that they were asked, regardless of the answer. */
export function noteOnboarding(address: `0x${string}`): void {
  asked.add(address)
  writeItem(ONBOARDED, { ...readItem(ONBOARDED, Times), [address]: Date.now() })
}

const saved = () => readItem(ITEM, Addresses) ?? []

/** @returns Whether they said that they have it. */
export const isSaved = (address: string): boolean => saved().some((one) => one === address)
