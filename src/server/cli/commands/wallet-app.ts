import { checkDescriptors } from '../../descriptors/folder.js'
import { readJson } from '../../platform/files.js'
import { readRegistry } from '../../registry/registry.js'
import { checkMoves } from '../../registry/registry-check.js'
import { checkSameKey, ServedConfig } from '../../wallet-app/app-config.js'
import { checkLists } from '../../wallet-app/token-lists.js'
import { checkFloor } from '../../wallet-app/versions.js'
import { createReloadableWalletApp } from '../../wallet-app/wallet-app.js'
import { type Given, rootOf, text, wrong } from '../options/options.js'
import { reloadOnChange } from '../run/reload.js'
import { serve } from '../run/serve.js'
import { openMetrics } from '../settings/metrics.js'
import { openTracing } from '../settings/tracing.js'

/** Serves the wallet app; configuration and registry are taken up again while it runs. */
export async function runWalletApp(given: Given): Promise<void> {
  const files = [text(given, 'config'), text(given, 'registry')] as const
  const root = await rootOf(given, 'wallet')
  const descriptors = text(given, 'descriptors')
  const tokens = text(given, 'tokens')
  const read = async () => {
    const config = await readJson(files[0], ServedConfig)
    if (config.tokenLists?.length) {
      if (!tokens) throw wrong('tokens', 'the configuration names some')
      await checkLists(tokens, config.tokenLists)
    }
    if (config.descriptors) {
      if (!descriptors) throw wrong('descriptors', 'the configuration names some')
      await checkDescriptors(descriptors, config.descriptors)
    }
    await checkFloor(root, config.oldestVersion)
    return { config, registry: await readRegistry(files[1]) }
  }
  const first = await read()
  const { tracing, close } = await openTracing(given, 'wallet-app')
  const metrics = await openMetrics(given, 'wallet-app')
  const { app, reload } = createReloadableWalletApp({
    ...{ root, descriptors, tokens, log: process.stdout, tracing, ...first },
    onAnswered: (answered) => metrics?.record(answered),
  })
  app.addHook('onClose', close)
  const go = (next: typeof first) => {
    checkSameKey(first.config.keyNetwork, next.config.keyNetwork, 'restart wallet-app')
    reload(next)
    registry = next.registry
  }
  let { registry } = first
  reloadOnChange(app, {
    files: () => [...files],
    reload: async () => {
      const next = await read()
      checkMoves(registry, next.registry, 'send SIGHUP')
      go(next)
    },
    reloadAll: async () => go(await read()),
  })
  await serve(app, given, 4050, 'WALLET_PORT')
}
