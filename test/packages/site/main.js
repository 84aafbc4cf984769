import { LoginClient, Wallet } from 'wallet-embed'
import 'wallet-embed/define'

const walletUrls = { production: new URLSearchParams(location.search).get('wallet') }
if (walletUrls.production) {
  window.wallet = new Wallet({ walletUrls })
  await window.wallet.init()
  window.client = new LoginClient({ clientId: 'demo', uxMode: 'popup', walletUrls })
  await window.client.init()
}
document.title = 'ready'
