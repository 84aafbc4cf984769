/** Whether key nodes prove the shares that are published, seen from outside: as a wallet asks, but without a login. */
import { verifyEvaluation } from '../../keys/oprf.js'
import { PROBE } from '../../keys/probe.js'
import { Evaluation, type KeyNetwork } from '../../protocol/service.js'
import { serviceUrl } from '../../shared/service-url.js'
import { fromJson } from '../platform/json-text.js'

type Node = KeyNetwork['nodes'][number]

/** Milliseconds for a node to answer: a wallet waits as long. */
const TIMEOUT = 10_000

export interface Probed {
  node: Node
  /** Why no wallet would take its answer. */
  fault: string | undefined
}

export const probeNodes = ({ nodes }: KeyNetwork): Promise<Probed[]> =>
  Promise.all(nodes.map(async (node) => ({ node, fault: await faultOf(node) })))

async function faultOf({ index, url, publicKey }: Node): Promise<string | undefined> {
  let text: string
  try {
    const signal = AbortSignal.timeout(TIMEOUT)
    const answer = await fetch(serviceUrl(url, '/probe'), { signal, redirect: 'error' })
    if (!answer.ok) return `answers ${answer.status}`
    text = await answer.text()
  } catch (error) {
    const { name, cause } = error as Error
    const { code = name } = (cause ?? {}) as { code?: string }
    return `gives no answer (${code})`
  }
  const evaluation = Evaluation.safeParse(fromJson(text))
  if (!evaluation.success) return 'answers what is no proof'
  if (evaluation.data.index !== index) return `is node ${evaluation.data.index}`
  if (verifyEvaluation(PROBE, publicKey, evaluation.data)) return undefined
  return 'proves another share than the published one: another generation, or another network'
}
