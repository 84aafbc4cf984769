/** A folder that carries a ceremony's messages, in which one participant has a fault. */
import { FolderChannel } from '../../../src/server/ceremonies/folder-channel.js'
import { WalletError } from '../../../src/shared/errors.js'

/** What happens to a participant at a step. */
export interface Fault {
  round: number
  /** Before or after it shows what it has to show in that round. */
  when: 'before' | 'after'
  /** Without it, the participant is killed: it does nothing more, and clears nothing up. */
  strike?: (dir: string) => Promise<void>
}

/** The folder of a run in which one participant has a fault. Of one that is killed the others hear nothing more. */
export class FaultyFolder {
  readonly reached: Promise<void>
  readonly #shared: string
  readonly #index: number
  readonly #fault: Fault
  #isReached = false
  #reach: () => void = () => {}

  constructor(shared: string, index: number, fault: Fault) {
    this.#shared = shared
    this.#index = index
    this.#fault = fault
    this.reached = new Promise((resolve) => {
      this.#reach = resolve
    })
  }

  channel(index: number, dir: string): FolderChannel {
    const channel = new FolderChannel(this.#shared, index)
    const { get, put } = { get: channel.get.bind(channel), put: channel.put.bind(channel) }
    if (index === this.#index) {
      channel.put = async (round, text) => {
        const isHere = round === this.#fault.round
        if (isHere && this.#fault.when === 'before') await this.#strike(dir)
        await put(round, text)
        if (isHere && this.#fault.when === 'after') await this.#strike(dir)
      }
    } else {
      channel.get = async (round, from) => {
        const text = await get(round, from)
        if (text !== undefined || from !== this.#index || !this.#isReached) return text
        // In the place of a long wait.
        throw new WalletError('TIMEOUT', `Nothing from participant ${from}.`)
      }
    }
    return channel
  }

  async #strike(dir: string): Promise<void> {
    if (this.#fault.strike) return this.#fault.strike(dir)
    this.#isReached = true
    this.#reach()
    await new Promise<never>(() => {})
  }
}
