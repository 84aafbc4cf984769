/** Asks the key nodes. Their answers count only with a proof. */
import { combine, identityInput, verifyEvaluation } from '../../keys/oprf.js'
import { EvaluateResponse, Evaluation, type KeyNetwork } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { decrypt, type PublicJwk } from '../../shared/jwe.js'
import { serviceUrl } from '../../shared/service-url.js'
import { readConfig } from '../support/config.js'
import { ask } from '../support/http.js'

type Node = KeyNetwork['nodes'][number]

export interface EvaluateInput {
  idToken: string
  verifier: string
  /** Name of the verifier or, if it belongs to one, of its aggregate. */
  realm: string
  verifierId: string
  /** The token's nonce is its thumbprint. */
  key: PublicJwk
  privateKey: CryptoKey
}

/**
 * As `evaluateAll`, but tries again if the nodes have new shares of the same key: operators may have refreshed them
 * while the page was open.
 */
export async function evaluate(network: KeyNetwork, input: EvaluateInput): Promise<Uint8Array> {
  try {
    return await evaluateAll(network, input)
  } catch (error) {
    if (WalletError.from(error).code !== 'NODES_UNAVAILABLE') throw error
    const { keyNetwork: now } = await readConfig().catch(() => ({ keyNetwork: network }))
    const isOtherKey = now.groupKey !== network.groupKey
    if (isOtherKey || JSON.stringify(now) === JSON.stringify(network)) throw error
    return evaluateAll(now, input)
  }
}

/**
 * Evaluates an identity under the shared key: all nodes at once, and the first `threshold` valid
 * answers count. The others are still checked, so that the log names a node that lies.
 *
 * @returns 64 bytes: the output of the function, a secret.
 * @throws {WalletError} The nodes' own `TOKEN_…` code if that is why; else `NODES_UNAVAILABLE`.
 */
export async function evaluateAll(network: KeyNetwork, input: EvaluateInput): Promise<Uint8Array> {
  const { nodes, threshold } = network
  const bytes = identityInput(input.realm, input.verifierId)
  const valid: Evaluation[] = []
  const failures: unknown[] = []
  const enough = new Promise<Evaluation[]>((resolve, reject) => {
    for (const node of nodes) {
      askNode(node, bytes, input).then(
        (evaluation) => {
          if (valid.push(evaluation) === threshold) resolve(valid.slice())
        },
        (error) => {
          console.warn(`Key node ${node.index} at ${node.url}: ${WalletError.from(error).message}`)
          failures.push(error)
          if (failures.length === nodes.length - threshold + 1) reject(summary(failures, network))
        },
      )
    }
  })
  return combine(bytes, await enough)
}

async function askNode(node: Node, bytes: Uint8Array, input: EvaluateInput): Promise<Evaluation> {
  const { idToken, verifier, key, privateKey } = input
  const { answer } = await ask(serviceUrl(node.url, '/evaluate'), EvaluateResponse, {
    body: { verifier, idToken, key },
    unavailable: 'NODES_UNAVAILABLE',
  })
  const evaluation = Evaluation.safeParse(JSON.parse(await decrypt(answer, privateKey)))
  if (!evaluation.success || evaluation.data.index !== node.index) {
    throw new WalletError('NODES_UNAVAILABLE', 'The answer is none of this node.')
  }
  if (!verifyEvaluation(bytes, node.publicKey, evaluation.data)) {
    throw new WalletError('NODES_UNAVAILABLE', 'The proof is wrong.')
  }
  return evaluation.data
}

/** The common error if all nodes report the same token error; else that too few nodes answered. */
function summary(failures: unknown[], { nodes, threshold }: KeyNetwork): WalletError {
  const [first, ...others] = failures.map(WalletError.from)
  const isToken = first?.code.startsWith('TOKEN_')
  if (first && isToken && others.every(({ code }) => code === first.code)) return first
  const detail = `${threshold} of ${nodes.length} are needed; ${failures.length} failed.`
  return new WalletError('NODES_UNAVAILABLE', detail)
}
