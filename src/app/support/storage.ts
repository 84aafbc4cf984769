/** This origin's storage in the browser, as JSON. Where storage is denied it is empty and keeps nothing. */
import type * as z from 'zod/mini'

/** Session storage, or local storage if lasting. Even reading the property throws in a frame that is denied storage. */
export function openStorage(isLasting: boolean): Storage | undefined {
  try {
    return isLasting ? localStorage : sessionStorage
  } catch {
    return undefined
  }
}

/** Texts that the storage refused: kept as long as the page. Undefined: to be removed. */
const refused = new Map<string, string | undefined>()

/** A text in the storage that lasts; where it was refused, the one of this page. */
export function loadText(name: string): string | undefined {
  if (refused.has(name)) return refused.get(name)
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps it as long as the page where the storage refuses it. @param text - Nothing forgets it. */
export function saveText(name: string, text: string | undefined): void {
  refused.set(name, text)
  storeTexts()
}

/** Tries again to store refused texts. @returns Whether all are stored now. */
export function storeTexts(): boolean {
  for (const [name, text] of refused) {
    try {
      if (text === undefined) localStorage.removeItem(name)
      else localStorage.setItem(name, text)
      refused.delete(name)
    } catch {
      // Still denied, or full.
    }
  }
  return !refused.size
}

/** @returns The stored value, if it has the expected form. */
export function readItem<T extends z.ZodMiniType>(
  name: string,
  schema: T,
  isLasting = true,
): z.output<T> | undefined {
  try {
    const text = isLasting ? loadText(name) : openStorage(false)?.getItem(name)
    return schema.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}

/** The same, once. */
export function takeItem<T extends z.ZodMiniType>(
  name: string,
  schema: T,
  isLasting = true,
): z.output<T> | undefined {
  const value = readItem(name, schema, isLasting)
  return writeItem(name, undefined, isLasting) ? value : undefined
}

/** @param value - JSON; `undefined` forgets it. @returns Whether it is as told: not if storage is denied, or full. */
export function writeItem(name: string, value: unknown, isLasting = true): boolean {
  try {
    const storage = openStorage(isLasting)
    if (value === undefined) storage?.removeItem(name)
    else storage?.setItem(name, JSON.stringify(value))
    return !!storage
  } catch {
    return false
  }
}
