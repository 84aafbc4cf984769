import { createDashboard } from '../../dashboard/dashboard.js'
import { OidcSettings } from '../../dashboard/oidc/oidc.js'
import { AuditFile } from '../../login/audit.js'
import { readJson } from '../../platform/files.js'
import { hostIn } from '../../platform/http.js'
import { isLocalHttp, isLocalName, readRegistry } from '../../registry/registry.js'
import { type Given, logLine, rootOf, text, wrong } from '../options/options.js'
import { serve } from '../run/serve.js'
import { trustedProxies } from '../settings/api.js'

/** Runs the operators' dashboard, and prints a link to it: at the start, and for each SIGUSR2. */
export async function runDashboard(given: Given): Promise<void> {
  const origin = originOf(given)
  const registry = text(given, 'registry')
  await readRegistry(registry)
  const audit = text(given, 'audit') || undefined
  const oidc = text(given, 'oidc') ? await readJson(text(given, 'oidc'), OidcSettings) : undefined
  const onFailure = ({ message }: Error) => logLine(40, `audit log: ${message}`)
  const changes = audit ? new AuditFile({ file: audit, onFailure }) : undefined
  const { app, issueToken } = createDashboard({
    ...{ registry, audit, changes, origin, oidc, log: process.stdout },
    network: text(given, 'network') || undefined,
    trustProxy: trustedProxies(given),
    root: await rootOf(given, 'dashboard'),
  })
  app.addHook('onClose', async () => changes?.close())
  await serve(app, given, 4070, 'DASHBOARD_PORT')
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const printLink = () => {
    const host = hostIn(text(given, 'host'))
    // Not in the log, which is kept. In the fragment, which browsers do not send to servers.
    const link = `${origin ?? `http://${host}:${port}`}/#token=${issueToken()}`
    const more = `once, for ten minutes; kill -USR2 ${process.pid} prints a new one`
    process.stderr.write(`Dashboard (${more}): ${link}\n`)
  }
  process.on('SIGUSR2', printLink)
  printLink()
}

/** @throws {WalletError} `INVALID_ARGUMENT` if the dashboard would be open to the network without TLS. */
function originOf(given: Given): string | undefined {
  const origin = text(given, 'origin')
  if (!origin) {
    if (isLocalName(hostIn(text(given, 'host')))) return undefined
    throw wrong('host', 'needs --origin, the https origin of the proxy in front')
  }
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw wrong('origin', 'expected an origin without a path')
  }
  if (origin.startsWith('https:') || isLocalHttp(origin)) return origin
  throw wrong('origin', 'expected https, or http on localhost')
}
