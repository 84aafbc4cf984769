/** What libraries ask a wallet for and this one refuses, with the reason: docs/libraries.md has the same table. */
import { readFileSync } from 'node:fs'

import { fromRoot } from '../../../scripts/vite/shared.js'
import type { Asked } from './answering-wallet.js'

const ROW = /^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm

const [, section = ''] = readFileSync(fromRoot('docs/libraries.md'), 'utf8').split('## What is not')
/** As the page has them. */
const NOT_OURS = [...section.matchAll(ROW)].map(([, name, libraries, why]) => ({
  name: name!,
  libraries: libraries!.split(', '),
  why: why!,
}))

/** Methods and capabilities that are refused to a library. */
export const notOursFor = (library: string): string[] =>
  NOT_OURS.filter(({ libraries }) => libraries.includes(library))
    .map(({ name }) => name)
    .sort()

/** What was refused, once each. */
export const refusedIn = (asked: readonly Asked[]): string[] => [
  ...new Set(asked.flatMap(({ refused }) => refused ?? [])),
]
