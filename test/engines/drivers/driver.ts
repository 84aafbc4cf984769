/** What a walk needs of a browser: so little that drivers as unlike as three engines' can all do it. */

/** Of a tab: the document that it shows, or the wallet's frame in there. */
export type Place = 'page' | 'wallet'

/** `strict`: frames of other sites are denied all storage, as some people have it set. */
export type Profile = 'plain' | 'private' | 'strict'

export interface Driver {
  /** The engine's, for people. */
  name: string
  /** Why this machine cannot run it; false if it can. */
  missing(): string | false
  launch(profile: Profile): Promise<Browser>
}

export interface Browser {
  /** Opens a tab by the browser's own means, without an opener. */
  open(url: string): Promise<Tab>
  /** Every tab and window, in the order in which they came. */
  tabs(): Promise<Tab[]>
  close(): Promise<void>
}

/** A tab, or a window of its own. What it does fails while its document changes: ask again. */
export interface Tab {
  readonly id: string
  isOpen(): Promise<boolean>
  go(url: string): Promise<void>
  reload(): Promise<void>
  /** What an expression, or the promise that it gives, comes to: JSON. */
  read<T>(expression: string, place?: Place): Promise<T>
  /**
   * A press of the pointer, as the browser takes it for a person's.
   *
   * @param expression - An element, through shadow roots if need be, or the promise of one.
   * @returns False if the expression gave none.
   */
  press(expression: string, place?: Place): Promise<boolean>
  /** Presses there, and types; the same otherwise. */
  type(expression: string, text: string, place?: Place): Promise<boolean>
  close(): Promise<void>
}

/** The wallet's frame, in the page. */
export const FRAME = `document.querySelector('wallet-embed')?.shadowRoot.querySelector('iframe')`
/** In its address. */
export const FRAME_PATH = '/frame'
