import type { Registry } from '../../../protocol/registry.js'
import { didYouMean } from '../../../shared/did-you-mean.js'
import { WalletError } from '../../../shared/errors.js'
import { ClientSecrets, checkPrivateKeys } from '../../login/client-secrets.js'
import {
  checkMailer,
  checkSigner,
  createLoginService,
  hasBoundTokens,
} from '../../login/login-service.js'
import { readSecrets, type Secrets } from '../../login/secrets.js'
import { readRegistry } from '../../registry/registry.js'
import { checkMoves, movedAccounts } from '../../registry/registry-check.js'
import { copySync } from '../../sync/copy.js'
import { MemorySync } from '../../sync/memory-sync.js'
import { type Given, integer, print, text, wrong } from '../options/options.js'
import { VARIABLES } from '../options/tables.js'
import { reloadOnChange } from '../run/reload.js'
import { serve } from '../run/serve.js'
import { api } from '../settings/api.js'
import { openAudit } from '../settings/audit.js'
import { readBackendTokens, readSigner } from '../settings/login-keys.js'
import { readMailer } from '../settings/mail.js'
import { openMetrics } from '../settings/metrics.js'
import { openStore } from '../settings/store.js'
import { openSync, storeOf } from '../settings/sync.js'
import { openTracing } from '../settings/tracing.js'

/** Runs the login service; registry, secrets and keys for sites are taken up again while it runs. */
export async function runLoginService(given: Given): Promise<void> {
  const files = [text(given, 'registry'), text(given, 'secrets')] as const
  const registry = await readRegistry(files[0])
  const { value: secrets, ...placed } = await readSecretsOf(registry, files[1])
  const signer = await readSigner(given, registry)
  const backend = { tokens: await readBackendTokens(given, registry) }
  const audit = await openAudit(given)
  const mailer = await readMailer(given)
  const traces = await openTracing(given, 'login-service')
  const metrics = await openMetrics(given, 'login-service')
  const kept = await openSync(given, metrics)
  const opened = await openStore(given, metrics, kept && { sync: kept.taken })
  const { store } = opened
  const app = createLoginService({
    ...{
      registry,
      secrets,
      signer,
      backend,
      mailer,
      store,
      audit,
      tracing: traces.tracing,
      ...kept,
      ...api(given),
    },
    mailLimit: integer(given, 'mail-limit'),
    loginRoom: integer(given, 'login-room'),
    onAnswered: (answered) => metrics?.record(answered),
    unready: () => opened.unready(Object.values(registry.verifiers).some(hasBoundTokens)),
    degraded: () => [opened.degraded(), kept?.degraded()].filter(Boolean).join(' ') || undefined,
  })
  app.addHook('onClose', async () => {
    await Promise.all([store.close(), kept?.sync.close(), audit?.close(), traces.close()])
  })
  const tellUnused = () => {
    const unused = unusedOf(registry.verifiers, secrets)
    if (unused.length) app.log.warn({ unused }, 'secrets of no verifier')
  }
  tellUnused()
  const reload = async (mayMove: boolean) => {
    const registryNow = await readRegistry(files[0])
    // For people of providers without ID tokens, the nodes believe this service.
    if (!mayMove) checkMoves(registry, registryNow, 'send SIGHUP')
    const needed = new Set<string>()
    const secretsNow = await readSecretsOf(registryNow, files[1], needed).finally(() => {
      // If one is missing, its arrival is watched for.
      placed.files = [...new Set([...placed.files, ...needed])]
    })
    checkSigner(registryNow, signer)
    checkMailer(registryNow, mailer)
    const tokens = await readBackendTokens(given, registryNow)
    backend.tokens = tokens
    placed.files = secretsNow.files
    for (const { sentence } of movedAccounts(registry, registryNow)) {
      app.log.warn({ moved: sentence })
    }
    replaceAll(registry, registryNow)
    replaceAll(secrets, secretsNow.value)
    tellUnused()
  }
  const keys = text(given, 'id-token-keys')
  const watched = () => [files[0], ...placed.files, ...(keys ? [keys] : [])]
  reloadOnChange(app, {
    files: watched,
    reload: () => reload(false),
    reloadAll: () => reload(true),
  })
  await serve(app, given, 4051, 'LOGIN_PORT')
}

/** Replaces all members in place, since the service holds on to the object itself. */
function replaceAll<T extends object>(live: T, next: T): void {
  for (const name of Object.keys(live)) delete live[name as keyof T]
  Object.assign(live, next)
}

/** @throws {WalletError} `INVALID_ARGUMENT`, also for a misspelt name: the verifier that was meant would have no secret. */
async function readSecretsOf(
  { verifiers }: Registry,
  file: string,
  needed?: Set<string>,
): Promise<Secrets<ClientSecrets>> {
  const secrets = await readSecrets(file, ClientSecrets, needed)
  await checkPrivateKeys(secrets.value, `${file}: `)
  const without = Object.keys(verifiers).filter((name) => !Object.hasOwn(secrets.value, name))
  for (const name of unusedOf(verifiers, secrets.value)) {
    const guess = didYouMean(name, without)
    if (!guess) continue
    throw new WalletError(
      'INVALID_ARGUMENT',
      `${file}: ${name}: no verifier of the registry${guess}`,
    )
  }
  return secrets
}

/** Secrets that belong to no verifier: one was removed, and its secret stays until the operator takes it out. */
const unusedOf = (verifiers: Registry['verifiers'], secrets: ClientSecrets): string[] =>
  Object.keys(secrets).filter((name) => !Object.hasOwn(verifiers, name))

/** Copies people's blobs from one store to a different one, and says how many. */
export async function runSyncCopy(given: Given): Promise<void> {
  const source = await openToCopy(given, 'from', VARIABLES.syncFrom)
  try {
    // Opening a misspelt folder creates it, so check that it is not empty.
    if (!(await source.usage()).persons) throw wrong('from', 'nothing is kept there')
    const target = await openToCopy(given, 'to', VARIABLES.syncTo)
    try {
      const { seen, written } = await copySync(source, target)
      print(`${seen} blobs, of which ${written} were copied; the others were there already.`)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function openToCopy(given: Given, name: string, variable: string) {
  const store = await storeOf(given, name, variable)
  if (!store) throw wrong(name, `expected it, --${name}-file or ${variable}`)
  if (store instanceof MemorySync) throw wrong(name, 'expected lmdb:FOLDER or postgres://…')
  return store
}
