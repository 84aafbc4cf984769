/** Commands for what operators write: the registry and the wallet app's configuration. */
import type { Command, Option } from './options/options.js'
import { optionOf, QUESTIONS } from './options/questions.js'
import { accepting, may, REGISTRY, several } from './options/tables.js'

const FILE: Option = { help: "the operator's registry", value: 'file', fallback: 'registry.json' }

export const REGISTRIES: Record<string, Command> = {
  'registry add-application': {
    summary: 'Lets a site log people in.',
    options: {
      registry: FILE,
      'client-id': { help: 'the name that its pages pass as clientId', value: 'id' },
      name: { help: 'what people read', value: 'text' },
      logo: may('image that people see', 'url'),
      origin: { help: 'pages that may log in; may come again', value: 'origin', multiple: true },
      'redirect-url': several('a place to come back to that is of no such origin', 'url'),
      permission: several('walletKey: may ask people for the key of their wallet', 'name'),
    },
    run: async (given) => (await import('./commands/registry.js')).addApplication(given),
  },
  'registry add-verifier': {
    summary: 'Adds an identity provider; asks it for its endpoints.',
    options: {
      registry: FILE,
      verifier: { help: 'its name in the registry', value: 'name' },
      provider: may('one that is known, such as google: the rest follows from it', 'name'),
      type: may('type of login: jwt without it', 'type'),
      name: may('what people read; as the provider writes itself', 'text'),
      issuer: may("the provider's issuer, as in its ID tokens", 'url'),
      'client-id': { help: 'our client id there', value: 'id' },
      'authorization-endpoint': may('where it differs from what discovery says', 'url'),
      'token-endpoint': may('likewise', 'url'),
      'jwks-uri': may('likewise', 'url'),
      scope: may('openid email profile without it', 'scopes'),
      'id-field': may('claim that says who it is: sub without it', 'claim'),
      'ignore-case': may('yes: people are told by that claim in lower case', 'yes|no'),
      'id-verified': may("yes: nobody can have another's, whatever the token says", 'yes|no'),
      algorithms: may('signatures that count; what discovery and we know', 'RS256,ES256'),
      aggregate: may('the aggregate that it is to be in', 'name'),
      origin: several('a page that it is for: all without it', 'origin'),
    },
    run: async (given) => (await import('./commands/registry.js')).addVerifier(given),
  },
  'registry list': {
    summary: 'Prints what is in the registry, a line each.',
    options: { registry: FILE },
    run: async (given) => (await import('./commands/registry.js')).list(given),
  },
  'registry check': {
    summary: 'Asks each provider, and says what is wrong; exits with 1 if anything is.',
    options: {
      registry: FILE,
      before: may('the registry until now: says whose addresses move', 'file'),
      audit: may('audit log, which says how many people a change moves', 'file'),
      ...accepting('moved-addresses'),
    },
    run: async (given) => (await import('./commands/registry.js')).check(given),
  },
}

export const INIT: Record<string, Command> = {
  init: {
    summary: 'Asks a few questions; writes registry, chains and what each operator does next.',
    options: {
      out: { help: 'where the files go, such as /etc/wallet-embed', value: 'folder' },
      answers: may(`a file with the answers: ${Object.keys(QUESTIONS).join(', ')}`, 'file'),
      // Answers may be given as options; these are not asked for.
      ...Object.fromEntries(
        Object.entries(QUESTIONS).map(([name, question]) => [
          optionOf(name),
          may(question, name === 'nodes' ? 'hosts' : 'answer'),
        ]),
      ),
    },
    run: async (given) => (await import('./commands/init/init.js')).init(given),
  },
}

export const APP: Record<string, Command> = {
  'app-config': {
    summary: 'Makes the configuration of the wallet app.',
    options: {
      out: may('config.json, which may be there; printed without it', 'file'),
      ...accepting('other-key'),
      registry: REGISTRY,
      network: { help: 'network.json, from when the shares were made', value: 'file' },
      'login-service': { help: 'URL of the login service', value: 'url' },
      chains: { help: 'list of chains', value: 'file' },
      presentation: may('top-up services and billboard', 'file'),
      descriptors: may('what descriptors take wrote', 'folder'),
      tokens: may('token lists, as JSON files', 'folder'),
      sync: may(
        'yes: wallets keep names, tokens and contacts with the login service, which has --sync',
        'yes|no',
      ),
      'oldest-version': may(
        'of the wallet app; wallet-app takes the newest two without it',
        'version',
      ),
    },
    run: async (given) => (await import('./commands/app-config.js')).makeAppConfig(given),
  },
  integrity: {
    summary: 'Compares a built wallet app with its manifest and prints the hash that pages pin.',
    options: {
      root: { help: 'the built wallet app', value: 'folder', fallback: 'dist/wallet' },
    },
    run: async (given) => (await import('./commands/app-config.js')).checkIntegrity(given),
  },
}

export const DESCRIPTORS: Record<string, Command> = {
  'descriptors take': {
    summary: 'Takes in a release of a registry of ERC-7730 descriptors; says what changed.',
    options: {
      from: { help: "the release's folder", value: 'folder' },
      into: { help: "the operator's folder", value: 'folder', fallback: 'descriptors' },
      'reviewed-by': several('an auditor whose attestations (ERC-8176) count', 'address'),
      revoked: several('uid of an attestation that counts no more', 'uid'),
    },
    run: async (given) => (await import('./commands/app-config.js')).takeDescriptors(given),
  },
}

export const CHECK: Record<string, Command> = {
  check: {
    summary:
      'Asks an installation from outside whether it works; exits with 1 if a part does not, with 2 if there is none.',
    argument: 'url',
    options: {},
    run: async (given) => (await import('./commands/check/check.js')).check(given),
  },
}
