/** Asks an operator a few questions, and writes what the front needs, and what each operator does next. */
import { join } from 'node:path'

import { exists } from '../../../ceremonies/change.js'
import { toText } from '../../../keys/share-file.js'
import { readJson } from '../../../platform/files.js'
import { readText } from '../../../platform/read-file.js'
import { makeFolder, replaceFile } from '../../../platform/write-file.js'
import { checkRegistry } from '../../../registry/registry.js'
import { type Given, print, text, wrong } from '../../options/options.js'
import { version } from '../../options/version.js'
import { Answers, answersOf } from './answers.js'
import { stepsOf } from './steps.js'

/** Notes from which the next run starts. */
const NOTES = 'answers.json'
const STEPS = 'steps.md'

/**
 * Writes nothing before all answers are right. Run again, it keeps files that were edited by hand, and writes its own version next to
 * them.
 */
export async function init(given: Given): Promise<void> {
  const out = text(given, 'out')
  const notes = join(out, NOTES)
  const before = (await exists(notes)) ? await readJson(notes, Answers) : undefined
  if (!before) await checkNew(out)
  const answers = await answersOf(given, before ?? {})
  const texts = { ...filesOf(answers), [STEPS]: stepsOf(answers, await version()) }
  const earlier: Record<string, string> = before ? filesOf(before) : {}
  const written: string[] = []
  const beside: string[] = []
  await makeFolder(join(out, 'secrets'))
  const noted = { [NOTES]: toText(answers) }
  // The notes come first in a new folder, so that a run that fails halfway can be repeated. Later they come last, since
  // they say which files are as the run before left them.
  for (const [name, wanted] of Object.entries(
    before ? { ...texts, ...noted } : { ...noted, ...texts },
  )) {
    const path = join(out, name)
    const there = (await exists(path)) ? await readText(path) : undefined
    if (there === wanted) continue
    const isOurs =
      there === undefined ||
      !Object.hasOwn(texts, name) ||
      name === STEPS ||
      there === earlier[name]
    await replaceFile(isOurs ? path : `${path}.new`, wanted, 0o644)
    if (isOurs) written.push(path)
    else beside.push(path)
  }
  if (beside.length) {
    print(
      `Changed by hand, and left alone: ${beside.join(', ')}. Compare each with what lies beside it as .new.`,
    )
  }
  const what = written.length ? `Written: ${written.join(', ')}.` : 'All is as it was.'
  print(`${what} What comes next is in ${join(out, STEPS)}.`)
}

/** @throws {WalletError} `INVALID_ARGUMENT` for a file that an earlier run did not write. */
async function checkNew(out: string): Promise<void> {
  for (const name of ['registry.json', 'chains.json', 'secrets/secrets.json', STEPS]) {
    const path = join(out, name)
    if (await exists(path)) throw wrong('out', `${path} is there already`)
  }
}

/** By their names. */
function filesOf(answers: Answers): Record<string, string> {
  const { site, siteName, provider, clientId, rpcUrl } = answers
  const registry = {
    embedders: [site],
    applications: {
      [new URL(site).hostname.split('.')[0]!]: {
        name: siteName,
        origins: [site],
        redirectUrls: [`${site}/`],
      },
    },
    verifiers: { [provider]: { provider, clientId } },
  }
  checkRegistry(registry)
  return {
    'registry.json': toText(registry),
    'chains.json': toText([{ host: 'mainnet', chainId: 1, networkName: 'Ethereum', rpcUrl }]),
    'secrets/secrets.json': toText({ [provider]: { file: `secrets/${provider}` } }),
  }
}
