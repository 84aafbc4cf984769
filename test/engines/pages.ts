/** The pages that a walk goes through, and what they ask for. */
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'

import { barePage } from '../e2e/site.js'

export const CHAIN_ID = 31_337
export const MESSAGE = 'Hello from any engine'
const AMOUNT = parseEther('0.25')
const TO = privateKeyToAddress(generatePrivateKey())
export const TYPED_DATA = {
  domain: { name: 'Any engine', version: '1', chainId: CHAIN_ID },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Mail: [{ name: 'contents', type: 'string' }],
  },
  primaryType: 'Mail',
  message: { contents: 'Hello' },
} as const

/** A page with nothing but the wallet, as it is by default. */
export const plainPage = (wallet: string) =>
  barePage(`
  window.wallet = new lib.Wallet({ walletUrls: { production: '${wallet}' } })
  await wallet.init({ network: { host: 'localhost' } })`)

/**
 * A page with a button for each thing that a page asks of the wallet; what came of the last press is in `outcome`.
 * An earlier request may end after it, and is not heard: a login that is begun again ends the first with `ABORTED`.
 */
export const sitePage = (wallet: string) =>
  barePage(`
  const walletUrls = { production: '${wallet}' }
  const wallet = (window.wallet = new lib.Wallet({ walletUrls }))
  const client = (uxMode) => new lib.LoginClient({ clientId: 'demo', uxMode, walletUrls })
  const [popup, redirect] = [client('popup'), client('redirect')]
  window.client = redirect
  const ask = (method, ...params) => wallet.provider.request({ method, params })
  const first = async () => (await ask('eth_accounts'))[0]
  const acts = {
    Connect: async () => {
      // Who signed in for this site is connected to it already.
      await ask('wallet_revokePermissions', { eth_accounts: {} })
      return ask('eth_requestAccounts')
    },
    'Sign message': async () => ask('personal_sign', '0x${Buffer.from(MESSAGE).toString('hex')}', await first()),
    'Sign typed data': async () => ask('eth_signTypedData_v4', await first(), ${JSON.stringify(JSON.stringify(TYPED_DATA))}),
    Send: async () => ask('eth_sendTransaction', { from: await first(), to: '${TO}', value: '0x${AMOUNT.toString(16)}' }),
    'Key by popup': async () =>
      (await popup.login({ loginProvider: 'google', relogin: true, skipKeyOnboarding: true })).privKey,
    'Key by redirect': () =>
      redirect.login({ loginProvider: 'google', relogin: true, skipKeyOnboarding: true }),
    'Log out': () => wallet.logout(),
    'Clean up': () => wallet.cleanUp(),
  }
  for (const [name, act] of Object.entries(acts)) {
    const element = document.createElement('button')
    element.textContent = name
    element.onclick = () => {
      const press = (window.press = {})
      window.outcome = undefined
      const tell = (outcome) => window.press === press && (window.outcome = outcome)
      act().then(
        (value) => tell({ value: value ?? null }),
        ({ code, message }) => tell({ code, message }),
      )
    }
    document.body.append(element)
  }
  await Promise.all([wallet.init({ network: { host: 'localhost' } }), popup.init(), redirect.init()])`)
