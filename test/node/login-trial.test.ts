/** A login that the dashboard tries without a person: a real OpenID provider, the login service, and the wallet's `config.json`. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'

import { exportJWK, generateKeyPair } from 'jose'

import { serve } from '../../demo/idp/serve.js'
import { byPort, claimPorts } from '../../demo/stack/ports.js'
import type { SessionAnswer, TrialAnswer } from '../../src/protocol/dashboard.js'
import { createLoginService } from '../../src/server/login/login-service.js'
import { type Started, startDashboard } from './support/dashboard.js'
import { type Issuer, registryFor, startIssuer } from './support/issuer.js'
import { start } from './support/services.js'

describe('a login that is tried', () => {
  let dashboard: Started
  let provider: Server
  let odd: Issuer
  let wallet: Server
  let config: string
  let loginService: string
  let close: () => Promise<void>

  const tried = async (verifier: string): Promise<TrialAnswer> => {
    dashboard = await startDashboard({ network: config })
    const session = await dashboard.enter()
    const path = `/api/verifiers/${verifier}/trial`
    const answer = await dashboard.ask('POST', path, undefined, session)
    assert.equal(answer.status, 200, answer.text)
    return answer.json() as TrialAnswer
  }

  before(async () => {
    wallet = createServer((_, response) => response.end(JSON.stringify({ loginService })))
    await new Promise<void>((resolve) => wallet.listen(0, 'localhost', resolve))
    const origin = `http://localhost:${(wallet.address() as AddressInfo).port}`
    config = `${origin}/config.json`
    const { idp: port } = await claimPorts(byPort(() => 0))
    const issuer = `http://localhost:${port}`
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'k' }
    const { warn } = console
    console.warn = () => {}
    provider = await serve({
      ...{ port, issuer, redirectUris: [`${origin}/login`], cookieKeys: ['key'] },
      clients: [{ id: 'google', secret: 'right', name: 'Google' }],
      jwks: { keys: [jwk] },
    })
    console.warn = warn
    odd = await startIssuer()
    const registry = registryFor(odd.url)
    const google = { ...registry.verifiers.google!, clientId: 'google' }
    const named = (tokenEndpoint: string) => ({ ...google, tokenEndpoint })
    const expired = named(`${issuer}/token`)
    registry.verifiers = {
      ...{ google: expired, expired, odd: named(odd.url) },
      away: named('http://localhost:1/token'),
    }
    const secrets = { google: 'right', expired: 'of last year', odd: 'any' }
    const app = createLoginService({ registry, secrets, walletOrigin: origin })
    loginService = await start(app)
    close = () => app.close()
  })
  afterEach(() => dashboard.close())
  after(async () => {
    await close()
    for (const server of [provider, wallet]) {
      server.close()
      server.closeAllConnections()
    }
    odd.close()
  })

  it('works where the provider refuses nothing but the code', async () => {
    assert.deepEqual(await tried('google'), { outcome: 'works', detail: 'invalid_grant' })
  })

  it('fails with a secret that expired, and where there is no answer', async () => {
    assert.deepEqual(await tried('expired'), { outcome: 'fails', detail: 'invalid_client' })
    await dashboard.close()
    const detail = 'The identity provider gives no answer.'
    assert.deepEqual(await tried('away'), { outcome: 'fails', detail })
    await dashboard.close()
    const unknown = await tried('of-another-registry')
    assert.equal(unknown.outcome, 'fails')
    assert.match(unknown.detail, /of-another-registry/)
  })

  it('is unclear where the provider has a word for it that no standard has', async () => {
    odd.answer = { status: 400, body: '{"error":"4711"}' }
    assert.deepEqual(await tried('odd'), { outcome: 'unclear', detail: '4711' })
  })

  it('fails while the login service gives no answer', async () => {
    const running = loginService
    loginService = 'http://localhost:1'
    const detail = 'http://localhost:1 gives no answer.'
    assert.deepEqual(await tried('google'), { outcome: 'fails', detail })
    loginService = running
  })

  it('is offered where the dashboard knows the wallet, and refused elsewhere', async () => {
    const asked = async (network: string) => {
      dashboard = await startDashboard({ network })
      const session = await dashboard.enter()
      const own = await dashboard.ask('GET', '/api/session', undefined, session)
      const trial = await dashboard.ask('POST', '/api/verifiers/google/trial', undefined, session)
      return [(own.json() as SessionAnswer).hasWallet, trial.status, trial.error.code]
    }
    assert.deepEqual(await asked(config), [true, 200, undefined])
    await dashboard.close()
    assert.deepEqual(await asked('network.json'), [false, 400, 'INVALID_REQUEST'])
  })
})
