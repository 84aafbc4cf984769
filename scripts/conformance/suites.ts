import { fromRoot } from '../vite/shared.js'
import { erc7730 } from './erc7730.js'
import { erc8176 } from './erc8176.js'
import { mnemonics, transactions, typedData } from './ethers.js'
import { names } from './names.js'
import { oprf } from './oprf.js'
import type { Result } from './page.js'
import { siwe } from './siwe.js'
import { Files, type Suite } from './suite.js'
import { words } from './words.js'
import { wycheproof } from './wycheproof.js'

/** In the order of their sections. */
export const SUITES: readonly Suite[] = [
  ...[oprf, ...wycheproof, typedData, transactions, mnemonics],
  ...[words, siwe, names, erc7730, erc8176],
]

export async function run(suite: Suite, path: string): Promise<Result> {
  const files = new Files(path)
  const outcomes = await suite.run(files)
  return { suite, outcomes, digest: files.digest }
}

/** Suites that need no path, each with its folder. */
export const installed = (): [Suite, string][] =>
  SUITES.flatMap((suite) => (suite.folder ? [[suite, fromRoot(suite.folder)]] : []))
