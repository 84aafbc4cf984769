/** Options shared by several commands, and the environment variables that may replace some of them. */
import type { Option } from './options.js'

export const VARIABLES = {
  shareKey: 'WALLET_EMBED_SHARE_KEY',
  backupKey: 'WALLET_EMBED_BACKUP_KEY',
  auditKey: 'WALLET_EMBED_AUDIT_KEY',
  signingKeys: 'WALLET_EMBED_SIGNING_KEYS',
  idTokenKeys: 'WALLET_EMBED_ID_TOKEN_KEYS',
  mail: 'WALLET_EMBED_MAIL',
  mailPassword: 'WALLET_EMBED_MAIL_PASSWORD',
  redis: 'WALLET_EMBED_REDIS',
  sync: 'WALLET_EMBED_SYNC',
  syncFrom: 'WALLET_EMBED_SYNC_FROM',
  syncTo: 'WALLET_EMBED_SYNC_TO',
} as const

type Options = Record<string, Option>

/** An optional option. */
export const may = (help: string, value: string): Option => ({ help, value, fallback: null })

/** An optional option that may be repeated. */
export const several = (help: string, value: string): Option => ({
  ...may(`${help}; may come again`, value),
  multiple: true,
})

/** Options to confirm what a command otherwise refuses: `--accept <word>`. */
export const accepting = (...words: string[]): Options => ({
  accept: several(`what you know and want all the same: ${words.join(', ')}`, 'word'),
})

export const REGISTRY: Option = { help: 'registry of applications and verifiers', value: 'file' }

/** Options of all services that the wallet app's pages call. */
export const API: Options = {
  'wallet-origin': { help: 'origin of the wallet app', value: 'origin' },
  'rate-limit': { help: 'requests a minute from one address', value: 'n', fallback: '1200' },
  'trust-proxy': may('proxies that say who asks', 'addresses'),
}

/** Option for the callers whose traces a program continues. */
export const TRUST_TRACE: Options = {
  'trust-trace': may('callers whose traceparent counts', 'addresses'),
}

export const TRACE: Options = {
  ...TRUST_TRACE,
  'pass-trace': may('origins that get a traceparent; the login service does', 'origins'),
}

export const METRICS: Options = { metrics: may('where Prometheus reads /metrics', 'host:port') }

export const STORE: Options = {
  redis: may(`Redis that copies share, or none; ${VARIABLES.redis} without it`, 'url'),
  'redis-file': may('its URL in a file, for one with a password', 'file'),
}

export const SYNC: Options = {
  sync: may(
    `keeps people's blobs for their other devices: memory, lmdb:FOLDER or postgres://…; ${VARIABLES.sync} without it`,
    'store',
  ),
  'sync-file': may('its URL in a file, for one with a password', 'file'),
  'sync-room': { help: 'people whose blobs are kept', value: 'n', fallback: '1000000' },
}

export const MAIL: Options = {
  mail: may(`mail server that sends codes; ${VARIABLES.mail} without it`, 'file'),
  'mail-password-file': may(
    `its password; ${VARIABLES.mailPassword}, or in the settings, without it`,
    'file',
  ),
  'mail-limit': { help: 'codes by e-mail a minute, for all together', value: 'n', fallback: '300' },
}

export const AUDIT_KEY: Option = may(
  `names people in the audit log; ${VARIABLES.auditKey} without it`,
  'file',
)

export const AUDIT: Options = {
  audit: may('file to which each login adds a line', 'file'),
  'audit-key-file': AUDIT_KEY,
}

export const LOGIN_KEYS: Options = {
  'signing-keys': may(`its own keys; ${VARIABLES.signingKeys} without it`, 'file'),
  'id-token-keys': may(
    `its keys for tokens that sites' servers check; ${VARIABLES.idTokenKeys} without it`,
    'file',
  ),
}

export const SHARE: Option = { help: 'the share of this node', value: 'file' }

/** The key that a share's file is encrypted under. */
export const SHARE_KEY: Options = {
  'share-key-file': may(`its key; ${VARIABLES.shareKey} without it`, 'file'),
}

export const BACKUP_KEY: Options = {
  'backup-key-file': may(`the backup's key; ${VARIABLES.backupKey} without it`, 'file'),
}

/** Options for storing the share that a ceremony gives. */
export const KEEPING: Options = {
  ...SHARE_KEY,
  ...BACKUP_KEY,
  'backup-out': may('where its backup goes; --out without it', 'folder'),
  ...accepting('no-backup', 'low-threshold'),
}

/** Options of all ceremonies. */
export const EXCHANGE: Options = {
  peers: { help: "all participants' public keys and URLs", value: 'file' },
  identity: { help: "this participant's own key", value: 'file' },
  listen: may('where the others reach this one', 'host:port'),
  dir: may('instead of --listen: empty folder that all see', 'folder'),
  timeout: { help: 'seconds that each round waits', value: 's', fallback: '600' },
}

/** Options of all programs that listen. */
export const listening = (port: string, variable: string): Options => ({
  port: may(`${port} by default, or ${variable}; 0 for any free`, 'n'),
  host: { help: 'address to listen on', value: 'address', fallback: 'localhost' },
  drain: {
    help: 'seconds between SIGTERM and the end of listening: /readyz says no',
    value: 'n',
    fallback: '0',
  },
})
