/**
 * wagmi's connector for a wallet of this package. It imports viem alone, which every site with wagmi has: `@wagmi/core`
 * lies below wagmi, where a bundler finds it with some package managers only.
 */
import {
  type Address,
  type Chain,
  numberToHex,
  ProviderDisconnectedError,
  type ProviderRpcError,
  SwitchChainError,
  UserRejectedRequestError,
} from 'viem'

import { RDNS } from '../src/client/provider/announce.js'
import { ICON_URL } from '../src/client/provider/icon.js'
import type { Provider } from '../src/client/provider/provider.js'

/** How the wallet is listed. */
export interface ConnectorParameters {
  name?: string | undefined
  /** URL; a data URI works everywhere. */
  icon?: string | undefined
}

/** What this connector uses of what wagmi hands to one. */
export interface ConnectorConfig {
  readonly chains: readonly Chain[]
  readonly emitter: {
    emit(event: 'change', data: { accounts?: readonly Address[]; chainId?: number }): void
    emit(event: 'connect', data: { accounts: readonly Address[]; chainId: number }): void
    emit(event: 'disconnect'): void
    listenerCount(event: 'connect'): number
  }
}

type Accounts<WithCapabilities> = WithCapabilities extends true
  ? readonly { address: Address; capabilities: Record<string, unknown> }[]
  : readonly Address[]

/** A chain as a page describes it to `wallet_addEthereumChain`. */
interface ChainDescription {
  blockExplorerUrls?: string[] | undefined
  chainName?: string | undefined
  iconUrls?: string[] | undefined
  nativeCurrency?: Chain['nativeCurrency'] | undefined
  rpcUrls?: readonly string[] | undefined
}

/** A connector as wagmi calls it. An alias: wagmi asks for an index signature, which no interface has. */
export type WalletConnector = {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
  readonly type: 'injected'
  setup(): Promise<void>
  connect<WithCapabilities extends boolean = false>(parameters?: {
    chainId?: number | undefined
    isReconnecting?: boolean | undefined
    withCapabilities?: WithCapabilities | boolean | undefined
    /** Of `wallet_connect` (ERC-7846), such as `{ signInWithEthereum: { nonce, chainId: '0x1' } }`. */
    capabilities?: Record<string, unknown> | undefined
  }): Promise<{ accounts: Accounts<WithCapabilities>; chainId: number }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(): Promise<Provider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: {
    addEthereumChainParameter?: ChainDescription | undefined
    chainId: number
  }): Promise<Chain>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onDisconnect(): void
}

/** A `Wallet` or a `<wallet-embed>`. */
interface Source {
  /** A tag has none before its script has come. */
  readonly provider: Provider
  readonly localName?: string
}

/** Milliseconds for which a request waits for a tag's script: as long as for a start of the wallet. */
const SCRIPT_TIME = 20_000
/** EIP-1193 and EIP-3326. */
const USER_REJECTED = 4001
const DISCONNECTED = 4900
const UNKNOWN_CHAIN = 4902

/**
 * Makes a connector. Discovery finds the wallet without it; with it, the wallet is in the list from the beginning, under
 * a name of the site's own, and once.
 *
 * @param wallet - A `Wallet` or a `<wallet-embed>`; it may be started later.
 *
 * @example
 * createConfig({ chains, transports, connectors: [walletEmbed(wallet, { name: 'Shop wallet' })] })
 */
