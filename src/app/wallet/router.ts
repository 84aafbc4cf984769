/** The current screen and its subject. */
import type { FrameContract } from '../../protocol/messages.js'

/** A screen that the person can open. */
export type Route =
  | FrameContract['show']['params']['screen']
  | 'phrase'
  | 'passkeys'
  | 'calls'
  | 'activity'
  | 'accounts'
  | 'use-account'
  | 'contacts'
  | 'sites'
  | 'permissions'
  | 'networks'
  | 'asset'
  | 'add-asset'
  | 'private-key'
  | 'other-devices'
  | 'about'
  | 'log-out'

export class Router {
  #current: Route | undefined
  #subject: string | undefined

  get current(): Route | undefined {
    return this.#current
  }

  /**
   * What the screen is about. `topup`: the service that the page chose. `asset`, `send`, `activity`: the item.
   * `calls`: their id. `networks`: set if the person came from home. `phrase`: set if the screen is part of the onboarding.
   */
  get subject(): string | undefined {
    return this.#subject
  }

  go(place: Route, subject?: string): void {
    this.#subject = subject
    this.#current = place
  }

  leave(): void {
    this.#current = undefined
  }
}
