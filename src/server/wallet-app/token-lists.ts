/** The operator's folder of token lists. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { ListName, MAX_LIST, TokenList } from '../../protocol/files/token-lists.js'
import { WalletError } from '../../shared/errors.js'
import { readJson } from '../platform/files.js'
import { unreadable } from '../platform/read-file.js'

/**
 * The lists of a folder, for `config.json`: all its JSON files, by name.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the file.
 */
export async function listsIn(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(unreadable(folder))
  const names = files.filter((file) => file.endsWith('.json')).sort()
  await checkLists(folder, names)
  return names
}

/** Looks whether a folder has these lists, and each can be read. @throws {WalletError} As above. */
export async function checkLists(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = join(folder, name)
    if (!ListName.safeParse(name).success) {
      throw new WalletError('INVALID_ARGUMENT', `${file}: expected a name such as main.json.`)
    }
    await readJson(file, TokenList)
    const { size } = await stat(file)
    if (size > MAX_LIST) {
      throw new WalletError('INVALID_ARGUMENT', `${file}: expected at most ${MAX_LIST} bytes.`)
    }
  }
}
