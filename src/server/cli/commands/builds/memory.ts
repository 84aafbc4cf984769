/** What a watcher remembers about a wallet. Kept in a file between runs, if one was given. */
import * as z from 'zod/mini'

import { visible } from '../../../../chain/values/text.js'
import { KeyNetwork } from '../../../../protocol/service.js'
import { WalletError } from '../../../../shared/errors.js'
import { exists } from '../../../ceremonies/change.js'
import { readJson } from '../../../platform/files.js'
import { replaceFile } from '../../../platform/write-file.js'
import { type Entry, Head, headsOf, historyFault } from '../../../wallet-app/builds.js'

const Seen = z.strictObject({
  /** Origin of the wallet and public key of its list, which the rest belongs to. */
  of: z.string(),
  /** Head of the longest list so far. */
  head: z.optional(Head),
  /** Group key of the key network. It must never change: with a different one, all wallets would be empty. */
  groupKey: z.optional(KeyNetwork.shape.groupKey),
})
type Seen = z.infer<typeof Seen>

export class Memory {
  #seen: Seen
  readonly #file: string

  /** @param seen - What is remembered of this wallet. */
  private constructor(file: string, seen: Seen) {
    this.#file = file
    this.#seen = seen
  }

  /**
   * @param file - Need not be there; empty: the memory lasts as long as the process.
   * @param of - Origin of the wallet, and the public key of the list.
   * @throws {WalletError} `INVALID_ARGUMENT` if it is the memory of a different watch.
   */
  static async open(file: string, of: string): Promise<Memory> {
    if (!file || !(await exists(file))) return new Memory(file, { of })
    const seen = await readJson(file, Seen)
    if (seen.of === of) return new Memory(file, seen)
    const detail = `${file} is the state of a watch of ${visible(seen.of)}, not of ${of}. Give this one a file of its own.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }

  /** Why a list does not continue the known one, in words. */
  faultOf(entries: readonly Entry[]): string | undefined {
    return this.#seen.head && historyFault(entries, this.#seen.head)
  }

  /** @param entries - A list without such a fault. */
  async noteList(entries: readonly Entry[]): Promise<void> {
    const head = headsOf(entries).at(-1)
    if (head?.count !== this.#seen.head?.count) await this.#keep({ ...this.#seen, head })
  }

  /** @throws {WalletError} `INVALID_ARGUMENT` if it is not the group key that was seen. */
  async noteGroupKey(groupKey: string): Promise<void> {
    const before = this.#seen.groupKey
    if (before === undefined) return this.#keep({ ...this.#seen, groupKey })
    if (before === groupKey) return
    const detail = `/config.json has the group key ${groupKey}, and had ${before}: this is another key network`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }

  async #keep(seen: Seen): Promise<void> {
    if (this.#file) await replaceFile(this.#file, `${JSON.stringify(seen)}\n`, 0o644)
    // Set after the write: if writing fails, the next look tries again.
    this.#seen = seen
  }
}
