/** Tests a node by the URL that a person typed, and finds out why it cannot be used. */
import { Rpc } from '../../chain/rpc/rpc.js'
import { ProviderRpcError, WalletError } from '../../shared/errors.js'

/** Milliseconds for the second request to a node whose answer could not be read. */
const PROBE_TIME = 5_000

export type NodeProblem =
  /** Nothing came back. */
  | 'silent'
  /** A server answers, but does not let other websites read its answers (CORS). */
  | 'closed'
  /** This wallet's own policy forbids to ask there (CSP). */
  | 'forbidden'
  /** The answer is not an Ethereum node's. */
  | 'no-node'

export type NodeTest = { chainId: number } | { problem: NodeProblem }

/** @param url - As `NodeUrl` has it. */
export async function testNode(url: string): Promise<NodeTest> {
  let isForbidden = false
  const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isForbidden ||= blockedURI.startsWith(new URL(url).origin)
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  try {
    const chainId = Number(await new Rpc(url).quantity('eth_chainId'))
    return Number.isSafeInteger(chainId) && chainId > 0 ? { chainId } : { problem: 'no-node' }
  } catch (error) {
    // The event comes in a later task.
    await new Promise((resolve) => setTimeout(resolve))
    return { problem: isForbidden ? 'forbidden' : await problemOf(error, url) }
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation)
  }
}

async function problemOf(error: unknown, url: string): Promise<NodeProblem> {
  if (error instanceof ProviderRpcError) return 'no-node'
  const cause = WalletError.is(error) ? error.cause : error
  if (!cause || cause instanceof SyntaxError) return 'no-node'
  return cause instanceof TypeError && (await isThere(url)) ? 'closed' : 'silent'
}

/** Whether a server answers, even if its answer cannot be read. */
async function isThere(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIME)
    await fetch(url, { mode: 'no-cors', credentials: 'omit', signal })
    return true
  } catch {
    return false
  }
}
