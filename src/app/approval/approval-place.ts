/**
 * Where an approval counts: in the page, if it is trusted to show the wallet, else in a window of the wallet's. A frame
 * cannot prove how a hostile page shows it: no observer inside detects an outline or a mask over the frame.
 */
import type { AppConfig } from '../../protocol/service.js'
import { loadPreference, savePreference } from '../support/preferences.js'
import { areCutOff, noteCutOff } from '../windows/login-popup.js'

/**
 * Whether the browser tells a frame that it is covered (IntersectionObserver v2). Such browsers also list its
 * ancestors.
 */
const isObserved = (): boolean => 'isVisible' in IntersectionObserverEntry.prototype

/**
 * Origins of all pages around the wallet, from the innermost outwards: each can cover the frame.
 *
 * @param site - Origin of the innermost page, which that page has proved. Browsers may hide it in their list.
 */
const around = (site: string): string[] => [site, ...[...location.ancestorOrigins].slice(1)]

export class ApprovalPlace {
  /** The person's choice. Sites share it only where browsers do not partition storage. */
  #isAlwaysInWindow = loadPreference('approvals') === 'window'
  readonly #site: string | null
  readonly #isTrusted: boolean
  readonly #onChange: () => void

  /** @param site - Verified origin of the page; null where the wallet stands alone. */
  constructor(site: string | null, { approvals = {} }: AppConfig, onChange: () => void) {
    this.#site = site
    const isTrusted = (origin: string) => (approvals[origin] ?? approvals['*']) === 'page'
    this.#isTrusted = !!site && isObserved() && around(site).every(isTrusted)
    this.#onChange = onChange
  }

  get isInWindow(): boolean {
    return !!this.#site && (this.#isAlwaysInWindow || !this.#isTrusted)
  }

  /**
   * Whether the page may open the approval window, in a click on its own button. Where the page's policy cuts windows
   * off, the frame opens the window itself, in a click inside the frame: the page must not learn the secret that this
   * window gets.
   */
  get isForPageToOpen(): boolean {
    return this.isInWindow && !areCutOff()
  }

  /** The page's policy was seen to cut a window off. */
  noteCutOff(): void {
    noteCutOff()
    this.#onChange()
  }

  get isAlwaysInWindow(): boolean {
    return this.#isAlwaysInWindow
  }

  set isAlwaysInWindow(isAlways: boolean) {
    this.#isAlwaysInWindow = isAlways
    savePreference('approvals', isAlways ? 'window' : undefined)
    this.#onChange()
  }
}
