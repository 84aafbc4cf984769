import type { WalletState } from '../../protocol/messages.js'
import { ProviderRpcError, WalletError } from '../../shared/errors.js'
import { Emitter } from '../emitter.js'
import { Reads } from './reads.js'
import type { RequestArguments, RequestFunction } from './request.js'

/** Reads that go straight to the node. All else is the wallet's to answer, or to refuse. */
export const READ_METHOD =
  /^(net_|web3_|eth_(blo|call$|createA|estimateG|f[ei]|gasP|get[^E]|maxP|new|protocolV|sendRaw|simulate|syncing|uninstall))/

/** EIP-1193. */
export interface ProviderEvents {
  connect: [info: { chainId: string }]
  disconnect: [error: ProviderRpcError]
  /** Hexadecimal, as `eth_chainId`. */
  chainChanged: [chainId: string]
  accountsChanged: [accounts: string[]]
  message: [message: { type: string; data: unknown }]
}
const EVENTS = [
  'connect',
  'disconnect',
  'chainChanged',
  'accountsChanged',
  'message',
] satisfies (keyof ProviderEvents)[]

/**
 * What answers a provider.
 *
 * @internal
 */
export interface ProviderSource {
  /** The wallet's state, when the wallet has been reached. */
  ready(): Promise<WalletState>
  /**
   * Opens a window for the question that the wallet will ask, if it asks in a window. Call it in the click.
   *
   * @returns Its name.
   */
  open(method: string): string | undefined
  /** Hands a request to the wallet. */
  rpc(args: RequestArguments, popup?: string): Promise<unknown>
}

/**
 * An Ethereum provider (EIP-1193). It answers known values itself, sends reads straight to the chain's node, and the
 * rest to the wallet. One object for life: libraries keep it.
 */
export class Provider extends Emitter<ProviderEvents> {
  readonly #source: ProviderSource
  #reads: Reads | undefined
  /**
   * By which it is announced (EIP-6963), as long as the page.
   *
   * @internal
   */
  declare uuid?: string

  /** @internal */
  constructor(source: ProviderSource) {
    super(EVENTS)
    this.#source = source
  }

  /**
   * Asks the wallet or the chain. Before the wallet is there it waits for it. A field, so that it can be
   * passed on without its object.
   *
   * @throws {ProviderRpcError} Always with a number as `code`; never synchronously.
   */
  readonly request = (async (args: RequestArguments): Promise<unknown> => {
    try {
      checkArguments(args)
      return await this.#answer(args)
    } catch (error) {
      throw ProviderRpcError.from(error)
    }
  }) as RequestFunction

  async #answer({ method, params }: RequestArguments): Promise<unknown> {
    const args = { method, params }
    // Before any await: browsers allow windows only shortly after a click.
    const popup = this.#source.open(method)
    const { accounts, chainId, rpcUrl } = await this.#source.ready()
    if (method === 'eth_chainId') return toHexChainId(chainId)
    if (method === 'net_version') return String(chainId)
    if (method === 'eth_accounts') return [...accounts]
    if (method === 'eth_requestAccounts' && accounts.length) return [...accounts]
    if (!rpcUrl || !READ_METHOD.test(method)) return this.#source.rpc(args, popup)
    if (this.#reads?.url !== rpcUrl) {
      this.#reads = new Reads(rpcUrl, (read) => this.#source.rpc(read))
    }
    return this.#reads.request(args)
  }
}

export const toHexChainId = (chainId: number): string => `0x${chainId.toString(16)}`

function checkArguments(args: unknown): void {
  const { method, params = [] } = (args ?? {}) as Partial<RequestArguments>
  if (typeof method !== 'string' || !method || typeof params !== 'object' || !params) {
    throw new WalletError(
      'INVALID_REQUEST',
      'Expected { method: string, params?: array | object }.',
    )
  }
}
