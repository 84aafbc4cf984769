/** Commands that check all operators' nodes from outside. */
import { setTimeout as sleep } from 'node:timers/promises'

import { WalletError } from '../../../shared/errors.js'
import { inWords } from '../../keys/outside/agreement.js'
import { type Probed, probeNodes } from '../../keys/outside/probe.js'
import { readPublished } from '../../keys/published.js'
import { checkNetwork } from '../../keys/shares.js'
import { type Given, logLine, milliseconds, tell, text, wrong } from '../options/options.js'
import { openMetrics } from '../settings/metrics.js'

/** Once, or for as long as the process lives. */
export const checkNodes = (given: Given): Promise<void> =>
  text(given, 'every') ? watch(given) : check(given)

async function check(given: Given): Promise<void> {
  const { probed, threshold } = await probePublished(given)
  for (const one of probed) {
    const { node, says, notes } = one
    const what = `node ${node.index} at ${node.url}:`
    const wrongs = wrongsOf(one)
    for (const wrong of wrongs) tell(`${what} WRONG: ${wrong}.`)
    if (!wrongs.length) tell(`${what} works${says ? `: ${inWords(says)}` : ''}.`)
    for (const note of notes) tell(`${what} note: ${note}.`)
  }
  const wrongs = probed.filter((one) => wrongsOf(one).length).length
  if (!wrongs) return
  const useless = probed.filter(({ fault }) => fault).length
  const how = probed.length - useless < threshold ? 'do not work' : 'work'
  const summary = `Wrong: ${wrongs} of ${probed.length}. Logins need ${threshold}, and ${how}.`
  throw new WalletError('INVALID_ARGUMENT', summary)
}

/** Runs until the process ends. Logs every change. */
async function watch(given: Given): Promise<void> {
  const every = milliseconds(given, 'every')
  if (!every) throw wrong('every', 'expected 1 or more')
  let seen: readonly Probed[] = []
  let lookedAt: number | undefined
  const metrics = await openMetrics(given, 'nodes-check')
  metrics?.gauges(
    'wallet_embed_node_proves_share',
    'Whether a key node proves the published share, seen from here.',
    'index',
    () => byIndex(({ fault }) => !fault),
  )
  metrics?.gauges(
    'wallet_embed_node_agrees',
    'Whether a key node runs and reads the same as most of the others, seen from here.',
    'index',
    () => byIndex(({ differences }) => !differences.length),
  )
  metrics?.gauge(
    'wallet_embed_nodes_checked_timestamp_seconds',
    'When the key nodes were last asked for what is published.',
    () => lookedAt,
  )
  for (;;) {
    try {
      const { probed } = await probePublished(given)
      noteChanges(seen, probed)
      seen = probed
      lookedAt = Date.now() / 1_000
    } catch (error) {
      // At the start it is a wrong option; later the host of the wallet may be away.
      if (lookedAt === undefined) throw error
      const { detail, message } = WalletError.from(error)
      logLine(40, 'not checked', { fault: detail ?? message })
    }
    await sleep(every)
  }

  function byIndex(isWell: (one: Probed) => boolean): Map<string, number> {
    return new Map(seen.map((one) => [String(one.node.index), isWell(one) ? 1 : 0]))
  }
}

async function probePublished(given: Given): Promise<{ probed: Probed[]; threshold: number }> {
  const network = await readPublished(text(given, 'network'))
  checkNetwork(network)
  return { probed: await probeNodes(network), threshold: network.threshold }
}

function noteChanges(before: readonly Probed[], now: readonly Probed[]): void {
  for (const one of now) {
    const { index } = one.node
    const fault = wrongsOf(one).join('; ')
    const earlier = before.find(({ node }) => node.index === index)
    if (earlier && wrongsOf(earlier).join('; ') === fault) continue
    if (fault) logLine(40, 'wrong', { node: index, fault })
    else logLine(30, 'works', { node: index })
  }
}

const wrongsOf = ({ fault, differences }: Probed): string[] => [
  ...(fault ? [fault] : []),
  ...differences,
]
