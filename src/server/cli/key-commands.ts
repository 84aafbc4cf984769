/** Keys: how operators make them together, keep their shares, and look after them. */
import type { Command, Option } from './options/options.js'
import {
  AUDIT_KEY,
  accepting,
  BACKUP_KEY,
  EXCHANGE,
  KEEPING,
  METRICS,
  may,
  SHARE,
  SHARE_KEY,
  VARIABLES,
} from './options/tables.js'

const OWN_INDEX: Option = { help: 'which participant this is', value: 'i' }
const OWN: Record<string, Option> = {
  index: OWN_INDEX,
  out: { help: "this participant's own folder", value: 'folder' },
}
const SECRET: Option = { help: 'a new file, to be kept secret', value: 'file' }

export const CEREMONIES: Record<string, Command> = {
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
    run: async (given) => (await import('./commands/ceremonies.js')).dkg(given),
  },
  identity: {
    summary: "Makes the key by which a node's operator is known to the others.",
    options: { out: SECRET },
    run: async (given) => (await import('./commands/ceremonies.js')).identity(given),
  },
  reshare: {
    summary: 'Takes part in making new shares of the same key, for the same members or others.',
    options: {
      index: OWN_INDEX,
      network: { help: 'network.json as it is now', value: 'file' },
      members: may('who will be members; as now by default', '1,2,3'),
      threshold: may('how many will make a key; as now', 't'),
      dealers: may('members of now who take part; all', '1,2'),
      url: may("where this participant's node will answer; as now", 'url'),
      out: { help: "this participant's own folder, with its share", value: 'folder' },
      ...KEEPING,
      ...EXCHANGE,
    },
    run: async (given) => (await import('./commands/ceremonies.js')).reshare(given),
  },
  'dev-shares': {
    summary: 'Makes the shares of a key on one machine, for development.',
    options: {
      of: { help: 'number of nodes', value: 'n', fallback: '3' },
      threshold: { help: 'how many make a key', value: 't', fallback: '2' },
      dir: { help: 'for share-<index>.json and network.json', value: 'folder' },
      urls: may("the nodes' URLs; localhost:4061 and so on", 'a,b,c'),
    },
    run: async (given) => (await import('./commands/ceremonies.js')).devShares(given),
  },
}

export const SHARES: Record<string, Command> = {
  'share encrypt': {
    summary: "Encrypts a share's file in its place.",
    options: { share: SHARE, ...SHARE_KEY },
    run: async (given) => (await import('./commands/share.js')).encrypt(given),
  },
  'share status': {
    summary: 'Says what is in the folder of a participant, and what waits for its end.',
    options: OWN,
    run: async (given) => (await import('./commands/share.js')).status(given),
  },
  'share resume': {
    summary:
      'Ends a change that was interrupted, with all that took part, for all in the same way.',
    options: {
      ...OWN,
      participants: may('who took part; as the change says', '1,2,3'),
      ...EXCHANGE,
    },
    run: async (given) => (await import('./commands/ceremonies.js')).resume(given),
  },
  'share commit': {
    summary:
      'Finishes a change by hand: only if another has committed it, and one is lost for good.',
    options: OWN,
    run: async (given) => (await import('./commands/share.js')).commit(given),
  },
  'share abandon': {
    summary:
      'Takes a change back with all that are left: only if none has committed it, and one is lost for good.',
    options: {
      ...OWN,
      participants: may('who is left; all that took part without it', '1,2,3'),
      ...accepting('none-committed'),
      ...EXCHANGE,
    },
    run: async (given) => (await import('./commands/ceremonies.js')).abandon(given),
  },
  'share backup': {
    summary: 'Writes an encrypted copy of a share, to be kept elsewhere.',
    options: {
      share: SHARE,
      ...SHARE_KEY,
      network: { help: 'network.json, to be kept with it', value: 'file' },
      ...BACKUP_KEY,
      out: { help: 'folder for the backup, which is named by its generation', value: 'folder' },
    },
    run: async (given) => (await import('./commands/share.js')).backUp(given),
  },
  'share verify': {
    summary: "Tests a share, or a backup of one, against the network's public keys.",
    options: {
      share: may('the share, or', 'file'),
      ...SHARE_KEY,
      backup: may('the backup', 'file'),
      ...BACKUP_KEY,
      network: { help: 'network.json, or config.json as it is published', value: 'file or url' },
    },
    run: async (given) => (await import('./commands/share.js')).verify(given),
  },
  'share restore': {
    summary: 'Makes the files of a node from a backup.',
    options: {
      backup: { help: 'the backup', value: 'file' },
      ...BACKUP_KEY,
      network: may('network.json or config.json as published: the backup has to be of it', 'file'),
      out: { help: "this node's own folder", value: 'folder' },
      ...SHARE_KEY,
    },
    run: async (given) => (await import('./commands/share.js')).restore(given),
  },
}

export const NODES: Record<string, Command> = {
  'nodes check': {
    summary:
      'Has each key node prove the share that is published, and say what it runs; exits with 1 if one is wrong.',
    options: {
      network: { help: 'network.json or config.json as published', value: 'file or url' },
      every: may('goes on, and looks so often', 'seconds'),
      ...METRICS,
    },
    run: async (given) => (await import('./commands/nodes-check.js')).checkNodes(given),
  },
}

/** The login service's own. */
export const LOGIN_SERVICE: Record<string, Command> = {
  'signing-key': {
    summary: 'Makes the key by which the login service signs ID tokens of its own.',
    options: { out: SECRET },
    run: async (given) => (await import('./commands/login-keys.js')).makeSigningKey(given),
  },
  'id-token-key': {
    summary: "Makes a key by which the login service signs tokens for sites' own servers.",
    options: {
      out: SECRET,
      from: may('the keys until now, which stay known behind the new one', 'file'),
    },
    run: async (given) => (await import('./commands/login-keys.js')).makeIdTokenKey(given),
  },
  'audit-name': {
    summary: 'Prints what a person is called in the audit log.',
    options: {
      verifier: { help: 'name of the verifier, or of the aggregate it is in', value: 'name' },
      id: { help: 'the verifierId, such as an e-mail address', value: 'text' },
      'audit-key-file': AUDIT_KEY,
    },
    run: async (given) => (await import('./commands/login-keys.js')).printAuditName(given),
  },
  'sync copy': {
    summary: "Copies people's blobs from one store to another: to move them, or as a backup.",
    options: {
      from: may(`lmdb:FOLDER or postgres://…; ${VARIABLES.syncFrom} without it`, 'store'),
      'from-file': may('its URL in a file, for one with a password', 'file'),
      to: may(`likewise; ${VARIABLES.syncTo} without it`, 'store'),
      'to-file': may('likewise', 'file'),
    },
    run: async (given) => (await import('./commands/login-service.js')).runSyncCopy(given),
  },
}
