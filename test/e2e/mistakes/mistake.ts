/**
 * A mistake of a page's developer, and the line that they read. `https://wallet.example` is the wallet,
 * `https://shop.example` a site that its registry knows, `https://other.example` one that it does not.
 */
export interface Mistake {
  /** As a sentence without its full stop. */
  says: string
  /** What is written in the page. */
  html?: string
  /** What is written in its script: `lib` is the package, `wallet` and `client` are one of each. */
  script?: string
  /** What is initialised before `script`. */
  given?: 'wallet' | 'client'
  headers?: Record<string, string>
  /** Where the page is; the site that the registry knows by default. */
  at?: keyof typeof PLACES
  /** The button of the page is pressed. */
  isPressed?: true
  /** Milliseconds that a person waits for the line. */
  after?: number
  /** What does not answer. */
  isDown?: 'login service'
  /** What is on the console, as the browser writes it. */
  line: string
  /** What to do, as sentences. */
  todo: string
}

/** Where a page may be, as the document names it. */
export const PLACES = {
  shop: 'https://shop.example',
  other: 'https://other.example',
  plain: 'http://shop.example',
  address: 'http://127.0.0.1:5173',
  sandbox: 'null',
} as const

export const BUTTON =
  '<login-button client-id="demo" ux-mode="popup" provider="google" wallet-url="https://wallet.example"></login-button>'
export const TAG = '<wallet-embed wallet-url="https://wallet.example"></wallet-embed>'
