/** The app's side of the signer. */
import { type Endpoint, Peer } from '../../protocol/peer.js'
import { WalletError } from '../../shared/errors.js'
import type { SignerContract, WireContract } from './contract.js'
import url from './worker.js?worker&url'

/** Milliseconds. A login asks the key nodes, which have their own deadline. */
const TIMEOUT = 15_000

/** The signer as the app sees it; tests have a fake. */
export interface Signer {
  /**
   * @param account - Index of the account that signs; the first by default.
   * @param first - The first address of the secret that is meant; by default the secret opened last.
   */
  ask<M extends keyof SignerContract>(
    method: M,
    params: SignerContract[M]['params'],
    account?: number,
    first?: `0x${string}`,
  ): Promise<SignerContract[M]['result']>
}

/** Starts the worker. It loads while the first screen is drawn. */
export function startSigner(): Signer {
  const worker = new Worker(trusted(url), { type: 'module', name: 'signer' })
  const peer = new Peer<WireContract>(worker as unknown as Endpoint)
  worker.addEventListener('error', () =>
    peer.close(new WalletError('INTERNAL', 'The signer could not be started.')),
  )
  return {
    ask: (method, params, account = 0, first) =>
      peer.request(method, { params, account, first }, TIMEOUT),
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

/** The one script that may be started from here (Trusted Types, policy `wallet-embed`). */
function trusted(workerUrl: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('wallet-embed', {
    createScriptURL(asked) {
      if (asked !== workerUrl) throw new TypeError('Not a script of the wallet.')
      return asked
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}
