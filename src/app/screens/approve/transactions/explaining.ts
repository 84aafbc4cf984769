import type { ReactiveController, ReactiveControllerHost } from 'lit'

import type { Describe, Explanation, Plan, Subject } from '../../../../chain/explain/explain.js'
import type { KnownAddresses } from '../../../../chain/parties/parties.js'
import type { Node } from '../../../../chain/reads/contract-reads.js'

interface Asked {
  node: Node
  people: KnownAddresses | undefined
  plan: Promise<Plan | undefined>
}

/** Explains a screen's question step by step; results for an earlier question are dropped. */
export class Explaining implements ReactiveController {
  readonly #host: ReactiveControllerHost
  #explanation: Explanation | undefined
  #run = 0

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

  /** The explanation so far. */
  get explanation(): Explanation | undefined {
    return this.#explanation
  }

  hostDisconnected(): void {
    this.#run++
  }

  /** Starts over. Results of an earlier run are dropped. */
  async start(subject: Subject, asked: Asked): Promise<void> {
    const run = ++this.#run
    this.show(undefined)
    await this.explain(subject, asked, (explanation) => {
      if (run === this.#run) this.show(explanation)
    })
  }

  show(explanation: Explanation | undefined): void {
    this.#explanation = explanation
    this.#host.requestUpdate()
  }

  /** Explains in the background, without showing the steps. */
  async explain(
    subject: Subject,
    { node, people, plan }: Asked,
    onProgress = (_: Explanation) => {},
  ): Promise<Explanation> {
    // ABIs and descriptors: a chunk loaded only before signing.
    const { explain } = await import('../../../../chain/explain/explain.js')
    return explain(subject, node, { describe, plan, onProgress, ...(people && { people }) })
  }
}

/** The operator's descriptors: a chunk loaded only for calls that the wallet cannot explain. */
const describe: Describe = (chainId, address) =>
  import('../../../operator-files/descriptors.js').then(
    ({ descriptorsOf }) => descriptorsOf(chainId, address),
    () => [],
  )
