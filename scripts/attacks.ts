/**
 * `npm run attacks` writes docs/attacks.md from the texts in test/attacks; `--check` only says whether the page is up
 * to date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'

import { type Claim, listed } from '../test/attacks/claim.js'
import { fromRoot } from './vite/shared.js'

const FOLDER = 'test/attacks'
const PAGE = 'docs/attacks.md'
const HEAD = `# Attacks

What the product claims, who tries to show that it is false, and what comes of it. Each line is a test that runs in
\`npm run test:all\` (stage \`attacks\`). This page is made from the tests by \`npm run attacks\`.
`

const files = readdirSync(fromRoot(FOLDER))
  .filter((file) => file.endsWith('.test.ts'))
  .sort()
const claims = await listed(files.map((file) => pathToFileURL(fromRoot(`${FOLDER}/${file}`)).href))
if (claims.length !== files.length) throw new Error(`${FOLDER}: one claim a file.`)
const page = [HEAD, ...claims.map((claim, at) => section(claim, files[at]!))].join('\n')

if (!process.argv.includes('--check')) writeFileSync(fromRoot(PAGE), page)
else if (readFileSync(fromRoot(PAGE), 'utf8') !== page) {
  console.error(`${PAGE} is not what the tests say. Run: npm run attacks`)
  process.exitCode = 1
}

function section({ says, attacks }: Claim, file: string): string {
  const rows = attacks.map(({ name, outcome }) => `| ${cell(name)} | ${cell(outcome)} |`)
  const source = `[\`${basename(file, '.test.ts')}\`](../${FOLDER}/${file})`
  return [`## ${says}`, '', source, '', '| attack | outcome |', '|---|---|', ...rows, ''].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
