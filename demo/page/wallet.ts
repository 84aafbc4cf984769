import { Wallet } from '../../src/index.js'
import type { DemoConfig } from './config.js'
import { byId, describe, setState, setText, shorten } from './dom.js'
import { toEther } from './ether.js'
import { log } from './log.js'
import type { Settings } from './settings/settings.js'

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

/** EIP-1193's own. */
const PROVIDER_EVENTS = [
  'connect',
  'disconnect',
  'accountsChanged',
  'chainChanged',
  'message',
] as const

/** What the page shows of the wallet. */
export interface Account {
  address: string | undefined
  /** Hexadecimal. */
  chainId: string
}

/** The page's one wallet, with all its events in the log. Its `init` is still to be called. */
export function createWallet({ walletUrl }: DemoConfig, { buttonPosition }: Settings): Wallet {
  const wallet = new Wallet({ buttonPosition, walletUrls: { development: walletUrl } })
  window.wallet = wallet
  for (const event of EVENTS) {
    wallet.on(event, (...details: unknown[]) => {
      log('wallet', event, details[0] instanceof Error ? describe(details[0]) : details[0])
    })
  }
  for (const event of PROVIDER_EVENTS) {
    wallet.provider.on(event, (detail: unknown) => {
      log('provider', event, detail instanceof Error ? describe(detail) : detail)
    })
  }
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { info } = (event as CustomEvent<{ info: { name: string; rdns: string } }>).detail
    log('page', 'eip6963:announceProvider', `${info.name} (${info.rdns})`)
  })
  return wallet
}

/** Keeps the card with the account as it is. */
export function followWallet(
  wallet: Wallet,
  config: DemoConfig,
  onAccount: (account: Account) => void,
): () => Promise<void> {
  const refresh = () => show(wallet, config, onAccount)
  for (const event of EVENTS) wallet.on(event, () => void refresh())
  return refresh
}

const accountsOf = async (wallet: Wallet): Promise<string[]> =>
  (await wallet.provider.request({ method: 'eth_accounts' })) as string[]

async function show(
  wallet: Wallet,
  config: DemoConfig,
  onAccount: (account: Account) => void,
): Promise<void> {
  const { isLoggedIn, isInitialized } = wallet
  byId('wallet-login').hidden = isLoggedIn
  byId('login-hint').hidden = isLoggedIn
  byId('wallet-logout').hidden = !isLoggedIn
  byId('step-login').classList.toggle('finished', isLoggedIn)
  if (!isInitialized) return
  setState('wallet-state', isLoggedIn ? 'in' : 'out', isLoggedIn ? 'Signed in' : 'Signed out')
  try {
    const [address] = await accountsOf(wallet)
    const chainId = (await wallet.provider.request({ method: 'eth_chainId' })) as string
    byId('account').hidden = !address
    setText('wallet-address', address ? shorten(address, 10, 8) : '')
    byId('wallet-address').title = address ?? ''
    setText('wallet-chain', nameOf(Number(chainId), config))
    onAccount({ address, chainId })
    setText('wallet-balance', address ? `${await balanceOf(wallet, address)} ETH` : '–')
  } catch (error) {
    // A wallet that went away in the meantime is no news.
    if (wallet.isInitialized) log('page', 'could not read the account', describe(error))
  }
}

const nameOf = (chainId: number, config: DemoConfig) =>
  chainId === config.chainId ? 'the local chain' : `chain ${chainId}`

async function balanceOf(wallet: Wallet, address: string): Promise<string> {
  const params = [address, 'latest']
  const balance = await wallet.provider.request({ method: 'eth_getBalance', params })
  return toEther(BigInt(balance as string))
}

declare global {
  interface Window {
    /** So that one can play with it in the console. */
    wallet: Wallet
  }
}
