/** The index page of the decisions, and the form that it holds them to. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Decision {
  number: number
  file: string
  title: string
  date: string
  status: string
}

const PAGE = 'README.md'
const FORM = /^# (\d+)\. (.+)\n\n- Date: (\d{4}-\d{2}-\d{2})\n- Status: (.+)\n\n## Context\n/
const LINKED = String.raw`\[\d+\]\(\d{4}-[a-z0-9-]+\.md\)`
const STATUS = new RegExp(`^(accepted|(amended|superseded) by ${LINKED}(, ${LINKED})*)$`)
const HEADINGS = ['Context', 'Decision', 'Consequences']

const HEAD = `# Decisions

Why the product is as it is. Each file has a date, a status and three parts: context, decision, consequences. A decision that
changes an earlier one says so, and the earlier one's status names it: *amended* where a part of it still holds, *superseded* where none does.

Numbers are not reused, and some are missing: a range was set aside for each subject, and few ranges were filled.

| numbers | subject |
|---|---|
| 1 to 9 | the whole |
| 10 to 39 | the wallet in a page: element, networks, approvals, look, languages |
| 40 to 49 | key nodes |
| 50 to 79 | signing in: login service, providers, recovery, passkeys, registry; the tests' stack |
| 80 to 99 | screens, and what they explain |
| 100 and up | in order of time, whatever the subject |

This page is made by \`npm run decisions\`.

| | decision | status | date |
|---|---|---|---|
`

/** The index of the decisions in a folder. Throws for what has not the form. */
export function indexOf(folder: string): string {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== PAGE)
    .sort()
  const decisions = files.map((file) => read(file, readFileSync(join(folder, file), 'utf8')))
  for (const { file, number, status } of decisions) {
    for (const [, shown, target] of status.matchAll(/\[(\d+)\]\(([^)]+)\)/g)) {
      const later = decisions.find((one) => one.file === target)
      if (later?.number !== Number(shown) || later.number <= number) {
        throw new Error(`${file}: its status names ${target}, which is no later decision ${shown}.`)
      }
    }
  }
  return HEAD + decisions.map(row).join('')
}

function read(file: string, text: string): Decision {
  const [, number, title, date, status] = text.match(FORM) ?? []
  if (!number || !title || !date || !status) {
    throw new Error(`${file}: expected "# N. Title", Date, Status and "## Context".`)
  }
  if (file.slice(0, 5) !== `${number.padStart(4, '0')}-`) {
    throw new Error(`${file}: its title has the number ${number}.`)
  }
  if (!STATUS.test(status)) throw new Error(`${file}: no status: ${status}`)
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  if (headings.join() !== HEADINGS.join()) {
    throw new Error(`${file}: expected the headings ${HEADINGS.join(', ')}, not ${headings}.`)
  }
  return { number: Number(number), file, title, date, status }
}

function row({ number, file, title, date, status }: Decision): string {
  return `| ${number} | [${title}](${file}) | ${status} | ${date} |\n`
}