export const walletEmbed =
  (wallet: Source, { name = 'Wallet', icon = ICON_URL }: ConnectorParameters = {}) =>
  ({ chains, emitter }: ConnectorConfig): WalletConnector => ({
    id: RDNS,
    name,
    icon,
    rdns: RDNS,
    type: 'injected',

    // The provider is there for life, and wagmi hears of a connector what it has listeners for.
    async setup() {
      // Without a deadline: nothing waits for it.
      if (!wallet.provider) await customElements.whenDefined(wallet.localName!)
      const { provider } = wallet
      provider.on('accountsChanged', (accounts) => this.onAccountsChanged(accounts))
      provider.on('chainChanged', (chainId) => this.onChainChanged(chainId))
      // wagmi looked for a session before the wallet started.
      provider.on('connect', async () => {
        const accounts = await this.getAccounts().catch(() => [])
        if (accounts.length && emitter.listenerCount('connect'))
          this.onAccountsChanged([...accounts])
      })
    },

    async connect({ chainId, isReconnecting, withCapabilities, capabilities } = {}) {
      const provider = await providerOf(wallet)
      const method = isReconnecting ? 'eth_accounts' : 'eth_requestAccounts'
      const connected =
        capabilities && !isReconnecting
          ? await connectWith(provider, capabilities)
          : (await provider.request({ method }).catch(rethrow)).map(without)
      let current = await this.getChainId()
      if (chainId && chainId !== current) {
        const chain = await this.switchChain({ chainId }).catch((error) => {
          if (error instanceof UserRejectedRequestError) throw error
          return { id: current }
        })
        current = chain.id
      }
      const told = withCapabilities ? connected : connected.map(({ address }) => address)
      // Which of the two it is, the type parameter says.
      return { accounts: told as never, chainId: current }
    },

    async disconnect() {
      const asked = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] } as const
      try {
        await (await providerOf(wallet)).request(asked)
      } catch (error) {
        // Where the wallet was taken out of the page nothing is left to revoke it, and wagmi still has to forget it.
        if ((error as ProviderRpcError).code !== DISCONNECTED) throw error
      }
    },

    getAccounts: async () => (await providerOf(wallet)).request({ method: 'eth_accounts' }),
    async getChainId() {
      const provider = await providerOf(wallet)
      return Number(await provider.request({ method: 'eth_chainId' }))
    },
    getProvider: () => providerOf(wallet),
    isAuthorized() {
      return this.getAccounts().then(
        ({ length }) => length > 0,
        () => false,
      )
    },

    async switchChain({ addEthereumChainParameter, chainId }) {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain) throw new SwitchChainError(new Error(`The config has no chain ${chainId}.`))
      const provider = await providerOf(wallet)
      const hex = numberToHex(chainId)
      try {
        await provider.request({
          method: 'wallet_switchEthereumChain',
          params: [{ chainId: hex }],
        })
      } catch (error) {
        if ((error as ProviderRpcError).code !== UNKNOWN_CHAIN) rethrow(error)
        const explorer = chain.blockExplorers?.default.url
        // It adds and switches.
        const added = {
          chainId: hex,
          chainName: chain.name,
          nativeCurrency: chain.nativeCurrency,
          rpcUrls: chain.rpcUrls.default.http,
          ...(explorer && { blockExplorerUrls: [explorer] }),
          ...addEthereumChainParameter,
        }
        await provider
          .request({ method: 'wallet_addEthereumChain', params: [added] })
          .catch(rethrow)
      }
      emitter.emit('change', { chainId })
      return chain
    },

    onAccountsChanged(accounts) {
      const addresses = accounts as Address[]
      if (!addresses.length) this.onDisconnect()
      else if (emitter.listenerCount('connect')) {
        // A person signed in without wagmi, in the wallet's panel.
        this.getChainId().then((chainId) =>
          emitter.emit('connect', { accounts: addresses, chainId }),
        )
      } else emitter.emit('change', { accounts: addresses })
    },

    onChainChanged(chainId) {
      emitter.emit('change', { chainId: Number(chainId) })
    },

    onDisconnect() {
      emitter.emit('disconnect')
    },
  })

/** @throws {ProviderDisconnectedError} If a tag's script does not come in time. */
async function providerOf(wallet: Source): Promise<Provider> {
  if (wallet.provider) return wallet.provider
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new ProviderDisconnectedError(new Error(`No script for <${wallet.localName}>.`))
    timer = setTimeout(() => reject(error), SCRIPT_TIME)
  })
  const there = customElements.whenDefined(wallet.localName!)
  await Promise.race([there, late]).finally(() => clearTimeout(timer))
  return wallet.provider
}

const without = (address: Address) => ({ address, capabilities: {} })

/** ERC-7846. */
async function connectWith(provider: Provider, capabilities: Record<string, unknown>) {
  const params = [{ version: '1', capabilities }]
  const { accounts } = await provider.request({ method: 'wallet_connect', params }).catch(rethrow)
  return accounts
}

/** Libraries tell a person's no by viem's error. */
function rethrow(error: unknown): never {
  const { code } = error as ProviderRpcError
  throw code === USER_REJECTED ? new UserRejectedRequestError(error as Error) : error
}
