/** Checks key nodes from outside: their shares, by an evaluation without a login, and their statements. */
import { verifyEvaluation } from '../../../keys/oprf.js'
import { PROBE, statementInput } from '../../../keys/probe.js'
import { Evaluation, type KeyNetwork } from '../../../protocol/service.js'
import { randomId } from '../../../shared/encoding.js'
import { WalletError } from '../../../shared/errors.js'
import { serviceUrl } from '../../../shared/service-url.js'
import { fromJson } from '../../platform/json-text.js'
import { Stated, Statement } from '../statement.js'
import { agreementOf } from './agreement.js'
import { readBody } from './answer.js'

type Node = KeyNetwork['nodes'][number]

/** Milliseconds for a node to answer: a wallet waits as long. */
const TIMEOUT = 10_000
/** Bytes: ten times the longest answer. */
const MAX_ANSWER = 32_768
const OLDER = 'does not say what it runs: its version is older than this program'

export interface Probed {
  node: Node
  /** Why wallets would reject the node's answer. */
  fault: string | undefined
  /** Nothing answered like a node, so the fault may not be the node's. */
  isAway: boolean
  /** Proven by the published share. */
  says: Statement | undefined
  /** Wrong differences from the other nodes, or that the statement lacks a proof. */
  differences: string[]
  notes: string[]
}

/** @param ms - For each of them. */
export async function probeNodes({ nodes }: KeyNetwork, ms = TIMEOUT): Promise<Probed[]> {
  const probed = await Promise.all(nodes.map((node) => probe(node, ms)))
  const all = probed.flatMap(({ says }) => says ?? [])
  return probed.map((one): Probed => {
    if (!one.says) return one
    const { faults, notes } = agreementOf(one.says, all)
    return { ...one, differences: faults, notes }
  })
}

async function probe(node: Node, ms: number): Promise<Probed> {
  const nonce = randomId(16)
  const [proof, statement] = await Promise.all([
    ask(node, '/probe', ms),
    ask(node, `/statement/${nonce}`, ms),
  ])
  const fault = 'failure' in proof ? proof.failure : faultOf(node, proof.text)
  const isAway = 'failure' in proof
  const known = { node, isAway, differences: [], notes: [] }
  if ('failure' in statement) {
    const notes = statement.status === 404 ? [OLDER] : [`says nothing: ${statement.failure}`]
    return { ...known, fault, says: undefined, notes: fault ? [] : notes }
  }
  const heard = readStatement(node, nonce, statement.text)
  if ('says' in heard) return { ...known, fault, says: heard.says }
  // The statement's fault may say more: which share it is instead.
  if (fault && !isAway && heard.isStale) return { ...known, fault: heard.fault, says: undefined }
  return { ...known, fault, says: undefined, differences: fault ? [] : [heard.fault] }
}

type Asked = { text: string } | { failure: string; status?: number }

async function ask({ url }: Node, path: `/${string}`, ms: number): Promise<Asked> {
  try {
    const signal = AbortSignal.timeout(ms)
    const answer = await fetch(serviceUrl(url, path), { signal, redirect: 'error' })
    const { ok, status } = answer
    if (ok) return { text: (await readBody(answer, MAX_ANSWER)).toString() }
    await answer.body?.cancel()
    return { failure: `answers ${status}`, status }
  } catch (error) {
    if (WalletError.is(error)) return { text: '' }
    const { name, cause } = error as Error
    const { code = name } = (cause ?? {}) as { code?: string }
    return { failure: `gives no answer (${code})` }
  }
}

function faultOf({ index, publicKey }: Node, text: string): string | undefined {
  const evaluation = Evaluation.safeParse(fromJson(text))
  if (!evaluation.success) return 'answers what is no proof'
  if (evaluation.data.index !== index) return `is node ${evaluation.data.index}`
  if (verifyEvaluation(PROBE, publicKey, evaluation.data)) return undefined
  return 'proves another share than the published one: another generation, or another network'
}

type Heard = { says: Statement } | { fault: string; isStale?: true }

/** @param nonce - What was asked with. */
function readStatement({ index, publicKey }: Node, nonce: string, text: string): Heard {
  const stated = Stated.safeParse(fromJson(text)).data
  const says = stated && Statement.safeParse(fromJson(stated.statement)).data
  if (!stated || !says) return { fault: 'says what is no statement' }
  const isProven = (key: string) => verifyEvaluation(statementInput(stated.statement), key, stated)
  if (!isProven(publicKey)) {
    if (!isProven(says.publicKey)) return { fault: 'says what its share does not prove' }
    const share = says.generation ?? says.publicKey.slice(0, 8)
    const advice =
      'send it SIGHUP, restore a backup of the generation that is published, or publish the new network.json'
    return { fault: `has share ${share}, and another one is published: ${advice}`, isStale: true }
  }
  if (says.nonce !== nonce) return { fault: 'repeats an old statement' }
  if (says.index !== index) return { fault: `says that it is node ${says.index}` }
  return { says }
}
