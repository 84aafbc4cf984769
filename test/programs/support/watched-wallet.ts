/** The real wallet app over a folder with some of its build, and a list that this is on. Needs a build. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { compressFolder } from '../../../scripts/compress.js'
import { sealWallet } from '../../../scripts/integrity.js'
import { fromRoot } from '../../../scripts/vite/shared.js'
import { registryFor } from '../../node/support/issuer.js'
import { WALLET_CONFIG } from '../../node/support/wallet-config.js'
import { type Running, runCli } from './cli.js'

const BUILT = fromRoot('dist/wallet')
/** Pages, and of each kind of file those that tests change: a look compares every file, in all forms. */
const FEW = /^(|assets|[a-z]+\.html|assets\/((frame|worker)-[^/]*\.js|[^/]*\.(css|svg)))$/
export const COMMIT = 'c0ffee'.padEnd(40, '0')
/** The version of a second build, which is on no list yet. */
export const NEXT = '99.0.0'

const COMPRESS = { '': (bytes: Buffer) => bytes, '.br': brotliCompressSync, '.gz': gzipSync }
type Form = keyof typeof COMPRESS

/** At one moment: it may be served meanwhile. */
async function replace(file: string, bytes: Buffer): Promise<void> {
  await writeFile(`${file}.draft`, bytes)
  await rename(`${file}.draft`, file)
}

/** In its folder: the builds `built`, `root`, which is the same and served, and `next`; `builds.json` and `key.json`. */
export class WatchedWallet {
  readonly dir: string
  /** The list's public key. */
  key = ''
  url = ''
  version = ''
  files: string[] = []
  readonly #running: Running[] = []
  readonly #servers: Server[] = []
  #wallet: Running | undefined

  private constructor(dir: string) {
    this.dir = dir
  }

  static async start(): Promise<WatchedWallet> {
    const made = new WatchedWallet(await mkdtemp(join(tmpdir(), 'wallet-embed-')))
    await made.#prepare()
    await made.startWallet()
    return made
  }

  async close(): Promise<void> {
    for (const { child } of this.#running) child.kill('SIGTERM')
    await Promise.all(this.#running.map(({ ended }) => ended))
    for (const server of this.#servers) {
      server.closeAllConnections()
      server.close()
    }
    await rm(this.dir, { recursive: true })
  }

  at(...names: string[]): string {
    return join(this.dir, ...names)
  }

  run(...args: string[]): Running {
    const running = runCli(args, {}, this.dir)
    this.#running.push(running)
    return running
  }

  /** Adds a build to a list. */
  add(root: string, list = 'builds.json', ...more: string[]): Running['ended'] {
    const args = ['--root', root, '--builds', list, '--key-file', 'key.json', '--commit', COMMIT]
    return this.run('builds', 'add', ...args, ...more).ended
  }

  /** @param origin - Asked in the place of the wallet. */
  watch(more: string[] = [], origin = this.url): Running {
    const list = more.includes('--builds') ? [] : ['--builds', 'builds.json']
    return this.run('watch', origin, '--key', this.key, ...list, ...more)
  }

  once(...more: string[]): Running['ended'] {
    return this.watch(['--once', 'yes', ...more]).ended
  }

  async startWallet(port = 0): Promise<void> {
    const args = ['--config', 'config.json', '--registry', 'registry.json', '--root', 'root']
    this.#wallet = this.run('wallet-app', ...args, '--port', `${port}`)
    const [, url] = await this.#wallet.line(/listening at (http:\/\/[^"]*:\d+)/)
    this.url = url!
  }

  async stopWallet(): Promise<void> {
    this.#wallet?.child.kill('SIGTERM')
    await this.#wallet?.ended
  }

  /** Serves what was built, and nothing else. */
  async restore(): Promise<void> {
    await rm(this.at('root'), { recursive: true, force: true })
    await cp(this.at('built'), this.at('root'), { recursive: true })
  }

  /** A server of the test's. @returns Its URL. */
  async serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer)
    this.#servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    return `http://localhost:${(server.address() as AddressInfo).port}`
  }

  /** Changes one byte of a served file, also in its compressed forms. @returns What takes that back. */
  async changeByte(
    path: string,
    forms: readonly Form[] = ['', '.br', '.gz'],
  ): Promise<() => Promise<void>> {
    const names = forms.map((form) => this.at('root', path + form))
    const kept = await Promise.all(names.map((name) => readFile(name).catch(() => undefined)))
    const bytes = await readFile(this.at('root', path))
    bytes[bytes.length >> 1]! ^= 1
    for (const [i, form] of forms.entries()) {
      if (kept[i]) await replace(names[i]!, COMPRESS[form](bytes))
    }
    return async () => {
      for (const [i, before] of kept.entries()) if (before) await replace(names[i]!, before)
    }
  }

  async #prepare(): Promise<void> {
    const manifest = JSON.parse(await readFile(join(BUILT, 'integrity.json'), 'utf8'))
    this.version = manifest.version
    for (const [name, version] of [
      ['built', this.version],
      ['next', NEXT],
    ] as const) {
      const filter = (path: string) => FEW.test(relative(BUILT, path))
      await cp(BUILT, this.at(name), { recursive: true, filter })
      await sealWallet(this.at(name), version)
      await compressFolder(this.at(name))
    }
    await this.restore()
    const sealed = JSON.parse(await readFile(this.at('root', 'integrity.json'), 'utf8'))
    this.files = Object.keys(sealed.files)
    await writeFile(this.at('config.json'), JSON.stringify(WALLET_CONFIG))
    const registry = JSON.stringify(registryFor('https://issuer.example'))
    await writeFile(this.at('registry.json'), registry)
    const made = await this.run('builds', 'key', '--out', 'key.json').ended
    this.key = made.stdout.trim()
    const added = await this.add('root', 'builds.json', '--accept', 'new-list')
    assert.equal(added.code, 0, added.stderr)
  }
}
