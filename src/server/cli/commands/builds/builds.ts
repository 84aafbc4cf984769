/** The list of builds: makes its key, adds to it, prints it. */
import { readFile } from 'node:fs/promises'

import { WalletError } from '../../../../shared/errors.js'
import { exists } from '../../../ceremonies/change.js'
import { makeIdentity, publicText, readPrivateKey } from '../../../keys/identity-file.js'
import { locked, replaceFile } from '../../../platform/write-file.js'
import { addBuild, type Entry, publicKeyIn, readBuilds } from '../../../wallet-app/builds.js'
import { checkFolder } from '../../../wallet-app/integrity.js'
import { accepts, type Given, print, text } from '../../options/options.js'
import { fetchBuilds } from './fetching.js'

/** Makes the key that signs the list, and prints its public half. */
export async function makeKey(given: Given): Promise<void> {
  print(await makeIdentity(text(given, 'out')))
}

/** Adds a built wallet app, once its files were compared with its manifest. */
export async function add(given: Given): Promise<void> {
  const file = text(given, 'builds')
  const key = await readPrivateKey(text(given, 'key-file'))
  const { version, hash } = await checkFolder(text(given, 'root'))
  await locked(file, async () => {
    const isNew = accepts(given, 'new-list') && !(await exists(file))
    const before = isNew ? [] : await readList(file, publicText(key))
    const date = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
    const list = addBuild(before, { version, hash, commit: text(given, 'commit'), date }, key)
    if (!list) return print(`${version} ${hash} is on ${file} already.`)
    await replaceFile(file, list, 0o644)
    print(`${version} ${hash} is build ${before.length + 1} of ${file}.`)
  })
}

/** Prints the entries. */
export async function show(given: Given): Promise<void> {
  const entries = await fetchBuilds(text(given, 'builds'), publicKeyIn(text(given, 'key')))
  for (const { date, version, hash, commit } of entries) {
    print(`${date} ${version} ${hash} ${commit}`)
  }
}

async function readList(file: string, publicKey: string): Promise<Entry[]> {
  const bytes = await readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
    const advice = code === 'ENOENT' ? ' A first list is begun with --accept new-list.' : ''
    throw new WalletError('INVALID_ARGUMENT', `${file}: ${code}.${advice}`)
  })
  return readBuilds(bytes, publicKeyIn(publicKey), file)
}
