import { readFile } from 'node:fs/promises'

import { WalletError } from '../../shared/errors.js'

/** Reads one of the operator's files. @throws {WalletError} `INVALID_ARGUMENT`, naming the file. */
export const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(unreadable(file))

/** Takes what Node says of a file or folder, and says it with its name. */
export const unreadable =
  (place: string) =>
  ({ code }: NodeJS.ErrnoException): never => {
    throw new WalletError('INVALID_ARGUMENT', `${place}: ${code}.`)
  }
