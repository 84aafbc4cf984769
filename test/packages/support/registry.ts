/** Our packages as if they were published. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { folderOf, PACKAGES, type PackageName } from '../../../scripts/packages.js'

const run = promisify(execFile)

/** Milliseconds for each call of npm's, on a slow network. */
const DEADLINE = 180_000

/** What npm says, and what it warns of. */
export interface Said {
  stdout: string
  stderr: string
}

export interface Registry {
  /** In a folder of its own. */
  install(folder: string, ...args: string[]): Promise<Said>
  stop(): Promise<void>
}

interface Packed {
  name: PackageName
  version: string
  filename: string
  integrity: string
  shasum: string
}

/**
 * A registry with what the build put together, which sends npm on to its own for all else.
 *
 * @param dir - For the packed files.
 */
export async function serveRegistry(dir: string): Promise<Registry> {
  const folders = PACKAGES.map(folderOf)
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', dir, ...folders]
  const [{ stdout: packedText }, { stdout: elsewhere }] = await Promise.all([
    run('npm', pack, { timeout: DEADLINE }),
    run('npm', ['config', 'get', 'registry'], { timeout: DEADLINE }),
  ])
  const packed = JSON.parse(packedText) as Packed[]
  const server = createServer(({ url = '/', headers }, response) => {
    const path = decodeURIComponent(url.slice(1))
    const one = packed.find(({ name, filename }) => path === name || path === filename)
    if (!one) {
      response.writeHead(302, { location: `${elsewhere.trim().replace(/\/$/, '')}${url}` }).end()
    } else if (path === one.name) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(documentOf(one, `http://${headers.host}`)))
    } else {
      createReadStream(join(dir, one.filename)).pipe(response)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    install: (folder, ...args) =>
      run('npm', ['install', '--no-audit', '--no-fund', '--registry', own, ...args], {
        cwd: folder,
        timeout: DEADLINE,
      }),
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** As a registry describes a package; it looks into each for a shrinkwrap when it is published. */
function documentOf({ name, version, filename, integrity, shasum }: Packed, url: string): object {
  const folder = folderOf(name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const dist = { tarball: `${url}/${filename}`, integrity, shasum }
  const _hasShrinkwrap = existsSync(join(folder, 'npm-shrinkwrap.json'))
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, _hasShrinkwrap, dist } },
  }
}
