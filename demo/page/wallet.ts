import { Wallet } from '../../src/index.js'
import type { DemoConfig } from './config.js'
import { byId, describe, onClick, setText } from './dom.js'
import { toEther, toHex } from './ether.js'
import { log } from './log.js'

const EVENTS = [
  'ready',
  'login',
  'logout',
  'accountsChanged',
  'chainChanged',
  'show',
  'hide',
  'popupBlocked',
  'sessionExpired',
  'error',
] as const

const FUNDS = 10n * 10n ** 18n

/** The first section: the wallet and what it says of itself. Its `init` is still to be called. */
export function createWallet({ walletUrl, rpcUrl }: DemoConfig): Wallet {
  const wallet = new Wallet({
    buttonPosition: 'bottom-left',
    walletUrls: { development: walletUrl },
  })
  window.wallet = wallet
  const refresh = () => void show(wallet)
  for (const event of EVENTS) {
    wallet.on(event, (...details: unknown[]) => {
      log('wallet', event, details[0] instanceof Error ? describe(details[0]) : details[0])
      refresh()
    })
  }
  onClick('wallet-login', 'wallet-result', async () => {
    await wallet.login()
    return undefined
  })
  onClick('wallet-logout', 'wallet-result', async () => {
    await wallet.logout()
    return undefined
  })
  onClick('wallet-fund', 'wallet-result', async () => {
    const [address] = await accountsOf(wallet)
    if (!address) throw new Error('Log in first: there is no account to fund.')
    const balance = BigInt(await callNode<string>(rpcUrl, 'eth_getBalance', [address, 'latest']))
    await callNode(rpcUrl, 'anvil_setBalance', [address, toHex(balance + FUNDS)])
    refresh()
    return 'The local chain gave this account 10 ETH.'
  })
  return wallet
}

export const accountsOf = async (wallet: Wallet): Promise<string[]> =>
  (await wallet.provider.request({ method: 'eth_accounts' })) as string[]

/** Shows address, balance and chain as the page's provider tells them. */
export async function show(wallet: Wallet): Promise<void> {
  byId('wallet-login').hidden = wallet.isLoggedIn
  byId('wallet-logout').hidden = !wallet.isLoggedIn
  setText('wallet-state', wallet.isLoggedIn ? 'Logged in' : 'Logged out')
  byId('wallet-state').dataset.state = wallet.isLoggedIn ? 'in' : 'out'
  try {
    const [address] = await accountsOf(wallet)
    setText('wallet-address', address ?? '–')
    setText('wallet-chain', await chainOf(wallet))
    setText('wallet-balance', address ? `${await balanceOf(wallet, address)} ETH` : '–')
  } catch (error) {
    log('page', 'could not read the account', describe(error))
  }
}

async function balanceOf(wallet: Wallet, address: string): Promise<string> {
  const params = [address, 'latest']
  const balance = await wallet.provider.request({ method: 'eth_getBalance', params })
  return toEther(BigInt(balance as string))
}

async function chainOf(wallet: Wallet): Promise<string> {
  return String(Number(await wallet.provider.request({ method: 'eth_chainId' })))
}

/** Past the wallet: only a chain for development gives money away. */
async function callNode<T>(rpcUrl: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(5000),
  })
  const { result, error } = await response.json()
  if (error) throw error
  return result
}

declare global {
  interface Window {
    /** So that one can play with it in the console. */
    wallet: Wallet
  }
}
