import { readFile } from 'node:fs/promises'

import { WalletError } from '../../shared/errors.js'

/** Reads one of the operator's files. @throws {WalletError} `INVALID_ARGUMENT`, naming the file. */
export const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(unreadable(file))

/** Turns Node's error about a file or folder into ours, with the path. */
export const unreadable =
  (place: string) =>
  ({ code }: NodeJS.ErrnoException): never => {
    throw new WalletError('INVALID_ARGUMENT', `${place}: ${code}.`)
  }
