/** Whether a person has their recovery phrase: nobody else can give it to them later. */
import * as z from 'zod/mini'

import { Address } from '../protocol/messages.js'

const ITEM = 'wallet-embed:backed-up'
const Addresses = z.array(Address)

/** Accounts whose owner does not want to be reminded again while this document lives. */
const postponed = new Set<string>()

/** @returns Whether the owner of an account is still to be asked to save the phrase. */
export const isBackupDue = (address: string): boolean =>
  !postponed.has(address) && !load().some((saved) => saved === address)

/** Not now: the next visit asks again. */
export const postponeBackup = (address: string): void => void postponed.add(address)

/** The person says that they have it. Kept on this device as long as the browser keeps anything. */
export function finishBackup(address: `0x${string}`): void {
  postponed.add(address)
  try {
    localStorage.setItem(ITEM, JSON.stringify([...new Set([...load(), address])]))
  } catch {
    // Storage is denied: the next visit asks again.
  }
}

function load(): `0x${string}`[] {
  try {
    const parsed = Addresses.safeParse(JSON.parse(localStorage.getItem(ITEM) ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}
