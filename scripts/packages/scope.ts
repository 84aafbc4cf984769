/**
 * Names of the packages in a registry. They need the publisher's scope, since the plain names may be registered by
 * others.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  /** Only in a lock: its packages by folder; '' is the package itself. */
  packages?: Record<string, { name?: string }>
}

/** npm's form of a scope, in lower case. */
export const isScope = (text: string): boolean => /^@[a-z0-9][a-z0-9._-]*$/.test(text)

/**
 * Renames built packages. Commands and imports keep their names: each package depends on the others by npm aliases with
 * the plain names. A site can do the same: `npm install wallet-embed@npm:@acme/wallet-embed`.
 *
 * @param folders - Folders of the packages.
 * @example
 * putUnderScope('@acme', ['dist/packages/wallet-embed'])
 */
export function putUnderScope(scope: string, folders: readonly string[]): void {
  const names = folders.map((folder) => read<Manifest>(join(folder, 'package.json')).name)
  for (const folder of folders) {
    for (const file of ['package.json', 'npm-shrinkwrap.json'].map((name) => join(folder, name))) {
      if (!existsSync(file)) continue
      const manifest = read<Manifest>(file)
      const { dependencies = {} } = manifest
      for (const name of names) {
        const version = dependencies[name]
        if (version) dependencies[name] = `npm:${scope}/${name}@${version}`
      }
      manifest.name = `${scope}/${manifest.name}`
      // A lock contains its own package's name a second time.
      const own = manifest.packages?.['']
      if (own) own.name = manifest.name
      writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
    }
  }
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'))
