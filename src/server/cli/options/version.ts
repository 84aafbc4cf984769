import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { WalletError } from '../../../shared/errors.js'
import { parseText } from '../../platform/json-text.js'
import { readText } from '../../platform/read-file.js'

/**
 * Of the package that this file lies in.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming its `package.json`, if that cannot be read; `INTERNAL` if it is not found.
 */
export async function version(folder = new URL('.', import.meta.url)): Promise<string> {
  const file = fileURLToPath(new URL('package.json', folder))
  if (existsSync(file)) {
    const { version } = parseText(await readText(file), file) as { version?: unknown }
    if (typeof version === 'string') return version
    throw new WalletError('INVALID_ARGUMENT', `${file}: version: expected a text.`)
  }
  const above = new URL('..', folder)
  if (above.href === folder.href) throw new WalletError('INTERNAL', 'There is no package.json.')
  return version(above)
}
