/** Wrong invocations and files: one line each that says what is wrong, where, and what to do. Never a stack. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, mock } from 'node:test'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'

import { main } from '../../src/server/cli/main.js'
import { version } from '../../src/server/cli/options/version.js'
import { checkRegistry } from '../../src/server/registry/registry.js'
import { makeBackendKeys } from '../../src/server/tokens/backend-tokens.js'
import { registryFor } from '../node/support/issuer.js'
import { runCli } from './support/cli.js'

const WALLET = ['--wallet-origin', 'https://wallet.example']
const REGISTRY = ['--registry', 'registry.json']
const LOGIN = ['login-service', ...REGISTRY, '--secrets', 'secrets.json', ...WALLET]
const NODE = ['node', '--share', 'share.json', ...REGISTRY, ...WALLET]
const APP = ['wallet-app', '--config', 'config.json', ...REGISTRY, '--root', '.']
/** The public key of RFC 8032, section 7.1, test 1. */
const KEY = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
const LIST = ['--builds', 'builds.json']
const BROKEN = ['--state', 'broken.json']
const PEERS = ['--peers', 'missing.json', '--identity', 'missing.json', '--dir', '.']
/** Of a time that no timer can wait: it would be over at once. */
const LONG = (option: string) => new RegExp(`--${option}: expected 2000000 seconds at most`)

