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

/** @returns The stored value, if it has the expected form. */
export function readItem<T extends z.ZodMiniType>(
  name: string,
  schema: T,
  isLasting = true,
): z.output<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(openStorage(isLasting)?.getItem(name) ?? 'null')).data
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
