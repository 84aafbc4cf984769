/** Whether a person has their recovery phrase: nobody else can give it to them later. Where storage is denied each visit asks. */
import * as z from 'zod/mini'

import { Address } from '../../protocol/messages.js'
import { readItem, writeItem } from '../support/storage.js'

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
  writeItem(ITEM, [...new Set([...saved(), address])])
}

/** @returns Whether a screen of its own asks the owner of an account to save the phrase: somebody new. */
export function isOnboardingDue(address: `0x${string}`): boolean {
  const { [address]: time = Number.NEGATIVE_INFINITY } = readItem(ONBOARDED, Times) ?? {}
  return !asked.has(address) && !isSaved(address) && Date.now() - time > ASK_AGAIN
}

/** They were asked, whatever they said. */
export function noteOnboarding(address: `0x${string}`): void {
  asked.add(address)
  writeItem(ONBOARDED, { ...readItem(ONBOARDED, Times), [address]: Date.now() })
}

const saved = () => readItem(ITEM, Addresses) ?? []

/** @returns Whether they said that they have it. */
export const isSaved = (address: string): boolean => saved().some((one) => one === address)