/** Arguments, and what the line says. */
const MISTAKES: [args: string[], says: RegExp][] = [
  [['nothing'], /No command nothing/],
  [['registry', 'nothing'], /No command registry/],
  [['descriptors', 'take', '--from', '.', '--reviewed-by', '0x12'], /--reviewed-by: .*got 0x12/],
  [['descriptors', 'take', '--from', '.', '--revoked', '0x12'], /--revoked: .*got 0x12/],
  [['init'], /--out <folder> is missing/],
  [['init', '--out', 'new', '--answers', 'empty.json'], /empty\.json: .*wallet/],
  [['init', '--out', 'new', '--redis', 'localhost:6379'], /redis: none, or expected redis:/],
  [['check', 'https://wallet.example', 'https://other.example'], /Expected one <url>/],
  [['check', 'wallet.example'], /<url>: expected an origin, such as https/],
  [['builds'], /No command builds/],
  [['builds', 'add', '--key-file', 'empty.json', '--commit', 'a'], /empty\.json: privateKey/],
  [['builds', 'list', '--builds', 'empty.json', '--key', KEY], /empty\.json: this is no list/],
  [['watch', ...LIST, '--key', KEY], /Expected one <url>/],
  [['watch', 'https://wallet.example', ...LIST], /--key <key> is missing/],
  [['watch', 'https://wallet.example', ...LIST, '--key', 'x'], /--key: expected the 43 characters/],
  [
    ['watch', 'https://wallet.example', ...LIST, '--key', KEY, '--every', '0'],
    /--every: expected 1 or more/,
  ],
  [
    ['watch', 'https://wallet.example', ...LIST, '--key', KEY, '--once', 'maybe'],
    /--once: expected yes or no/,
  ],
  [
    ['watch', 'https://wallet.example', ...LIST, '--key', KEY, '--state', 'broken.json'],
    /broken\.json: is no JSON/,
  ],
  [['nodes', 'check', '--network', 'missing.json', '--every', '5'], /missing\.json: ENOENT/],
  [['nodes', 'check', '--network', 'missing.json', '--every', '2592000'], LONG('every')],
  [
    ['watch', 'https://wallet.example', ...LIST, '--key', KEY, '--every', '2592000', ...BROKEN],
    LONG('every'),
  ],
  [
    ['share', 'resume', '--index', '1', '--out', '.', ...PEERS, '--timeout', '3600000'],
    LONG('timeout'),
  ],
  [[...LOGIN, '--drain', '3600000', '--port', '0'], LONG('drain')],
  [['login-service'], /--registry <file> is missing/],
  [['login-service', '--registry'], /--registry/],
  [['login-service', '--nothing', 'x'], /--nothing/],
  [['login-service', 'word'], /word/],
  [[...LOGIN, '--port', 'x'], /--port: expected a whole number/],
  [[...LOGIN, '--port', '65536'], /--port: expected .*65535/],
  [[...LOGIN, '--port', '-1'], /--port/],
  [
    [...LOGIN, '--host', 'no.such.host.invalid', '--port', '0'],
    /--host: .*no\.such\.host\.invalid/,
  ],
  [[...LOGIN, '--host', '203.0.113.1', '--port', '0'], /--host: .*203\.0\.113\.1/],
  [[...LOGIN, '--rate-limit', 'many'], /--rate-limit: expected a whole number/],
  [[...LOGIN, '--trust-proxy', 'nonsense'], /--trust-proxy: .*nonsense/],
  [[...LOGIN, '--trust-proxy', '10.0.0.0/99'], /--trust-proxy: .*10\.0\.0\.0\/99/],
  // Addresses to some readers: 0.0.0.1 and 0.0.0.10.
  [[...LOGIN, '--trust-proxy', '1', '--drain', 'x'], /--trust-proxy: .*"1"/],
  [[...LOGIN, '--trust-proxy', '10/8', '--drain', 'x'], /--trust-proxy: .*"10\/8"/],
  [[...LOGIN, '--metrics', 'x'], /--metrics: expected host:port/],
  [[...LOGIN, '--metrics', '127.0.0.1:99999'], /--metrics: expected .*65535/],
  [[...LOGIN, '--redis', 'nonsense'], /--redis/],
  [[...LOGIN, '--redis', 'redis://u:secret@redis.example'], /--redis: every user/],
  [[...LOGIN, '--redis-file', 'missing'], /missing: ENOENT/],
  [[...LOGIN, '--sync-file', 'blank', '--drain', 'x'], /--sync-file: blank: expected/],
  [[...LOGIN, '--signing-keys', 'empty.json'], /empty\.json: keys/],
  [[...LOGIN, '--id-token-keys', 'empty.json'], /empty\.json: .*keys/],
  [[...LOGIN, '--id-token-keys', 'id-token-keys.json'], /loginService/],
  [[...LOGIN, '--audit', 'audit.log'], /--audit-key-file: expected it/],
  [[...LOGIN, '--audit', 'audit.log', '--audit-key-file', 'short'], /Audit key: expected/],
  [[...LOGIN, '--audit', 'nowhere/audit.log', '--audit-key-file', 'key'], /--audit: .*nowhere/],
  [[...LOGIN, '--audit', 'folder', '--audit-key-file', 'key', '--drain', 'x'], /--audit: .*folder/],
  [[...LOGIN, '--audit', 'audit.log', '--audit-key-file', 'zeros'], /zeros: .*no text/],
  [[...LOGIN, '--mail', 'empty.json'], /empty\.json: /],
  [
    ['login-service', ...REGISTRY, '--secrets', 'broken.json', ...WALLET],
    /broken\.json: is no JSON, from line 1, column 2/,
  ],
  [['login-service', ...REGISTRY, '--secrets', 'list.json', ...WALLET], /list\.json: .*array/],
  [['login-service', ...REGISTRY, '--secrets', '.', ...WALLET], /EISDIR/],
  [
    ['login-service', ...REGISTRY, '--secrets', 'misspelt.json', ...WALLET],
    /misspelt\.json: gogle: no verifier of the registry, did you mean google\?/,
  ],
  [
    ['login-service', ...REGISTRY, '--secrets', 'apple.json', ...WALLET],
    /apple\.json: google: privateKey: expected the text of a \.p8 file/,
  ],
  [
    ['login-service', '--registry', 'missing.json', '--secrets', 'secrets.json', ...WALLET],
    /missing\.json: ENOENT/,
  ],
  [
    ['login-service', '--registry', 'twice.json', '--secrets', 'secrets.json', ...WALLET],
    /twice\.json: /,
  ],
  [
    ['login-service', '--registry', 'empty.json', '--secrets', 'secrets.json', ...WALLET],
    /empty\.json: applications/,
  ],
  [
    [...LOGIN.slice(0, -1), 'http://wallet.example'],
    /--wallet-origin: expected https, or http on localhost/,
  ],
  [
    [
      'login-service',
      ...REGISTRY,
      '--secrets',
      'secrets.json',
      '--wallet-origin',
      'https://a.example/x',
    ],
    /--wallet-origin: expected an origin/,
  ],
  [NODE, /share\.json: ENOENT/],
  [['node', '--share', 'empty.json', ...REGISTRY, ...WALLET], /empty\.json: /],
  [[...NODE, '--workers', '0'], /--workers|share\.json/],
  [[...APP, '--root', 'nowhere'], /--root: .*nowhere/],
  [[...APP, '--root', 'empty.json'], /--root: .*empty\.json/],
  [APP, /config\.json: ENOENT/],
  [['signing-key', '--out', 'nowhere/key.json'], /nowhere\/key\.json cannot be written: .*folder/],
  [['signing-key', '--out', 'empty.json'], /empty\.json/],
  [['id-token-key', '--out', 'x.json', '--from', 'empty.json'], /empty\.json: .*keys/],
  [['integrity', '--root', 'nowhere'], /nowhere/],
  [['audit-name', '--verifier', 'google', '--id', 'x'], /--audit-key-file: expected it/],
  [
    [
      ...['registry', 'add-application', ...REGISTRY, '--client-id', 'my shop', '--name', 'A shop'],
      ...['--origin', 'https://shop.example'],
    ],
    /client id of ASCII characters without blanks/,
  ],
  [['share', 'status', '--index', '9', '--out', 'folder'], /nothing of participant 9/],
  [
    ['registry', 'add-verifier', ...REGISTRY, '--name', 'x', '--issuer', 'nonsense'],
    /--issuer|--\w/,
  ],
]

