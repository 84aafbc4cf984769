/** Edits to the registry's file for one application, field by field, so that unknown fields stay. */
import { isDeepStrictEqual } from 'node:util'

import type { ApplicationFields } from '../../protocol/dashboard.js'
import { approvalsOf, originsOf } from '../../protocol/registry.js'
import { addApplication } from '../registry/entries.js'
import type { Edit, RegistryText } from '../registry/registry-file.js'

type Plain = Record<string, unknown>

/** A new application. */
export function newApplicationEdits(
  before: RegistryText,
  id: string,
  { approvals, ...given }: ApplicationFields,
): Edit[] {
  const { redirectUrls, permissions, logo, ...rest } = given
  const value = {
    ...{ name: rest.name, ...(logo && { logo }), origins: rest.origins },
    ...(redirectUrls.length && { redirectUrls }),
    ...(permissions.length && { permissions }),
  }
  return [addApplication(id, value), ...approvalEdits(before, id, given.origins, approvals)]
}

export function applicationEdits(
  before: RegistryText,
  id: string,
  { approvals, ...given }: ApplicationFields,
): Edit[] {
  const path = ['applications', id]
  const { logo, redirectUrls, permissions, name, origins } = given
  const wanted = { name, logo, origins, redirectUrls, permissions }
  return [
    ...fieldEdits(path, JSON.parse(before.text).applications[id], wanted),
    ...approvalEdits(before, id, given.origins, approvals),
  ]
}

export function removeApplicationEdits(before: RegistryText, id: string): Edit[] {
  return [{ op: 'remove', path: ['applications', id] }, ...approvalEdits(before, id, [], {})]
}

/** Puts the wanted values into an object of the file. Undefined and an empty list stand for a field that is not there. */
export function fieldEdits(path: readonly string[], raw: Plain, wanted: Plain): Edit[] {
  return Object.entries(wanted).flatMap(([name, value]): Edit[] => {
    const isThere = Object.hasOwn(raw, name)
    const isNothing = value === undefined || (Array.isArray(value) && !value.length)
    if (isNothing) return isThere ? [{ op: 'remove', path: [...path, name] }] : []
    if (!isThere) return [{ op: 'add', path, name, value }]
    return isDeepStrictEqual(raw[name], value)
      ? []
      : [{ op: 'replace', path: [...path, name], value }]
  })
}

/** Edits to the origins that may embed the wallet, and to where people approve there. */
function approvalEdits(
  { registry, text }: RegistryText,
  id: string,
  origins: readonly string[],
  approved: ApplicationFields['approvals'],
): Edit[] {
  // Drop settings of origins that were removed.
  const wanted = Object.fromEntries(
    Object.entries(approved).filter(([origin]) => origins.includes(origin)),
  )
  const listed = originsOf(registry)
  const approvals = approvalsOf(registry)
  const { [id]: own, ...others } = registry.applications
  const shared = new Set(Object.values(others).flatMap((one) => one.origins))
  // An origin that the application did not have may be listed by itself, and stays so.
  const gone = new Set(own?.origins)
  const path = ['embedders']
  const added = Object.entries(wanted)
    .filter(([origin]) => !listed.includes(origin))
    .map(([origin, where]) => entryOf(origin, where))
  if (!Object.hasOwn(JSON.parse(text), 'embedders')) {
    return added.length ? [{ op: 'add', path: [], name: 'embedders', value: added }] : []
  }
  const changed = listed.map((origin, at): Edit | undefined => {
    const where = Object.hasOwn(wanted, origin) ? wanted[origin] : undefined
    if (where) {
      const value = entryOf(origin, where)
      return where === approvals[origin] ? undefined : { op: 'replace', path: [...path, at], value }
    }
    const isOurs = gone.has(origin) && !shared.has(origin)
    return isOurs ? { op: 'remove', path: [...path, at] } : undefined
  })
  // From the end, since removing an item moves those after it.
  return [
    ...added.map((value): Edit => ({ op: 'add', path, value })),
    ...changed.filter((edit) => edit !== undefined).reverse(),
  ]
}

const entryOf = (origin: string, approvals: 'page' | 'window'): unknown =>
  approvals === 'page' ? origin : { origin, approvals }
