/** Marks the page's button while a transaction is pending, if the page may see the account. */
import { msg } from '@lit/localize'

import { isPending } from '../../activity/record.js'
import type { WalletApp } from '../wallet-app.js'

export function watchPending(app: WalletApp): void {
  let told = ''
  const tell = () => {
    const seen = new Set(app.own.given.map((account) => account.toLowerCase()))
    const isUnderWay = app.core.activity?.everybodys.some(
      (sent) => isPending(sent) && seen.has(sent.account.toLowerCase()),
    )
    const label = isUnderWay ? msg('Open wallet: a transaction is on its way') : ''
    if (label === told) return
    told = label
    app.note(label, 'pending')
  }
  app.addEventListener('change', tell)
  tell()
}
