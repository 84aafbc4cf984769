import * as z from 'zod/mini'

import { AppConfig, KeyNetwork, Presentation } from '../../protocol/service.js'
import type { CeremonyResult } from '../ceremonies/ceremony.js'
import { exists } from '../ceremonies/change.js'
import { runDkg } from '../ceremonies/dkg.js'
import { makeIdentity } from '../ceremonies/identities.js'
import { runReshare } from '../ceremonies/reshare.js'
import { hashOf } from '../descriptors/folder.js'
import { generationOf, Network } from '../keys/generation.js'
import { toText } from '../keys/share-file.js'
import { makeDevShares } from '../keys/shares.js'
import { readJson } from '../platform/files.js'
import { replaceFile } from '../platform/write-file.js'
import { readRegistry } from '../registry/registry.js'
import { buildAppConfig, checkSameKey } from '../wallet-app/app-config.js'
import { checkFolder } from '../wallet-app/integrity.js'
import { EXCHANGE, exchangeOf } from './options/exchange.js'
import {
  accepting,
  accepts,
  type Command,
  type Given,
  integer,
  type Option,
  print,
  text,
  wrong,
} from './options/options.js'
import { REGISTRY } from './services.js'
import { BACKUP_KEY, backupKey, SHARE_KEY, shareKey } from './share.js'

/** How a share is kept that comes out of what participants do together. */
const KEEPING: Record<string, Option> = {
  ...SHARE_KEY,
  ...BACKUP_KEY,
  'backup-out': {
    help: 'where its backup goes; --out without it',
    value: 'folder',
    fallback: null,
  },
  ...accepting('no-backup', 'low-threshold'),
}

export const SET_UP: Record<string, Command> = {
  dkg: {
    summary: 'Takes part in making a key that nobody ever holds; one run per node operator.',
    options: {
      index: { help: 'which participant this is, 1 to n', value: 'i' },
      of: { help: 'number of participants', value: 'n' },
      threshold: { help: 'how many make a key', value: 't' },
      url: { help: "where this participant's node will answer", value: 'url' },
      out: { help: "this participant's own folder, for its share", value: 'folder' },
      ...KEEPING,
      ...EXCHANGE,
    },
    async run(given) {
      const result = await runDkg({
        index: integer(given, 'index'),
        of: integer(given, 'of'),
        threshold: integer(given, 'threshold'),
        url: httpUrl(given, 'url'),
        ...(await keepingOf(given)),
        ...(await exchangeOf(given, integer(given, 'index'))),
      })
      report(result)
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
      ...KEEPING,
      ...EXCHANGE,
    },
    async run(given) {
      const index = integer(given, 'index')
      const network = await readJson(text(given, 'network'), Network)
      const now = network.nodes.map((node) => node.index)
      const result = await runReshare({
        index,
        network,
        members: indexes(given, 'members') ?? now,
        dealers: indexes(given, 'dealers') ?? now,
        threshold: given.threshold ? integer(given, 'threshold') : network.threshold,
        url: given.url ? httpUrl(given, 'url') : undefined,
        ...(await keepingOf(given)),
        ...(await exchangeOf(given, index)),
      })
      report(result)
      print('Publish the new network.json and reload the nodes.')
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
    summary: 'Makes the configuration of the wallet app.',
    options: {
      out: {
        help: 'config.json, which may be there; printed without it',
        value: 'file',
        fallback: null,
      },
      ...accepting('other-key'),
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
      const out = text(given, 'out')
      if (!out) return print(JSON.stringify(config, null, 2))
      if ((await exists(out)) && !accepts(given, 'other-key')) {
        const { keyNetwork } = await readJson(out, z.object({ keyNetwork: KeyNetwork }))
        checkSameKey(keyNetwork, config.keyNetwork, '--accept other-key')
      }
      await replaceFile(out, toText(config), 0o644)
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

/** Where a share goes, and under which keys. @throws {WalletError} `INVALID_ARGUMENT` */
async function keepingOf(given: Given) {
  const isWithoutBackup = accepts(given, 'no-backup', 'low-threshold')
  const key = isWithoutBackup ? undefined : await backupKey(given)
  const dir = text(given, 'out')
  return {
    dir,
    shareKey: await shareKey(given),
    backup: key === undefined ? undefined : { dir: text(given, 'backup-out') || dir, key },
    isLowThresholdAccepted: accepts(given, 'low-threshold', 'no-backup'),
  }
}

function report({ network, fingerprint, backup }: CeremonyResult): void {
  print(`Fingerprint: ${fingerprint}`)
  print(`Done: everybody has confirmed. Shares are of generation ${generationOf(network)}.`)
  print(`Group key: ${network.groupKey}`)
  if (backup) print(`Backup: ${backup}. Keep it and its key in two other places.`)
}

function httpUrl(given: Given, name: string): string {
  const value = text(given, name)
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value
  throw wrong(name, 'expected a URL such as https://node1.example')
}

function indexes(given: Given, name: string): number[] | undefined {
  const list = text(given, name)
  if (!list) return undefined
  return list.split(',').map((index) => integer({ [name]: index }, name))
}
