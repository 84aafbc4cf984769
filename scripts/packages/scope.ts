/** Names of the packages in a registry: under a scope of the publisher's, since anybody may register the plain ones. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  /** Of a lock, by their folders; '' is the package itself. */
  packages?: Record<string, { name?: string }>
}

/** As npm has them, in lower case. */
export const isScope = (text: string): boolean => /^@[a-z0-9][a-z0-9._-]*$/.test(text)

/**
 * Renames built packages. Commands and imports keep their names: what one of them imports of another is installed under the
 * plain name, as npm's alias, and so may a site: `npm install wallet-embed@npm:@acme/wallet-embed`.
 *
 * @param folders - One of each package.
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
      // A lock names the package that it is of once more.
      const own = manifest.packages?.['']
      if (own) own.name = manifest.name
      writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
    }
  }
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'))
