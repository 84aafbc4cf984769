import { link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { WalletError } from '../../shared/errors.js'
import { unwritable } from '../platform/write-file.js'
import type { Channel } from './exchange.js'

/** Files in a folder that all participants see, mounted or synchronised: an empty one for each run. */
export class FolderChannel implements Channel {
  readonly #dir: string
  readonly #index: number

  constructor(dir: string, index: number) {
    this.#dir = dir
    this.#index = index
  }

  async open(): Promise<void> {
    await mkdir(this.#dir, { recursive: true }).catch((error) => {
      throw unwritable(this.#dir, error)
    })
  }

  async put(round: number, text: string): Promise<void> {
    const file = this.#file(round, this.#index)
    const draft = `${file}.draft`
    try {
      await writeFile(draft, text)
      // Atomic, and never overwrites a file.
      await link(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(file, error)
      throw new WalletError('INVALID_ARGUMENT', `${file} exists: every run needs an empty folder.`)
    } finally {
      await unlink(draft).catch(() => {})
    }
  }

  async get(round: number, from: number): Promise<string | undefined> {
    const file = this.#file(round, from)
    // A named pipe would be read for ever, past the timeout.
    const isRegular = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    )
    return isRegular ? readFile(file, 'utf8').catch(() => undefined) : undefined
  }

  async close(): Promise<void> {}

  #file(round: number, index: number): string {
    return join(this.#dir, `round${round}-participant${index}.json`)
  }
}
