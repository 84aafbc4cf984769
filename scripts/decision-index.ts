/** The index page of the decisions; checks their form. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Decision {
  number: number
  file: string
  title: string
  date: string
  status: string
  subject: string
}

const PAGE = 'README.md'
const FORM =
  /^# (\d+)\. (.+)\n\n- Date: (\d{4}-\d{2}-\d{2})\n- Status: (.+)\n- Subject: (.+)\n\n## Context\n/
const LINKED = String.raw`\[\d+\]\(\d{4}-[a-z0-9-]+\.md\)`
const STATUS = new RegExp(`^(accepted|(amended|superseded) by ${LINKED}(, ${LINKED})*)$`)
const HEADINGS = ['Context', 'Decision', 'Consequences']

/** In the order of the index. */
const SUBJECTS = [
  'Packages, builds and sources',
  'Element and panel',
  'Networks and chain data',
  'Approvals',
  'Accounts, keys and key nodes',
  'Sign-in and recovery',
  'Servers and operation',
  'Tests and documentation',
]

const HEAD = `# Decisions

Why the product is as it is. Each file has a date, a status, a subject and three parts: context, decision, consequences. A decision
that only refines an earlier one is written into it. One that overturns it is a new file, and the earlier one's status names it:
*amended* where a part still holds, *superseded* where none does. Numbers are not reused, so some are missing.

This page is made by \`npm run decisions\`.
`

/** The index of the decisions in a folder. Throws if a decision has the wrong form. */
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
  return HEAD + SUBJECTS.map((subject) => section(subject, decisions)).join('')
}

function read(file: string, text: string): Decision {
  const [, number, title, date, status, subject] = text.match(FORM) ?? []
  if (!number || !title || !date || !status || !subject) {
    throw new Error(`${file}: expected "# N. Title", Date, Status, Subject and "## Context".`)
  }
  if (file.slice(0, 5) !== `${number.padStart(4, '0')}-`) {
    throw new Error(`${file}: its title has the number ${number}.`)
  }
  if (!STATUS.test(status)) throw new Error(`${file}: no status: ${status}`)
  if (!SUBJECTS.includes(subject)) throw new Error(`${file}: no subject: ${subject}`)
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  if (headings.join() !== HEADINGS.join()) {
    throw new Error(`${file}: expected the headings ${HEADINGS.join(', ')}, not ${headings}.`)
  }
  return { number: Number(number), file, title, date, status, subject }
}

function section(subject: string, decisions: Decision[]): string {
  const rows = decisions.filter((decision) => decision.subject === subject).map(row)
  if (!rows.length) return ''
  return `\n## ${subject}\n\n| | decision | status | date |\n|---|---|---|---|\n${rows.join('')}`
}

function row({ number, file, title, date, status }: Decision): string {
  return `| ${number} | [${title}](${file}) | ${status} | ${date} |\n`
}
