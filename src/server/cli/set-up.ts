import { AppConfig, KeyNetwork, Presentation } from '../../protocol/service.js'
import { buildAppConfig } from '../app-config.js'
import { runDkg } from '../dkg.js'
import { readJson } from '../files.js'
import { checkFolder } from '../integrity.js'
import { readRegistry } from '../registry.js'
import { makeDevShares } from '../shares.js'
import { type Command, integer, print, text, wrong } from './options.js'
import { REGISTRY } from './services.js'

export const SET_UP: Record<string, Command> = {
  dkg: {
    summary: 'Takes part in making a key that nobody ever holds; one run per node operator.',
    options: {
      index: { help: 'which participant this is, 1 to n', value: 'i' },
      of: { help: 'number of participants', value: 'n' },
      threshold: { help: 'how many make a key', value: 't' },
      url: { help: "where this participant's node will answer", value: 'url' },
      dir: { help: 'empty folder that all participants see', value: 'folder' },
      out: { help: "this participant's own folder, for its share", value: 'folder' },
      timeout: { help: 'seconds that each round waits', value: 's', fallback: '600' },
    },
    async run(given) {
      const { fingerprint } = await runDkg({
        index: integer(given, 'index'),
        of: integer(given, 'of'),
        threshold: integer(given, 'threshold'),
        url: text(given, 'url'),
        exchangeDir: text(given, 'dir'),
        dir: text(given, 'out'),
        timeoutMs: integer(given, 'timeout') * 1000,
      })
      print(`Fingerprint: ${fingerprint}`)
      print('Use the share only if every participant reads the same.')
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
    },
    async run(given) {
      const config = buildAppConfig({
        registry: await readRegistry(text(given, 'registry')),
        keyNetwork: await readJson(text(given, 'network'), KeyNetwork),
        loginService: text(given, 'login-service'),
        chains: await readJson(text(given, 'chains'), AppConfig.shape.chains),
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
