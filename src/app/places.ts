/** Where in the wallet the person is. */
import type { FrameContract } from '../protocol/messages.js'

/** A screen that the person goes to by themselves. */
export type Place =
  | FrameContract['show']['params']['screen']
  | 'phrase'
  | 'passkeys'
  | 'calls'
  | 'accounts'
  | 'sites'
  | 'networks'

export class Places {
  #current: Place | undefined
  #topupProvider: string | undefined
  #calls = ''

  get current(): Place | undefined {
    return this.#current
  }

  /** The service that the page sent the person to. */
  get topupProvider(): string | undefined {
    return this.#topupProvider
  }

  /** Id of the calls that `calls` shows. */
  get calls(): string {
    return this.#calls
  }

  /** @param provider - `topup`: straight to this one. */
  go(place: Place, provider?: string): void {
    this.#topupProvider = provider
    this.#current = place
  }

  /** To how these calls went. */
  goToCalls(id: string): void {
    this.#calls = id
    this.#current = 'calls'
  }

  leave(): void {
    this.#current = undefined
  }
}
