/** A package-lock.json of a part of the repository's own: the same versions in the same places. */

interface Entry {
  version: string
  license?: string | undefined
  integrity?: string | undefined
  dev?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string> | undefined
}

export type Lock = Record<string, Entry>
export type Overrides = Record<string, string | Record<string, string>>

/**
 * @param dependencies - Of the package that is installed.
 * @param lock - `packages` of package-lock.json.
 * @param overrides - package.json's. npm applies them in the root project only, so here they are written into the
 *   dependents.
 * @throws {Error} If the lock lacks a dependency.
 */
export function lockedFor(
  dependencies: Record<string, string>,
  lock: Lock,
  overrides: Overrides = {},
): Lock {
  const found: Lock = {}
  const add = (name: string, from: string, isOptional = false) => {
    const path = placeOf(name, from, lock)
    if (!path && isOptional) return
    if (!path) throw new Error(`package-lock.json has no ${name} for ${from || 'the package'}.`)
    if (found[path]) return
    const { dev: _, devOptional: __, ...entry } = lock[path]!
    found[path] = overridden(nameOf(path), entry, overrides)
    for (const one of Object.keys(entry.dependencies ?? {})) add(one, path)
    for (const one of Object.keys(entry.optionalDependencies ?? {})) add(one, path, true)
  }
  for (const name of Object.keys(dependencies)) add(name, '')
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Finds a package as Node does: in the nearest `node_modules` upwards. */
function placeOf(name: string, from: string, lock: Lock): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at && `${at}/`}node_modules/${name}`
    if (lock[path]) return path
    if (!at) return undefined
  }
}

export const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function overridden(name: string, entry: Entry, overrides: Overrides): Entry {
  const changes = overrides[name]
  if (typeof changes !== 'object') return entry
  const dependencies = Object.entries(entry.dependencies ?? {}).map(([one, range]) => {
    return [one, changes[one] ?? range]
  })
  return { ...entry, dependencies: Object.fromEntries(dependencies) }
}
