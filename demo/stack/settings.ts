import { createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { TokenList } from '../../src/protocol/files/token-lists.js'
import type { Registry, Verifier } from '../../src/protocol/registry.js'
import {
  ANY_LOCALHOST,
  type Application,
  type Billboard,
  type ChainConfig,
  type KeyNetwork,
  type Presentation,
} from '../../src/protocol/service.js'
import type { MailSettings } from '../../src/server/login/email/mailer.js'
import { checkRegistry } from '../../src/server/registry/registry.js'
import { buildAppConfig } from '../../src/server/wallet-app/app-config.js'
import type { IdpConfig } from '../idp/provider.js'
import type { DemoConfig } from '../page/config.js'
import { TOKEN } from '../page/play-money.js'
import { withEdits } from './edits.js'
import { byProgram, type Ports, type ProgramName } from './ports.js'
import {
  ALL_PROVIDER_IDS,
  ALL_PROVIDERS,
  OWN_VERIFIER_IDS,
  OWN_VERIFIERS,
  type OwnVerifier,
  type Provider,
} from './providers.js'
import { type Secrets, writeSecret } from './secrets.js'
import { verifierEntries } from './verifiers.js'

export const CHAIN_ID = 31_337

/** A test's additions to the development registry. */
export interface Additions {
  embedders?: Registry['embedders']
  /** Further origins that may log in to the demo's applications. */
  origins?: string[]
  /** Any page on http://localhost may log in for the demo's applications, too. */
  isOpenToLocalhost?: boolean
  /** Redirect URLs besides the root of each origin. */
  redirectUrls?: string[]
  applications?: Record<string, Application>
  /** Changes some providers. */
  verifiers?: Partial<Record<Provider | OwnVerifier, Partial<Verifier>>>
  aggregates?: Registry['aggregates']
  /** False: turns sync off. */
  sync?: boolean
  /** The wallet lists the token that the demo gives away. */
  listsToken?: boolean
  /** Name and icon of the wallet in lists of wallets. */
  brand?: Presentation['brand']
}

/** A file in the folder of token lists. */
const TOKENS = 'play.json'
const PLAY_TOKENS: TokenList = {
  name: 'To play with',
  tokens: [
    { chainId: CHAIN_ID, address: TOKEN, symbol: 'HUSD', name: 'Harbour Dollar', decimals: 6 },
  ],
}

/** Announcement on the wallet's home. */
const BILLBOARD: Billboard = {
  title: { en: 'This is a wallet for trying out', de: 'Eine Wallet zum Ausprobieren' },
  text: {
    en: 'Its chain runs on your machine. Nothing here is worth anything.',
    de: 'Ihre Chain läuft auf diesem Rechner. Nichts hier ist etwas wert.',
  },
}

export const urlsOf = (ports: Ports): Record<ProgramName, string> =>
  byProgram((name) => `http://localhost:${ports[name]}`)

/** Writes the programs' settings. Repeated at every start, since ports may differ. */
export async function writeSettings(
  dir: string,
  ports: Ports,
  { clientSecrets: madeSecrets, idp, signingKeys, idTokenKeys, shares }: Secrets,
  additions: Additions,
  wallet: string,
): Promise<DemoConfig> {
  const urls = urlsOf(ports)
  const made = { registry: registryOf(urls, additions), clientSecrets: madeSecrets }
  const { registry, clientSecrets } = await withEdits(dir, made)
  const network: KeyNetwork = {
    threshold: shares[0]!.threshold,
    groupKey: shares[0]!.groupKey,
    nodes: shares.map(({ index, publicKey }) => {
      const url = urls[`node${index}` as ProgramName]
      return { index, url, publicKey }
    }),
  }
  const chains = [chainOf(urls.chain)]
  const loginService = urls.login
  const config = buildAppConfig({
    ...{ registry, keyNetwork: network, loginService, chains, billboard: BILLBOARD },
    topup: [faucetOf(urls.demo)],
    sync: additions.sync ?? true,
    ...(additions.listsToken && { tokenLists: [TOKENS] }),
    ...(additions.brand && { brand: additions.brand }),
  })
  const idpConfig: IdpConfig = {
    port: ports.idp,
    issuer: urls.idp,
    redirectUris: [`${urls.wallet}/login`],
    clients: clientsOf(madeSecrets),
    ...idp,
  }
  const demo: DemoConfig = {
    walletUrl: urls.wallet,
    chainId: CHAIN_ID,
    rpcUrl: urls.chain,
    loginClientIds: Object.keys(registry.applications),
    ...(await hashes(wallet)),
  }
  const plain = { registry, network, chains, config }
  for (const [name, value] of Object.entries(plain)) {
    await writeFile(join(dir, `${name}.json`), `${JSON.stringify(value, null, 2)}\n`)
  }
  await mkdir(join(dir, 'tokens'), { recursive: true })
  await writeFile(join(dir, 'tokens', TOKENS), JSON.stringify(PLAY_TOKENS))
  await mkdir(join(dir, 'site'), { recursive: true })
  await writeFile(join(dir, 'site/demo-config.json'), JSON.stringify(demo))
  await writeSecret(join(dir, 'idp.json'), idpConfig)
  await writeSecret(join(dir, 'client-secrets.json'), clientSecrets)
  await writeSecret(join(dir, 'signing-keys.json'), signingKeys)
  await writeSecret(join(dir, 'id-token-keys.json'), idTokenKeys)
  await writeSecret(join(dir, 'mail.json'), mailOf(ports))
  return demo
}

const mailOf = ({ smtp }: Ports): MailSettings => ({
  from: 'Wallet <sign-in@wallet.example.test>',
  host: '127.0.0.1',
  port: smtp,
  security: 'none',
})

/** Integrity hashes of the built wallet app and library; absent without a build. */
async function hashes(wallet: string): Promise<Pick<DemoConfig, 'integrity' | 'scriptIntegrity'>> {
  const read = async (file: string) =>
    (await readFile(join(wallet, file), 'utf8').catch(() => '')).trim()
  const [integrity, scriptIntegrity] = await Promise.all([
    read('integrity.txt'),
    read('cdn/integrity.txt'),
  ])
  return { ...(integrity && { integrity }), ...(scriptIntegrity && { scriptIntegrity }) }
}

function registryOf(urls: Record<ProgramName, string>, additions: Additions): Registry {
  const origins = [urls.demo, ...(additions.origins ?? [])]
  const ours = {
    origins: additions.isOpenToLocalhost ? [...origins, ANY_LOCALHOST] : origins,
    redirectUrls: [
      ...origins.map((origin) => `${origin}/`),
      `${urls.demo}/?uxMode=redirect`,
      ...(additions.redirectUrls ?? []),
    ],
    permissions: [],
  }
  return checkRegistry({
    embedders: additions.embedders ?? [...origins, '*'],
    loginService: urls.login,
    applications: {
      demo: { name: 'Demo', ...ours },
      second: { name: 'Second demo', ...ours },
      ...additions.applications,
    },
    verifiers: {
      ...verifierEntries(urls.idp, additions.verifiers),
      email_passwordless: byEmail(urls.login),
    },
    ...(additions.aggregates && { aggregates: additions.aggregates }),
  })
}

/**
 * Clients registered at the identity provider. For Apple the secret is a key, of which the provider has the public
 * half.
 */
function clientsOf(secrets: Secrets['clientSecrets']): IdpConfig['clients'] {
  const client = (id: Provider | OwnVerifier, name: string) => {
    const secret = secrets[id]
    return typeof secret === 'string'
      ? { id, name, secret }
      : { id, name, secret: '', publicKey: publicHalf(secret.privateKey) }
  }
  return [
    ...ALL_PROVIDER_IDS.map((id) => client(id, ALL_PROVIDERS[id])),
    ...OWN_VERIFIER_IDS.map((id) => client(id, OWN_VERIFIERS[id].name)),
  ]
}

const publicHalf = (pem: string): string =>
  createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'pem' }).toString()

/** People whom the login service itself identifies. */
const byEmail = (issuer: string): Verifier => ({
  typeOfLogin: 'passwordless',
  name: 'email',
  protocol: 'email',
  issuer,
  clientId: 'wallet',
  authorizationEndpoint: '',
  tokenEndpoint: '',
  jwksUri: `${issuer}/jwks.json`,
  scope: '',
  verifierIdField: 'email',
  isVerifierIdCaseSensitive: false,
  algorithms: ['ES256'],
  leeway: 60,
})

const faucetOf = (demo: string) => ({
  id: 'faucet',
  name: 'Play money',
  url: `${demo}/demo/faucet.html?address={address}`,
})

const chainOf = (rpcUrl: string): ChainConfig => ({
  host: 'localhost',
  chainId: CHAIN_ID,
  networkName: 'Local chain',
  rpcUrl,
  ticker: 'ETH',
  tickerName: 'Ether',
})
