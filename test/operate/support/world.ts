/** What is around the guide's four machines: certificates, an identity provider, a shop, and a person with a browser. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

import { makeIdp } from '../../../demo/stack/secrets.js'
import { folderOf } from '../../../scripts/packages.js'
import { fromRoot } from '../../../scripts/vite/shared.js'
import { BROWSER_ARGS, findBrowser, IGNORED_DEFAULT_ARGS } from '../../support/browser.js'
import { watch } from '../../support/failures.js'
import { type Authority, makeAuthority } from './authority.js'
import { Lan, type Machine } from './machine.js'

const run = promisify(execFile)

const OURS = '10.77.0.1'
const FRONT = 'front.example'
export const NODES = ['node1.example', 'node2.example', 'node3.example']
/** Names by address. */
const ADDRESSES: Record<string, string[]> = {
  [OURS]: ['accounts.google.com', 'shop.example'],
  '10.77.0.10': [FRONT, 'wallet.example', 'login.example'],
  ...Object.fromEntries(NODES.map((name, i) => [`10.77.0.${11 + i}`, [name]])),
}
const IDP_PORT = 4052
const SHOP = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The shop</title></head>
<body><h1>The shop</h1>
<script type="module" src="https://wallet.example/cdn/wallet-embed.js"></script>
<wallet-embed></wallet-embed></body></html>`

export interface OutsideWorld {
  lan: Lan
  front: Machine
  nodes: Machine[]
  browser: Browser
  stop(): Promise<void>
}

/** @param client - As which the operator is registered with the provider. */
export async function startOutside(client: { id: string; secret: string }): Promise<OutsideWorld> {
  const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-outside-'))
  const lan = await Lan.start()
  const children: ChildProcess[] = []
  let browser: Browser | undefined
  const stop = async () => {
    await browser?.close()
    const ended = children.map((child) => child.exitCode ?? once(child, 'exit'))
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(ended)
    await lan.stop()
    await rm(dir, { recursive: true, force: true })
  }
  try {
    const authority = await makeAuthority(dir, Object.values(ADDRESSES).flat())
    const files = await filesOf(authority, dir)
    await cacheFor(dir, lan)
    children.push(...(await startSites(lan, dir, client)))
    const [front, ...nodes] = await Promise.all(
      Object.entries(ADDRESSES)
        .filter(([address]) => address !== OURS)
        .map(([address, [name]]) => lan.add(name!, address, files)),
    )
    browser = await launch(lan, dir, authority)
    return { lan, front: front!, nodes, browser, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What the guide asks for before it begins: names, certificates, the program. */
async function filesOf(authority: Authority, dir: string): Promise<Map<string, string | Buffer>> {
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', dir]
  const { stdout } = await run('npm', [...pack, folderOf('wallet-embed-server')])
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry'])
  const hosts = Object.entries(ADDRESSES).map(([address, names]) => `${address} ${names.join(' ')}`)
  const certificates = Object.values(ADDRESSES)
    .flat()
    .flatMap((name): [string, string][] => [
      [`etc/letsencrypt/live/${name}/fullchain.pem`, authority.chain],
      [`etc/letsencrypt/live/${name}/privkey.pem`, authority.key],
    ])
  return new Map<string, string | Buffer>([
    ['etc/hosts', `${['127.0.0.1 localhost', ...hosts].join('\n')}\n`],
    ['etc/ssl/test-authority.pem', authority.root],
    // As it is here, so that what was fetched is found again.
    ['root/.npmrc', `registry=${registry.trim()}\n`],
    [
      'etc/systemd/system.conf.d/authority.conf',
      '[Manager]\nDefaultEnvironment=NODE_EXTRA_CA_CERTS=/etc/ssl/test-authority.pem\n',
    ],
    ...certificates,
    [`root/${filename}`, await readFile(join(dir, filename))],
  ])
}

/** Fetches what the package needs, once: the machines reach nothing outside. */
async function cacheFor(dir: string, lan: Lan): Promise<void> {
  const cache = join(lan.dir, 'npm-cache')
  await mkdir(cache)
  const project = join(dir, 'project')
  const server = folderOf('wallet-embed-server')
  await mkdir(project)
  for (const name of ['package.json', 'npm-shrinkwrap.json']) {
    await cp(join(server, name), join(project, name))
  }
  await run('npm', ['ci', '--ignore-scripts', '--cache', cache], { cwd: project })
}

/** The identity provider and the shop, each by https. */
async function startSites(
  lan: Lan,
  dir: string,
  client: { id: string; secret: string },
): Promise<ChildProcess[]> {
  const config = {
    port: IDP_PORT,
    issuer: 'https://accounts.google.com',
    redirectUris: ['https://wallet.example/login'],
    clients: [{ ...client, name: 'Google' }],
    ...(await makeIdp()),
  }
  await writeFile(join(dir, 'idp.json'), JSON.stringify(config))
  await mkdir(join(dir, 'shop'))
  await writeFile(join(dir, 'shop/index.html'), SHOP)
  const tls = `listen 443 ssl; ssl_certificate ${dir}/chain.pem; ssl_certificate_key ${dir}/key.pem;`
  const nginx = `daemon off; user root; pid ${dir}/pid; error_log stderr; events {}
http {
  access_log off;
  server { ${tls} server_name shop.example; root ${dir}/shop;
    location = /favicon.ico { return 204; } }
  server { ${tls} server_name accounts.google.com; location / {
    proxy_pass http://127.0.0.1:${IDP_PORT};
    proxy_set_header Host $host; proxy_set_header X-Forwarded-Proto https; } }
}`
  await writeFile(join(dir, 'nginx.conf'), nginx)
  const start = (...words: string[]) => {
    const [program, ...args] = [...lan.way, ...words]
    return spawn(program!, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return [
    start(process.execPath, fromRoot('dist/programs/idp.js'), join(dir, 'idp.json')),
    start('nginx', '-c', join(dir, 'nginx.conf')),
  ]
}

/** A browser in that network, which trusts the key of its certificates. */
async function launch(lan: Lan, dir: string, { pin }: Authority): Promise<Browser> {
  const wrapper = join(dir, 'browser')
  const words = [...lan.way, await findBrowser()].map((word) => `'${word}'`).join(' ')
  await writeFile(wrapper, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 })
  const rules = Object.entries(ADDRESSES).flatMap(([address, names]) =>
    names.map((name) => `MAP ${name} ${address}`),
  )
  const browser = await chromium.launch({
    executablePath: wrapper,
    args: [
      ...BROWSER_ARGS,
      `--host-resolver-rules=${rules.join(',')}`,
      `--ignore-certificate-errors-spki-list=${pin}`,
    ],
    ignoreDefaultArgs: IGNORED_DEFAULT_ARGS,
  })
  return watch(browser)
}
