import { barePage } from '../../e2e/site.js'

/** A page that asks the wallet at `url` by `ask`, without a click; each answer, or a refusal's code, is in `answers`. */
export const askingPage = (url: string) =>
  barePage(`
    window.answers = []
    window.wallet = new lib.Wallet({ walletUrls: { production: '${url}' } })
    await wallet.init({ network: { host: 'localhost' }, showWalletButton: false })
    window.ask = (method, params) => wallet.provider.request({ method, params }).then(
      (answer) => answers.push(answer), ({ code }) => answers.push(code))`)
