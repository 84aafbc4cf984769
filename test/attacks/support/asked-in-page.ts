/** In the page: a wallet, and what became of what was asked of it. */
export const HELPERS = `
  window.start = async (url, params) => {
    await window.wallet?.cleanUp().catch(() => {})
    window.wallet = new lib.Wallet({ walletUrls: { production: url } })
    await window.wallet.init(params)
  }
  window.ask = (method, params) => {
    window.answer = undefined
    window.wallet.provider.request({ method, params }).then(
      (value) => { window.answer = { value } },
      ({ code, message }) => { window.answer = { code, message } },
    )
  }
`

export interface Answer {
  value?: unknown
  code?: number
}
