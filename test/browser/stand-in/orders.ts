import type { WalletState } from '../../../src/protocol/messages.js'

export const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7'

/** What the stand-in says in Arabic. */
export const ARABIC = {
  lang: 'ar',
  dir: 'rtl',
  title: 'المحفظة',
  open: 'فتح المحفظة',
  close: 'إغلاق المحفظة',
} as const

/** What the stand-in's operator calls the wallet, for the network `branded`. */
export const BRAND = { name: 'Harbour Wallet', icon: 'data:image/png;base64,AA==' }

/** What a test asks of the stand-in frame: `params` of `wallet_test`. */
export interface Order {
  /** Tells of a new state. */
  state?: Partial<WalletState>
  /** Sends notices, by name. */
  notices?: Record<string, unknown>
  /** Sends this to the page as it is. */
  junk?: unknown[]
  /** Logouts fail from now on. */
  failLogout?: boolean
  /** The next document of the frame begins with the state of this one. */
  keep?: boolean
  reload?: boolean
  /** Goes to a page that never greets. */
  leave?: boolean
  /** Asks the page to reach a node; the answer is the node's, or the error as it came. */
  node?: { url: unknown; method: string; params?: unknown }
  /** Asks the page where it is. */
  address?: boolean
  /** Never answers. */
  hang?: boolean
  /** Questions of the page are not answered from now on. */
  holds?: boolean
}

/** What the stand-in login window answers: the first, or for `github` the second. */
export const KEYS = ['1f'.repeat(32), '2e'.repeat(32)] as const
