/** docs/conformance.md: a section for each suite. Sections of suites that did not run stay as they are. */
import type { Outcome, Suite } from './suite.js'

/** Reasons listed in a section; for the rest it gives their number. */
const REASONS = 20

const HEAD = `# Conformance

Test suites of other projects, run against the code that each section names: the wallet's own, or a library where it calls one as
it is. \`npm run conformance\` writes this page. It runs the suites that \`npm ci\` installs or the repository has, and those
whose path it is given, as a folder, a file or a \`.tar.gz\` (\`npm run conformance -- siwe=PATH wycheproof=PATH\`). The sections
of all other suites stay as they are.

- **Apart** are cases of features that this wallet does not have, with the reason. They do not count as cases.
- **Read** is the SHA-256 of the files that were read, in their order, its first 16 digits: the same files give the same figures.

A test (\`test/programs/conformance-page.test.ts\`) runs the suites that need no path, and fails where this page says something else.
Suites that need a browser are not here: the clients viem, ethers, web3.js and wagmi are driven by \`test/e2e/clients.test.ts\`.
`

export interface Result {
  suite: Suite
  outcomes: Outcome[]
  digest: string
}

type Kind = keyof Outcome

export function section({ suite, outcomes, digest }: Result): string {
  const { cases, passed, misses, apart } = figures(outcomes)
  const how = suite.folder ? `\`${suite.folder}\`` : `\`npm run conformance -- ${suite.name}=PATH\``
  return [
    `## ${suite.title}\n`,
    `| cases | passed | missed | apart |\n|---|---|---|---|\n| ${cases} | ${passed} | ${misses} | ${apart} |\n`,
    `From ${suite.from}; ${how}; read: \`${digest}\`. Drives ${suite.drives}.\n`,
    ...reasons('Missed', outcomes, 'miss'),
    ...reasons('Apart', outcomes, 'apart'),
    ...reasons('Noted', outcomes, 'note'),
  ].join('\n')
}

export function figures(outcomes: readonly Outcome[]) {
  const count = (kind: Kind) => outcomes.filter((one) => one[kind] !== undefined).length
  const [misses, apart] = [count('miss'), count('apart')]
  const cases = outcomes.length - apart
  return { cases, passed: cases - misses, misses, apart }
}

/** The most frequent first. */
function reasons(title: string, outcomes: readonly Outcome[], kind: Kind): string[] {
  const counts = new Map<string, number>()
  for (const { [kind]: reason } of outcomes) {
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  if (!counts.size) return []
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  const rest = sorted.slice(REASONS)
  const lines = sorted.slice(0, REASONS).map(([why, n]) => `- ${n} × ${quoted(why)}`)
  if (rest.length) {
    lines.push(`- ${rest.reduce((sum, [, n]) => sum + n, 0)} × ${rest.length} other reasons`)
  }
  return [`${title}:\n\n${lines.join('\n')}\n`]
}

/** Reasons may quote the suites, so they are written as code: nothing in them becomes markup. */
const quoted = (why: string) => `\`${why.replace(/\s+/g, ' ').replaceAll('`', "'").slice(0, 200)}\``

/** @param before - The page as it is. */
export function page(before: string, suites: readonly Suite[], results: readonly Result[]): string {
  const kept = new Map(
    before
      .split(/^(?=## )/m)
      .filter((part) => part.startsWith('## '))
      .map((part) => [/^## (.*)/.exec(part)![1]!, part.trimEnd()]),
  )
  for (const result of results) kept.set(result.suite.title, section(result).trimEnd())
  const sections = suites.flatMap(({ title }) => kept.get(title) ?? [])
  return `${[HEAD.trimEnd(), ...sections].join('\n\n')}\n`
}
