/** A key node that checks the tokens of one provider, whose keys a test holds. */
import assert from 'node:assert/strict'
import type { Registry } from '../../../src/protocol/registry.js'
import { EvaluateResponse, type Share } from '../../../src/protocol/service.js'
import { createKeyNode } from '../../../src/server/keys/key-node.js'
import { makeDevShares } from '../../../src/server/keys/shares.js'
import { exportPublicKey, generateKeyPair, thumbprint } from '../../../src/shared/jwe.js'
import { CLIENT_ID, now, registryFor } from './issuer.js'
import { type KeyServer, type SigningKey, startKeyServer } from './mint.js'
import { inTemporaryFolder, post, readShare, refusal, start } from './services.js'

export const ISSUER = 'https://id.example'

/** What lasts for a whole file: a provider, a share, and the key that tokens are for. */
export async function startTokenWorld(...keys: SigningKey[]) {
  const provider = await startKeyServer(...keys)
  const key = await exportPublicKey((await generateKeyPair()).publicKey)
  const nonce = await thumbprint(key)
  const share = await inTemporaryFolder(async (dir) => {
    await makeDevShares({ urls: ['http://a.example', 'http://b.example'], threshold: 2, dir })
    return readShare(dir, 1)
  })

  /** Claims that are good, with changes. */
  const good = (changes: object = {}) => ({
    ...{ iss: ISSUER, aud: CLIENT_ID, sub: 'Person-1', nonce },
    ...{ iat: now(), exp: now() + 300, email: 'sample.person@example.test', email_verified: true },
    ...changes,
  })
  /** @param change - Of the registry of `registryFor`. */
  const start = (change?: (registry: Registry) => void) => startNode(provider, share, key, change)
  return { provider, key, good, startNode: start }
}

export type TokenNode = Awaited<ReturnType<typeof startNode>>

/** A node that has asked for no keys yet. */
async function startNode(
  provider: KeyServer,
  share: Share,
  key: object,
  change?: (registry: Registry) => void,
) {
  const registry = registryFor(ISSUER)
  change?.(registry)
  for (const verifier of Object.values(registry.verifiers)) {
    verifier.jwksUri = `${provider.url}/jwks`
  }
  const node = createKeyNode({ share, registry, walletOrigin: 'http://localhost:4050' })
  const url = await start(node)
  const ask = (idToken: string, verifier = 'google') =>
    post(`${url}/evaluate`, { verifier, idToken, key })

  const assertShare = async (idToken: string, verifier?: string): Promise<void> => {
    const response = await ask(idToken, verifier)
    assert.equal(response.status, 200, await response.clone().text())
    EvaluateResponse.parse(await response.json())
  }
  const assertRefused = async (idToken: string, code: string, verifier?: string): Promise<void> => {
    const [status, found] = await refusal(await ask(idToken, verifier))
    assert.equal(found, code)
    // What is wrong with a token is no fault of the service's.
    assert.equal(status < 500, code !== 'SERVICE_UNAVAILABLE', `${status}`)
  }
  return { assertShare, assertRefused, close: () => node.close() }
}
