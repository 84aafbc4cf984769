/** The chains of this wallet: the one in use, the operator's, and those that the site or the person added. */
import * as z from 'zod/mini'

import {
  AddedChain,
  addedChain,
  type Chain,
  configuredChain,
  defaultNetwork,
  describedChain,
  MAX_ADDED,
  resolveNetwork,
} from '../../chain/networks/networks.js'
import { Rpc, type Transport } from '../../chain/rpc/rpc.js'
import type { InitParams } from '../../protocol/messages.js'
import type { ChainConfig } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import type { SiteStore } from '../sites/site-store.js'

type Network = InitParams['network']

const Choice = z.object({ network: z.string(), chainId: z.int() })

export interface ChainsOptions {
  /** The chains for which the operator has nodes. */
  configured: readonly ChainConfig[]
  store: SiteStore
  /**
   * Transport through the page, for nodes that only the page named. Absent on the wallet's own page, where the person
   * adds networks.
   */
  viaPage?: Transport
}

export class Chains {
  /** Called once a chain was chosen. @param isOther - Not the one that was in use. */
  onSwitched = (_isOther: boolean): void => {}
  /** The chain in use; undefined before `start`. */
  current!: Chain
  /** The node of the chain in use. */
  node!: Rpc
  readonly #options: ChainsOptions
  /** What the page names. */
  #network: Network

  constructor(options: ChainsOptions) {
    this.#options = options
  }

  /**
   * Begins with the chain last switched to, if the page still names the same network as then; else with the one that
   * the page names.
   *
   * @throws {WalletError} As `resolveNetwork`.
   */
  async start(network: Network): Promise<void> {
    const choice = this.#options.store.get('chosen-chain', Choice)
    const chosen = choice?.network === toKey(network) ? this.find(choice.chainId) : undefined
    this.#use(chosen ?? (await this.resolve(network)), network)
  }

  /** The chain that the page names. @throws {WalletError} As `resolveNetwork`. */
  async resolve(network: Network): Promise<Chain> {
    const { configured, viaPage } = this.#options
    const asked = network ?? defaultNetwork(configured)
    const askChainId = (url: string) => new Rpc(url, viaPage).quantity('eth_chainId')
    const chain = await resolveNetwork(asked, configured, askChainId)
    // For the page's developer. Loaded later, and a failure is ignored.
    import('../support/network-words.js').then(
      ({ tellNetwork }) => tellNetwork(network, asked.host, chain),
      () => {},
    )
    return chain
  }

  /** All that can be switched to. */
  get known(): Chain[] {
    return [...this.#options.configured.map(configuredChain), ...this.#added]
  }

  /** The one in use, or one that can be switched to. */
  find(chainId: number): Chain | undefined {
    return [this.current, ...this.known].find((chain) => chain?.chainId === chainId)
  }

  /** The node that the wallet itself asks about a chain. */
  nodeOf(chain: Chain): Rpc {
    return chain.chainId === this.current?.chainId ? this.node : this.nodeAt(chain)
  }

  /** A node that no chain may have yet. */
  nodeAt({ nodeUrl, rpcUrl }: Pick<Chain, 'nodeUrl' | 'rpcUrl'>): Rpc {
    return nodeUrl ? new Rpc(nodeUrl) : new Rpc(rpcUrl, this.#options.viaPage)
  }

  /** Switches to a chain that the person chose, and remembers it for as long as the page names this network. */
  switchTo(chain: Chain): void {
    const { chainId } = this.current
    // A chain that only the page named must stay available.
    if (!this.known.some((known) => known.chainId === chainId)) this.add(this.current)
    const choice = { network: toKey(this.#network), chainId: chain.chainId }
    this.#options.store.set('chosen-chain', choice)
    this.onSwitched(this.#use(chain, this.#network))
  }

  /** Switches to the chain of a network that the page chose. The person's last choice no longer counts. */
  follow(network: Network, chain: Chain): void {
    this.#options.store.set('chosen-chain', undefined)
    this.onSwitched(this.#use(chain, network))
  }

  /**
   * Remembers a chain for this site; replaces one with the same id, but never a chain of the operator.
   *
   * @throws {WalletError} `LIMIT_EXCEEDED`
   */
  add(chain: Chain): void {
    const others = this.#stored.filter(({ chainId }) => chainId !== chain.chainId)
    if (others.length >= MAX_ADDED) {
      throw new WalletError('LIMIT_EXCEEDED', `${MAX_ADDED} networks were added.`)
    }
    this.#options.store.set('chains', [...others, addedChain(chain)])
  }

  /** Whether it was added, and may be changed and removed. */
  isAdded(chainId: number): boolean {
    return this.#added.some((chain) => chain.chainId === chainId)
  }

  /** Whether the person adds the networks, not a site. */
  get isOwn(): boolean {
    return !this.#options.viaPage
  }

  /** Forgets an added chain. */
  remove(chainId: number): void {
    this.#options.store.set(
      'chains',
      this.#stored.filter((chain) => chain.chainId !== chainId),
    )
  }

  /** @returns Whether it is a different chain. */
  #use(chain: Chain, network: Network): boolean {
    const before = this.current?.chainId
    this.#network = network
    this.current = chain
    this.node = this.nodeAt(chain)
    return before !== chain.chainId
  }

  get #added(): Chain[] {
    // The person's own choice is as good as the operator's; a site's is not.
    return this.#stored.map((chain) => describedChain(chain, chain, this.isOwn))
  }

  get #stored(): AddedChain[] {
    const stored = this.#options.store.get('chains', z.array(AddedChain)) ?? []
    const isOurs = (chainId: number) =>
      this.#options.configured.some((chain) => chain.chainId === chainId)
    return stored.filter(({ chainId }) => !isOurs(chainId))
  }
}

const toKey = (network: Network): string => JSON.stringify(network ?? null)
