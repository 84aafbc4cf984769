/** The parts of a wallet app. */
import type { FrameNotices, InitParams } from '../../protocol/messages.js'
import type { AppConfig } from '../../protocol/service.js'
import type { Appearance } from '../appearance/appearance.js'
import type { Signer } from '../signer/signer.js'
import type { SiteStore } from '../sites/site-store.js'
import type { Chains } from '../stores/chains.js'

export interface WalletAppOptions {
  config: AppConfig
  /** Started. */
  chains: Chains
  params: InitParams
  signer: Signer
  /** An appearance with the page's wishes applied; by default a plain one. */
  appearance?: Appearance
  store: SiteStore
  /** Verified origin of the page that embeds the wallet; null on the wallet's own page. */
  site: string | null
  notify: <N extends keyof FrameNotices & string>(name: N, payload: FrameNotices[N]) => void
  /** Asks the page for its URL. Absent where no page can be taken to a login and back. */
  pageAddress?: (() => Promise<unknown>) | undefined
}
