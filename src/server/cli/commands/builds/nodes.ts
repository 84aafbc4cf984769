/** Asks the key nodes of a wallet which program and registry they use. */
import type { KeyNetwork } from '../../../../protocol/service.js'
import { probeNodes } from '../../../keys/outside/probe.js'
import { isLocalHttp } from '../../../registry/registry.js'
import { TIMEOUT } from '../check/asking.js'
import type { Deadline } from './fetching.js'

/** More than a network has: the wallet's host could have a watcher ask any number of hosts. */
const MOST_NODES = 32

export interface Watched {
  /** Differences, in words. */
  faults: string[]
  /** Remarks that are not faults, in words. */
  notes: string[]
}

/**
 * A node without an answer is not a fault: it may be restarting, and wallets use the others.
 *
 * @param origin - Of the wallet.
 */
export async function watchNodes(
  origin: string,
  network: KeyNetwork,
  deadline: Deadline,
): Promise<Watched> {
  const { nodes } = network
  if (nodes.length > MOST_NODES) {
    return { faults: [`/config.json names more than ${MOST_NODES} nodes`], notes: [] }
  }
  const isAsked = (url: string) => {
    const isReachable = url.startsWith('https:') || (isLocalHttp(url) && isLocalHttp(origin))
    // Refuse a query: the wallet's host could otherwise choose the whole request.
    return isReachable && !/[?#]/.test(url)
  }
  const faults = nodes
    .filter(({ url }) => !isAsked(url))
    .map(
      ({ index }) => `/config.json names node ${index} at a URL that is no https, or has a query`,
    )
  const asked = { ...network, nodes: nodes.filter(({ url }) => isAsked(url)) }
  const probed = await probeNodes(asked, Math.min(TIMEOUT, deadline.left))
  const notes: string[] = []
  for (const { node, fault, isAway, differences, notes: its } of probed) {
    const wrongs = [...(fault && !isAway ? [fault] : []), ...differences]
    faults.push(...wrongs.map((wrong) => `node ${node.index} ${wrong}`))
    notes.push(...its.map((note) => `node ${node.index} ${note}`))
  }
  const proven = probed.filter(({ says }) => says).length
  if (proven) notes.unshift(`${proven} of ${nodes.length} nodes prove what they run`)
  return { faults, notes }
}
