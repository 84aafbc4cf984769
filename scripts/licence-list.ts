/** The packages that are installed with this one, and their licences, from package-lock.json. */

/** Licences that packages installed with ours may have: each permits use, change and redistribution of the whole. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
]

interface Locked {
  version: string
  license?: string
  dev?: boolean
  devOptional?: boolean
}

const HEAD = `# Licences

What \`wallet-embed\`, \`wallet-embed-server\` and \`wallet-embed-dev\` install along with them or have in their files, and under which
licence: a build bundles what pages and the wallet app import.

This page is made by \`npm run licences\` from \`package-lock.json\`, and a test keeps it true. A licence that is not on the list of
\`scripts/licence-list.ts\` fails that test: look at it, then add it or leave the package out.

| package | version | licence |
|---|---|---|
`

/** @param lock - package-lock.json. Throws for a package with any other licence, or none. */
export function licenceList(lock: { packages: Record<string, Locked> }): string {
  const rows = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      if (!license?.split(' OR ').some((one) => ALLOWED.includes(one.replace(/[()]/g, '')))) {
        throw new Error(`${name} ${version}: licence ${license ?? 'not named'}.`)
      }
      return `| ${name} | ${version} | ${license} |\n`
    })
  return HEAD + [...new Set(rows)].sort().join('')
}
