import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose'

import type { Share } from '../../src/protocol/service.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import type { SignedSecret } from '../../src/server/login/client-secrets.js'
import { type BackendKeys, makeBackendKeys } from '../../src/server/tokens/backend-tokens.js'
import { makeSigningKeys, type SigningKeys } from '../../src/server/tokens/self-issued-tokens.js'
import { ALL_PROVIDER_IDS, OWN_VERIFIER_IDS, type OwnVerifier, type Provider } from './providers.js'

/** Made at the first start and kept: without them every development account is lost. */
export interface Secrets {
  clientSecrets: Record<Provider | OwnVerifier, string | SignedSecret>
  idp: { jwks: { keys: JWK[] }; cookieKeys: string[] }
  /** Keys with which the login service signs ID tokens. */
  signingKeys: SigningKeys
  /** Keys with which the login service signs tokens for sites' servers. */
  idTokenKeys: BackendKeys
  shares: Share[]
}

type Kept = Omit<Secrets, 'shares'>

/** How many key nodes make a key. */
const THRESHOLD = 2

/** @param nodes - URLs of the key nodes; how many there are decides how many shares are made. */
export async function loadSecrets(dir: string, nodes: string[]): Promise<Secrets> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const file = join(dir, 'secrets.json')
  const kept: Partial<Kept> = existsSync(file) ? await readJson(file) : {}
  const secrets = await complete(kept)
  await writeSecret(file, secrets)
  const shareFiles = nodes.map((_, i) => shareFile(dir, i + 1))
  if (!shareFiles.some((path) => existsSync(path))) {
    await makeDevShares({ urls: nodes, threshold: THRESHOLD, dir: join(dir, 'shares') })
  }
  return { ...secrets, shares: await Promise.all(shareFiles.map(readJson<Share>)) }
}

export const shareFile = (dir: string, index: number): string =>
  join(dir, 'shares', `share-${index}.json`)

/** For the owner's eyes only. */
export const writeSecret = (file: string, value: unknown): Promise<void> =>
  writeFile(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })

/** Adds the secrets that are missing, such as those that an older version did not have. */
async function complete({ clientSecrets, idp, ...keys }: Partial<Kept>): Promise<Kept> {
  const ids = [...ALL_PROVIDER_IDS, ...OWN_VERIFIER_IDS]
  const made = Object.fromEntries(ids.map((id) => [id, random(32)])) as Kept['clientSecrets']
  const apple = clientSecrets?.apple
  return {
    clientSecrets: {
      ...made,
      ...clientSecrets,
      apple: typeof apple === 'object' ? apple : await makeSignedSecret(),
    },
    idp: idp ?? (await makeIdp()),
    signingKeys: keys.signingKeys ?? (await makeSigningKeys()),
    idTokenKeys: keys.idTokenKeys ?? (await makeBackendKeys()),
  }
}

async function makeSignedSecret(): Promise<SignedSecret> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { teamId: 'TEAM123456', keyId: random(8), privateKey: await exportPKCS8(privateKey) }
}

export async function makeIdp(): Promise<Kept['idp']> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: random(8) }
  return { jwks: { keys: [jwk] }, cookieKeys: [random(32)] }
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8'))
