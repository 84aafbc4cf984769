import { AppConfig, KeyNetwork, Presentation } from '../../protocol/service.js'
import { buildAppConfig } from '../app-config.js'
import { hashOf } from '../descriptors/folder.js'
import { runDkg } from '../dkg.js'
import { readJson } from '../files.js'
import { makeIdentity } from '../identities.js'
import { checkFolder } from '../integrity.js'
import { readRegistry } from '../registry.js'
import { runReshare } from '../reshare.js'
import { makeDevShares } from '../shares.js'
import { EXCHANGE, exchangeOf } from './exchange.js'
import { type Command, type Given, integer, print, text, wrong } from './options.js'
import { REGISTRY } from './services.js'
import { SHARE_KEY, shareKey } from './share.js'

export const SET_UP: Record<string, Command> = {
  dkg: {
    summary: 'Takes part in making a key that nobody ever holds; one run per node operator.',
    options: {
      index: { help: 'which participant this is, 1 to n', value: 'i' },
      of: { help: 'number of participants', value: 'n' },
      threshold: { help: 'how many make a key', value: 't' },
      url: { help: "where this participant's node will answer", value: 'url' },
      out: { help: "this participant's own folder, for its share", value: 'folder' },
      ...SHARE_KEY,
      ...EXCHANGE,
    },
    async run(given) {
      const { fingerprint } = await runDkg({
        index: integer(given, 'index'),
        of: integer(given, 'of'),
        threshold: integer(given, 'threshold'),
        url: text(given, 'url'),
        dir: text(given, 'out'),
        shareKey: await shareKey(given),
        ...(await exchangeOf(given, integer(given, 'index'))),
      })
      print(`Fingerprint: ${fingerprint}`)
      print('Use the share only if every participant reads the same.')
    },
  },
  identity: {
    summary: "Makes the key by which a node's operator is known to the others.",
    options: { out: { help: 'a new file, to be kept secret', value: 'file' } },
    async run(given) {
      print(await makeIdentity(text(given, 'out')))
    },
  },
  reshare: {
    summary: 'Takes part in making new shares of the same key, for the same members or others.',
    options: {
      index: { help: 'which participant this is', value: 'i' },
      network: { help: 'network.json as it is now', value: 'file' },
      members: { help: 'who will be members; as now by default', value: '1,2,3', fallback: null },
      threshold: { help: 'how many will make a key; as now', value: 't', fallback: null },
      dealers: { help: 'members of now who take part; all', value: '1,2', fallback: null },
      url: {
        help: "where this participant's node will answer; as now",
        value: 'url',
        fallback: null,
      },
      out: { help: "this participant's own folder, with its share", value: 'folder' },
      ...SHARE_KEY,
      ...EXCHANGE,
    },
    async run(given) {
      const index = integer(given, 'index')
      const network = await readJson(text(given, 'network'), KeyNetwork)
      const now = network.nodes.map((node) => node.index)
      const result = await runReshare({
        index,
        network,
        members: indexes(given, 'members') ?? now,
        dealers: indexes(given, 'dealers') ?? now,
        threshold: given.threshold ? integer(given, 'threshold') : network.threshold,
        url: text(given, 'url') || undefined,
        dir: text(given, 'out'),
        shareKey: await shareKey(given),
        ...(await exchangeOf(given, index)),
      })
      print(`Fingerprint: ${result.fingerprint}`)
      print('Done: everybody has confirmed. Publish the new network.json and reload the nodes.')
    },
  },
  'dev-shares': {
    summary: 'Makes the shares of a key on one machine, for development.',
    options: {
      of: { help: 'number of nodes', value: 'n', fallback: '3' },
      threshold: { help: 'how many make a key', value: 't', fallback: '2' },
      dir: { help: 'for share-<index>.json and network.json', value: 'folder' },
      urls: { help: "the nodes' URLs; localhost:4061 and so on", value: 'a,b,c', fallback: null },
    },
    async run(given) {
      const of = integer(given, 'of')
      const local = Array.from({ length: of }, (_, i) => `http://localhost:${4061 + i}`)
      const urls = given.urls ? text(given, 'urls').split(',') : local
      if (urls.length !== of) throw wrong('urls', `expected ${of}, got ${urls.length}`)
      await makeDevShares({ urls, threshold: integer(given, 'threshold'), dir: text(given, 'dir') })
    },
  },
  'app-config': {
    summary: 'Prints the configuration of the wallet app.',
    options: {
      registry: REGISTRY,
      network: { help: 'network.json, from when the shares were made', value: 'file' },
      'login-service': { help: 'URL of the login service', value: 'url' },
      chains: { help: 'list of chains', value: 'file' },
      presentation: { help: 'top-up services and billboard', value: 'file', fallback: null },
      descriptors: { help: 'what descriptors take wrote', value: 'folder', fallback: null },
      'oldest-version': {
        help: 'of the wallet app; wallet-app takes the newest two without it',
        value: 'version',
        fallback: null,
      },
    },
    async run(given) {
      const config = buildAppConfig({
        registry: await readRegistry(text(given, 'registry')),
        keyNetwork: await readJson(text(given, 'network'), KeyNetwork),
        loginService: text(given, 'login-service'),
        chains: await readJson(text(given, 'chains'), AppConfig.shape.chains),
        ...(given['oldest-version'] && { oldestVersion: text(given, 'oldest-version') }),
        ...(given.descriptors && { descriptors: await hashOf(text(given, 'descriptors')) }),
        ...(given.presentation && (await readJson(text(given, 'presentation'), Presentation))),
      })
      print(JSON.stringify(config, null, 2))
    },
  },
  integrity: {
    summary: 'Compares a built wallet app with its manifest and prints the hash that pages pin.',
    options: {
      root: { help: 'the built wallet app', value: 'folder', fallback: 'dist/wallet' },
    },
    async run(given) {
      const { version, hash } = await checkFolder(text(given, 'root'))
      print(`${version} ${hash}`)
    },
  },
}

function indexes(given: Given, name: string): number[] | undefined {
  const list = text(given, name)
  if (!list) return undefined
  return list.split(',').map((index) => integer({ [name]: index }, name))
}