/** What the command says of it, in this process: as its own it says the same, which server-cli.test.ts shows. */
async function told(args: string[]): Promise<{ code: number; stderr: string }> {
  const lines: string[] = []
  const { mock: written } = mock.method(console, 'error', (...line: unknown[]) => {
    lines.push(format(...line))
  })
  const code = await main(args)
  written.restore()
  return { code, stderr: lines.join('\n') }
}

describe('a mistake at the command line', () => {
  const home = process.cwd()
  let dir: string

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    const registry = checkRegistry(registryFor('https://id.example'))
    const files = {
      'registry.json': JSON.stringify(registry),
      'secrets.json': '{}',
      'misspelt.json': '{"gogle":"shh"}',
      'apple.json': '{"google":{"teamId":"TEAM","keyId":"KEY","privateKey":"AuthKey_KEY.p8"}}',
      'broken.json': '{',
      'list.json': '[]',
      key: 'k'.repeat(40),
      zeros: '\0'.repeat(40),
      'empty.json': '{}',
      'twice.json': '{"applications":{},"applications":{},"verifiers":{}}',
      'id-token-keys.json': JSON.stringify(await makeBackendKeys()),
      short: 'short',
      blank: '\n',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text)
    await mkdir(join(dir, 'folder'))
    process.chdir(dir)
  })
  after(async () => {
    process.chdir(home)
    await rm(dir, { recursive: true, force: true })
  })

  for (const [args, says] of MISTAKES) {
    it(`is told in a line: ${args.join(' ')}`, async () => {
      const { code, stderr } = await told(args)
      assert.ok(code === 1 || code === 2, `code ${code}, ${stderr}`)
      const [first, ...more] = stderr.trim().split('\n')
      assert.match(first!, /^wallet-embed: /)
      assert.match(first!, says)
      assert.doesNotMatch(stderr, /^\s+at |node:internal|ZodError/m)
      // Only the help may follow.
      assert.ok(
        more.length === 0 || more.includes('Usage: wallet-embed <command> [options]'),
        stderr,
      )
    })
  }

  for (const word of ['--version', '-v']) {
    it(`${word} is none: it prints the version`, async () => {
      const { code, stdout } = await runCli([word], {}, dir).ended
      assert.deepEqual([code, /^\d+\.\d+\.\d+\S*\n$/.test(stdout)], [0, true])
    })
  }
  // Both once went on looking for ever.
  it('a package.json that cannot be read is named', async () => {
    await mkdir(join(dir, 'installed/package.json'), { recursive: true })
    const folder = pathToFileURL(join(dir, 'installed/'))
    await assert.rejects(version(folder), {
      code: 'INVALID_ARGUMENT',
      detail: /package\.json: EISDIR/,
    })
  })
  it('a package.json that is nowhere is told', async () => {
    await assert.rejects(version(new URL('file:///nowhere/at/all/')), { code: 'INTERNAL' })
  })
  for (const args of [['-h'], ['help'], ['login-service', '-h']]) {
    it(`${args.join(' ')} is none: it prints the help`, async () => {
      const { code, stdout } = await runCli(args, {}, dir).ended
      assert.equal(code, 0)
      assert.match(stdout, /^Usage: wallet-embed /)
    })
  }
})
