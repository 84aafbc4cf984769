/** Methods and capabilities that libraries ask for and the wallet refuses: the table of docs/libraries.md, with the reasons. */
import { readFileSync } from 'node:fs'

import { fromRoot } from '../../../scripts/vite/shared.js'
import type { Asked } from './answering-wallet.js'

const ROW = /^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm

const [, section = ''] = readFileSync(fromRoot('docs/libraries.md'), 'utf8').split(
  '## What is refused',
)
const REFUSALS = [...section.matchAll(ROW)].map(([, name, libraries, why]) => ({
  name: name!,
  libraries: libraries!.split(', '),
  why: why!,
}))

/** Methods and capabilities that are refused to a library. */
export const refusalsFor = (library: string): string[] =>
  REFUSALS.filter(({ libraries }) => libraries.includes(library))
    .map(({ name }) => name)
    .sort()

/** What was refused, once each. */
export const refusedIn = (asked: readonly Asked[]): string[] => [
  ...new Set(asked.flatMap(({ refused }) => refused ?? [])),
]
