/** How participants of a key generation reach each other: files in a folder that all of them see. */
import { access, link, mkdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type * as z from 'zod/mini'

import { WalletError } from '../shared/errors.js'
import { readJson } from './files.js'

/** Milliseconds between looks: a shared folder, mounted or synchronised, tells nobody of a change. */
const POLL = 100

export interface ExchangeOptions {
  /** The shared folder: an empty one for each key generation. */
  exchangeDir: string
  /** Which participant this is, 1 to `of`. */
  index: number
  of: number
  /** Milliseconds that each round waits for the others. */
  timeoutMs: number
}

export class Exchange {
  readonly #options: ExchangeOptions

  constructor(options: ExchangeOptions) {
    this.#options = options
  }

  /** Shows something to all. @throws {WalletError} `INVALID_ARGUMENT` if the folder was used before. */
  async publish(round: number, value: unknown): Promise<void> {
    const { exchangeDir, index } = this.#options
    await mkdir(exchangeDir, { recursive: true })
    const file = this.#file(round, index)
    const draft = `${file}.draft`
    await writeFile(draft, JSON.stringify(value))
    try {
      // Whole at once, and never over another.
      await link(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      throw new WalletError('INVALID_ARGUMENT', `${file} exists: every run needs an empty folder.`)
    } finally {
      await unlink(draft)
    }
  }

  /**
   * Waits for what all others show in a round.
   *
   * @returns By participant, in their order.
   * @throws {WalletError} `TIMEOUT` or `INVALID_ARGUMENT`, naming who sent nothing or nonsense.
   */
  async collect<S extends z.ZodMiniType>(
    round: number,
    schema: S,
  ): Promise<Map<number, z.output<S>>> {
    const { index: own, of, timeoutMs } = this.#options
    const others = Array.from({ length: of }, (_, i) => i + 1).filter((index) => index !== own)
    const end = Date.now() + timeoutMs
    for (;;) {
      const missing: number[] = []
      for (const index of others) if (!(await exists(this.#file(round, index)))) missing.push(index)
      if (!missing.length) break
      if (Date.now() > end) {
        const detail = `Round ${round}: nothing from participant ${missing.join(', ')}.`
        throw new WalletError('TIMEOUT', detail)
      }
      await sleep(POLL)
    }
    const found = new Map<number, z.output<S>>()
    for (const index of others) found.set(index, await readJson(this.#file(round, index), schema))
    return found
  }

  #file(round: number, index: number): string {
    return join(this.#options.exchangeDir, `round${round}-participant${index}.json`)
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
