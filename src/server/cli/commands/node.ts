import cluster from 'node:cluster'

import { Clock } from '../../keys/clock.js'
import { createReloadableKeyNode, type KeyNodeSettings } from '../../keys/key-node.js'
import { watchPublished } from '../../keys/published.js'
import { openShare } from '../../keys/share-file.js'
import { isLocalHttp, readHashedRegistry } from '../../registry/registry.js'
import { checkMoves, movedAccounts } from '../../registry/registry-check.js'
import { type Given, integer, text, wrong } from '../options/options.js'
import { hashOfProgram, version } from '../options/version.js'
import { reloadOnChange } from '../run/reload.js'
import { drainTime, serve } from '../run/serve.js'
import { superviseWorkers, tellPrimary } from '../run/workers.js'
import { api } from '../settings/api.js'
import { openMetrics } from '../settings/metrics.js'
import { givenShareKey } from '../settings/share-keys.js'
import { openStore } from '../settings/store.js'
import { openTracing } from '../settings/tracing.js'

const MAX_WORKERS = 256

/** Runs a key node, in one process or several. */
export async function runNode(given: Given): Promise<void> {
  const count = integer(given, 'workers')
  if (count < 1 || count > MAX_WORKERS) throw wrong('workers', `expected 1 to ${MAX_WORKERS}`)
  const metrics = await openMetrics(given, 'node', count)
  if (cluster.isPrimary && count > 1) {
    return superviseWorkers(count, (answered) => metrics?.record(answered), drainTime(given))
  }
  const { settings, isSealed } = await read(given)
  const traces = await openTracing(given, 'node', (origin) => isLoginService(current, origin))
  const { store } = await openStore(given, metrics)
  const program = { version: await version(), hash: await hashOfProgram() }
  let current = settings
  const clock = new Clock(({ ahead, isOff }) => {
    if (isOff) app.log.warn({ secondsAhead: ahead }, "this clock differs from the network's")
    else app.log.info("this clock agrees with the network's")
  })
  const watch = watchPublished(
    publishedOf(given),
    () => current.share,
    ({ fault, failure }) => {
      if (fault) app.log.error({ fault }, 'not the share of the published network')
      else if (failure) app.log.warn({ failure }, 'the published network cannot be compared')
      else app.log.info('the share is of the published network')
    },
    clock,
  )
  metrics?.gauge(
    'wallet_embed_share_published',
    'Whether the share is of the published network.',
    () => {
      if (watch.comparedAt() === undefined) return undefined
      return watch.fault() ? 0 : 1
    },
  )
  metrics?.gauge(
    'wallet_embed_share_compared_timestamp_seconds',
    'When the share was last compared with the published network.',
    () => watch.comparedAt(),
  )
  metrics?.gauge(
    'wallet_embed_clock_ahead_seconds',
    "By how much this clock is ahead of the network's; behind it, if negative.",
    () => clock.ahead,
  )
  metrics?.info('wallet_embed_share_info', 'The share, by its public key.', () => ({
    index: String(current.share.index),
    public_key: current.share.publicKey,
  }))
  const { app, reload } = createReloadableKeyNode({
    ...settings,
    ...api(given),
    program,
    tracing: traces.tracing,
    store,
    identityLimit: integer(given, 'identity-limit'),
    unready: () => watch.fault() ?? clock.fault(current.registry),
    onAnswered: cluster.isWorker ? tellPrimary : (answered) => metrics?.record(answered),
  })
  app.addHook('onClose', async () => {
    watch.close()
    await Promise.all([store.close(), traces.close()])
  })
  if (!isSealed && !isLocalHttp(text(given, 'wallet-origin'))) {
    app.log.warn('the share lies on the disk in clear: wallet-embed share encrypt')
  }
  const go = (next: KeyNodeSettings) => {
    reload(next)
    for (const { sentence } of movedAccounts(current.registry, next.registry)) {
      app.log.warn({ moved: sentence })
    }
    current = next
    watch.look()
  }
  const registryFile = text(given, 'registry')
  reloadOnChange(app, {
    files: () => [registryFile],
    // A changed file reloads only the registry. The share is reloaded on SIGHUP, once the other members have theirs.
    reload: async () => {
      const read = await readHashedRegistry(registryFile)
      checkMoves(current.registry, read.registry, 'send SIGHUP')
      go({ ...current, ...read })
    },
    reloadAll: async () => go((await read(given)).settings),
  })
  const { index } = settings.share
  await serve(app, given, 4060 + index, `NODE${index}_PORT`)
}

/** Whether to fetch token keys from this origin: the login service signs ID tokens itself for some logins. */
const isLoginService = ({ registry: { loginService } }: KeyNodeSettings, origin: string): boolean =>
  loginService !== undefined && new URL(loginService).origin === origin

/** By default the configuration that the wallet app serves. */
const publishedOf = (given: Given): string =>
  text(given, 'network') || `${text(given, 'wallet-origin')}/config.json`

async function read(given: Given): Promise<{ settings: KeyNodeSettings; isSealed: boolean }> {
  const { isSealed, ...share } = await openShare(text(given, 'share'), await givenShareKey(given))
  return {
    settings: { ...share, ...(await readHashedRegistry(text(given, 'registry'))) },
    isSealed,
  }
}
