/** Routes for key nodes, logins that are tried, and the audit log. */
import {
  AuditAnswer,
  AuditQuery,
  ById,
  ErrorsAnswer,
  ErrorsQuery,
  NodesAnswer,
  TrialAnswer,
} from '../../protocol/dashboard.js'
import { WalletError } from '../../shared/errors.js'
import { isUrl } from '../keys/clock.js'
import { inWords } from '../keys/outside/agreement.js'
import { probeNodes } from '../keys/outside/probe.js'
import { readPublished } from '../keys/published.js'
import { checkNetwork } from '../keys/shares.js'
import type { Service } from '../platform/schemas.js'
import { countErrors, searchAudit } from './audit-search.js'
import { tryLogin } from './login-trial.js'

const HOUR = 3_600_000

export interface Watched {
  /** Path of the audit log. */
  audit?: string | undefined
  /** File or URL of the published key network. */
  network?: string | undefined
}

export function addWatching(app: Service, { audit, network }: Watched): void {
  const probing = {
    summary: 'Asks each key node for proofs of its share and of what it runs, as nodes check does.',
    response: { 200: NodesAnswer },
  }
  app.get('/nodes', { schema: probing }, async () => {
    const published = await readPublished(given(network, '--network'))
    checkNetwork(published)
    const probed = await probeNodes(published)
    const nodes = probed.map(({ node, fault, says, differences, notes }) => ({
      ...{ ...node, ...(fault && { fault }), differences, notes },
      ...(says && { says: inWords(says) }),
    }))
    return { threshold: published.threshold, nodes }
  })

  const trying = {
    summary:
      'Tries a login without a person: what the provider answers to a code that it never gave.',
    params: ById,
    response: { 200: TrialAnswer },
  }
  app.post('/verifiers/:id/trial', { schema: trying }, ({ params }) =>
    tryLogin(given(network && isUrl(network) ? network : undefined, '--network URL'), params.id),
  )

  const searching = {
    summary: 'Entries of the audit log, newest first, fifty at a time.',
    querystring: AuditQuery,
    response: { 200: AuditAnswer },
  }
  app.get('/audit', { schema: searching }, ({ query }) =>
    searchAudit(given(audit, '--audit'), query),
  )

  const counting = {
    summary: 'How often each failure is in the audit log of the last hours.',
    querystring: ErrorsQuery,
    response: { 200: ErrorsAnswer },
  }
  app.get('/errors', { schema: counting }, ({ query }) => {
    const since = new Date(Date.now() - Number(query.hours) * HOUR).toISOString()
    return countErrors(given(audit, '--audit'), since)
  })
}

function given(value: string | undefined, option: string): string {
  if (value) return value
  throw new WalletError('INVALID_REQUEST', `The dashboard was started without ${option}.`)
}
