/** `npm run mistakes` writes docs/mistakes.md from what test/e2e/mistakes.test.ts expects; `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs'

import type { Mistake } from '../test/e2e/mistakes/mistake.js'
import { MISTAKES } from '../test/e2e/mistakes/table.js'
import { fromRoot } from './vite/shared.js'

const PAGE = 'docs/mistakes.md'
const HEAD = `# Mistakes

What goes wrong when a page is built, and the line that its console has then. Search here for the line, or for what you did.
[Errors](errors.md) has every code. A test makes each mistake in a page, and expects this line and no other of ours;
\`npm run mistakes\` writes this page from those tests.

\`https://wallet.example\` is the wallet, \`https://shop.example\` a site that its operator registered, \`https://other.example\`
one that is not registered. \`WalletError\` and \`ProviderRpcError\` are uncaught: a page that catches them reads
\`error.message\`.
`

const FOOT = `## What has no line

| | |
|---|---|
| The tag, and no script that defines it | none of our code runs. \`customElements.get('wallet-embed')\` is \`undefined\`: import \`wallet-embed/define\` |
| An attribute that does not exist, and looks like none of ours | pages and frameworks add their own |
| \`wallet.login({ verifier })\` without a click | the panel shows a button that goes on; \`popupBlocked\` is emitted |
| Two copies of the package in a page | both work; the elements of the first are used |
| A page under \`Cross-Origin-Embedder-Policy\`, or a strict policy that names the wallet | it works: [strict pages](strict-pages.md) |
| A browser that denies storage to frames of other sites | it works until a reload; \`wallet.isSessionTemporary\` is true, and the wallet tells the person |
| A window that a person closes, and a refusal | \`POPUP_CLOSED\` and \`USER_REJECTED\`: a page may pass over them |
`

const sections = Object.entries(MISTAKES).map(([title, rows]) =>
  section(title, Object.values(rows)),
)
const page = [HEAD, ...sections, FOOT].join('\n')

if (!process.argv.includes('--check')) writeFileSync(fromRoot(PAGE), page)
else if (readFileSync(fromRoot(PAGE), 'utf8') !== page) {
  console.error(`${PAGE} is not what the tests expect. Run: npm run mistakes`)
  process.exitCode = 1
}

function section(title: string, rows: readonly Mistake[]): string {
  const lines = rows.map(({ says, line, todo }) => `| ${says} | \`${line}\` | ${todo} |`)
  return [`## ${title}`, '', '| mistake | line | what to do |', '|---|---|---|', ...lines, ''].join(
    '\n',
  )
}
