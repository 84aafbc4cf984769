/**
 * `npm run browsers` writes docs/browsers.md from what the tests in test/engines expect of each engine; `--check` only
 * says whether the page is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs'

import {
  BETWEEN_SITES,
  CIRCUMSTANCES,
  type CircumstanceName,
  EXCEPTIONS,
  OUTCOMES,
  outcomeOf,
  STEPS,
  type Step,
} from '../test/engines/table.js'
import { fromRoot } from './vite/shared.js'

const PAGE = 'docs/browsers.md'
const ENGINES = Object.keys(EXCEPTIONS)
const circumstances = Object.keys(CIRCUMSTANCES) as CircumstanceName[]
const steps = Object.keys(STEPS) as Step[]

const HEAD = `# Browsers

What works in which engine, and where. One walk through the whole product tries each cell in the engine itself, in
\`npm run test:all\` (stage \`engines\`): a cell that says less, or more, than what happens is a test that fails. This page is made from
what they expect by \`npm run browsers\`.

Chromium, Firefox ESR and WebKitGTK are those of the machine that runs the tests; Safari is another WebKit than WebKitGTK, and
is not tested. WebKitGTK cannot be told to deny storage to the frames of other sites, and under automation each of its sessions is
a private one. Firefox and WebKitGTK ask in a window on every site, so one that is not listed is tried in Chromium alone. Messages
and typed data are signed across sites alone: in all other circumstances a transaction is asked for in the same way.

## Oldest versions

| Chrome, Edge | Firefox | Safari |
|---|---|---|
| 125 | 126 | 17.5 |

These are the first versions with what the code uses and has no substitute for: custom states (\`:state()\`), \`light-dark()\`, \`popover\`,
\`AbortSignal.any\`. No test runs in them. All of these came out by May 2024. A browser without WebAuthn's \`prf\` extension has no
[passkeys](passkeys.md); all else works there.
`

const page = [HEAD, ...circumstances.map(section), betweenSites(), legend()].join('\n')

if (!process.argv.includes('--check')) writeFileSync(fromRoot(PAGE), page)
else if (readFileSync(fromRoot(PAGE), 'utf8') !== page) {
  console.error(`${PAGE} is not what the tests expect. Run: npm run browsers`)
  process.exitCode = 1
}

function section(name: CircumstanceName): string {
  const tried = ENGINES.filter((engine) => EXCEPTIONS[engine]?.[name])
  const cellsOf = (step: Step) =>
    tried.flatMap((engine) => {
      const outcome = outcomeOf(engine, name, step)
      return outcome ? [OUTCOMES[outcome].cell] : []
    })
  return table(
    CIRCUMSTANCES[name].says,
    tried,
    steps.map((step) => [STEPS[step], ...cellsOf(step)]).filter((row) => row.length > 1),
  )
}

function betweenSites(): string {
  const rows = Object.values(BETWEEN_SITES).map((says) => [
    says,
    ...ENGINES.map(() => OUTCOMES.yes.cell),
  ])
  return table('Two sites, with default settings', ENGINES, rows)
}

function table(title: string, engines: readonly string[], rows: readonly string[][]): string {
  return [
    `## ${title}`,
    '',
    `| | ${engines.join(' | ')} |`,
    `|---|${engines.map(() => '---|').join('')}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n')
}

function legend(): string {
  const rows = Object.values(OUTCOMES).map(({ cell, says }) => `| ${cell} | ${says} |`)
  return ['## What the cells say', '', '| | |', '|---|---|', ...rows, ''].join('\n')
}
