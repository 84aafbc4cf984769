/** What an operator asks the nodes of all operators, from outside. */
import { setTimeout as sleep } from 'node:timers/promises'

import { WalletError } from '../../../shared/errors.js'
import { type Probed, probeNodes } from '../../keys/probe.js'
import { readPublished } from '../../keys/published.js'
import { checkNetwork } from '../../keys/shares.js'
import { type Given, integer, logLine, print, text, wrong } from '../options/options.js'
import { openMetrics } from '../settings/metrics.js'

/** Once, or for as long as the process lives. */
export const checkNodes = (given: Given): Promise<void> =>
  text(given, 'every') ? watch(given) : check(given)

async function check(given: Given): Promise<void> {
  const { probed, threshold } = await probePublished(given)
  for (const { node, fault } of probed)
    print(`node ${node.index} at ${node.url}: ${fault ? `WRONG: ${fault}` : 'works'}.`)
  const wrongs = probed.filter(({ fault }) => fault).length
  if (!wrongs) return
  const how = probed.length - wrongs < threshold ? 'do not work' : 'work'
  const summary = `Wrong: ${wrongs} of ${probed.length}. Logins need ${threshold}, and ${how}.`
  throw new WalletError('INVALID_ARGUMENT', summary)
}

/** As long as the process lives. What changes is logged. */
async function watch(given: Given): Promise<void> {
  const seconds = integer(given, 'every')
  if (seconds < 1) throw wrong('every', 'expected 1 or more')
  const faults = new Map<number, string | undefined>()
  let lookedAt: number | undefined
  const metrics = await openMetrics(given, 'nodes-check')
  metrics?.gauges(
    'wallet_embed_node_proves_share',
    'Whether a key node proves the published share, seen from here.',
    'index',
    () => new Map([...faults].map(([index, fault]) => [String(index), fault ? 0 : 1])),
  )
  metrics?.gauge(
    'wallet_embed_nodes_checked_timestamp_seconds',
    'When the key nodes were last asked for what is published.',
    () => lookedAt,
  )
  for (;;) {
    try {
      const { probed } = await probePublished(given)
      note(probed, faults)
      lookedAt = Date.now() / 1_000
    } catch (error) {
      // At the start it is a wrong option; later the host of the wallet may be away.
      if (lookedAt === undefined) throw error
      const { detail, message } = WalletError.from(error)
      logLine(40, 'not checked', { fault: detail ?? message })
    }
    await sleep(seconds * 1_000)
  }
}

async function probePublished(given: Given): Promise<{ probed: Probed[]; threshold: number }> {
  const network = await readPublished(text(given, 'network'))
  checkNetwork(network)
  return { probed: await probeNodes(network), threshold: network.threshold }
}

function note(probed: readonly Probed[], faults: Map<number, string | undefined>): void {
  const before = new Map(faults)
  faults.clear()
  for (const { node, fault } of probed) {
    const { index } = node
    faults.set(index, fault)
    if (before.has(index) && before.get(index) === fault) continue
    if (fault) logLine(40, 'wrong', { node: index, fault })
    else logLine(30, 'works', { node: index })
  }
}
