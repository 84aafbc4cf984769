/** The files of deploy/ fit the command line, each other and the guide; and the programs that read them take them, where they are. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'
import { WRITE_LIMIT } from '../../src/server/sync/routes.js'
import {
  checkWords,
  DEPLOY,
  deployed,
  documents,
  guideSteps,
  started,
  unit,
  unitNames,
  wordsOf,
} from '../support/deploy.js'

/** Whose value would be a secret, or could have one. */
const SECRET = /key|secret|password|token|redis/i
const VARIABLES = {
  WALLET_ORIGIN: 'https://wallet.example',
  CREDENTIALS_DIRECTORY: '/run/credentials/unit',
}
const MOST_EXPOSED = 2.0

interface Container {
  name: string
  command: string[]
  isReadOnly: boolean
  hasNoRights: boolean
  variables: Record<string, string>
}

interface Compose {
  services: Record<
    string,
    {
      image?: string
      command?: string[]
      volumes?: string[]
      read_only?: boolean
      cap_drop?: string[]
      security_opt?: string[]
      environment?: Record<string, string>
    }
  >
}

interface Manifest {
  kind: string
  metadata: { name: string }
  spec: {
    selector: Record<string, string>
    template: { metadata: Record<'labels' | 'annotations', Record<string, string>>; spec: Pod }
  }
}

interface Pod {
  securityContext: { runAsNonRoot?: boolean }
  containers: {
    name: string
    args: string[]
    env?: { name: string; value: string }[]
    livenessProbe: { httpGet: { path: string } }
    readinessProbe: { httpGet: { path: string } }
    ports: { name: string; containerPort: number }[]
    securityContext: Record<string, unknown>
  }[]
}

const compose = documents('docker/compose.yaml')[0] as Compose
const manifests = readdirSync(join(DEPLOY, 'kubernetes')).flatMap(
  (name) => documents(`kubernetes/${name}`) as Manifest[],
)
const pods = manifests.filter(({ kind }) => kind === 'Deployment')

/** What runs our image. */
const CONTAINERS: Container[] = [
  ...Object.entries(compose.services)
    .filter(([name]) => !['redis', 'proxy'].includes(name))
    .map(([name, service]) => ({
      name: `compose ${name}`,
      command: service.command ?? [],
      isReadOnly: service.read_only === true,
      hasNoRights:
        service.cap_drop?.includes('ALL') === true &&
        service.security_opt?.includes('no-new-privileges:true') === true,
      variables: service.environment ?? {},
    })),
  ...pods
    .flatMap(({ spec }) => spec.template.spec.containers)
    .map((one) => ({
      name: `kubernetes ${one.name}`,
      command: one.args,
      isReadOnly: one.securityContext.readOnlyRootFilesystem === true,
      hasNoRights: one.securityContext.allowPrivilegeEscalation === false,
      variables: Object.fromEntries((one.env ?? []).map(({ name, value }) => [name, value])),
    })),
]

const instanceOf = (name: string) => (name.includes('login') ? '4051' : '1')

describe('every command line', () => {
  for (const name of unitNames()) {
    it(`of ${name} is one that the program takes`, () => {
      checkWords(started(name, instanceOf(name), VARIABLES))
    })
  }

  for (const { name, command } of CONTAINERS) {
    it(`of ${name} is one that the program takes`, () => checkWords(command))
  }

  for (const { command } of guideSteps().filter((step) =>
    step.command.startsWith('wallet-embed'),
  )) {
    it(`of the guide is one that the program takes: ${command.slice(0, 40)}`, () => {
      checkWords(wordsOf(command.replaceAll('\\\n', ' ')).slice(1))
    })
  }

  it('of another option would be refused', () => {
    const words = started('wallet-embed-wallet.service', '', VARIABLES)
    assert.throws(() => checkWords([...words, '--nope', 'x']), /--nope/)
  })
})

describe('what the files say of each other', () => {
  const made = [...deployed('etc/tmpfiles.d/wallet-embed.conf').matchAll(/^d (\S+) +(\d+) (\S+)/gm)]
  const folder = (path: string) => made.find(([, name]) => name === path)

  it('keys come from where root alone reads them', () => {
    const keys = folder('/etc/wallet-embed/keys')
    assert.deepEqual(keys?.slice(2), ['0700', 'root'])
    for (const name of unitNames()) {
      for (const credential of unit(name).get('LoadCredential') ?? []) {
        assert.match(credential, /^[\w-]+:\/etc\/wallet-embed\/keys\/[\w-]+$/, name)
        const [id] = credential.split(':')
        assert.match(unit(name).get('ExecStart')![0]!, new RegExp(`CREDENTIALS_DIRECTORY}/${id} `))
      }
    }
  })

  it('a page of the guide leads to keys that are made, or that a unit is given', () => {
    const made = [...deployed('install.sh').matchAll(/^ +key (\S+)$/gm)].map(([, name]) => name!)
    const given = unitNames().flatMap((name) => unit(name).get('LoadCredential') ?? [])
    const known = [...made, 'identity.json', ...given.map((one) => one.split('/').at(-1)!)]
    for (const page of readdirSync(fromRoot('docs')).filter((name) => name.endsWith('.md'))) {
      const text = readFileSync(fromRoot(`docs/${page}`), 'utf8')
      for (const [, name] of text.matchAll(/\/etc\/wallet-embed\/keys\/([\w.-]+)/g)) {
        assert.ok(known.includes(name!), `${page}: ${name}`)
      }
    }
  })

  it('a unit may write to what it writes to, and its user is made', () => {
    assert.match(deployed('etc/sysusers.d/wallet-embed.conf'), /^u wallet-embed /m)
    for (const name of unitNames()) {
      const of = unit(name)
      assert.deepEqual(of.get('User'), ['wallet-embed'])
      assert.deepEqual(of.get('ProtectSystem'), ['strict'])
      assert.equal(of.has('ReadWritePaths'), false, 'fails where the folder is not there')
      const line = of.get('ExecStart')![0]!
      for (const [part, key] of [
        ['/var/lib/wallet-embed', 'StateDirectory'],
        ['/var/log/wallet-embed', 'LogsDirectory'],
      ] as const) {
        // What the login service keeps there for sync comes with LOGIN_ARGS.
        const isOption = part === '/var/lib/wallet-embed' && name.includes('login')
        assert.equal(line.includes(part) || isOption, of.has(key), `${name}: ${key}`)
      }
    }
    assert.deepEqual(folder('/var/lib/wallet-embed')?.slice(2), ['0700', 'wallet-embed'])
  })

  it('a proxy leads to the ports of the units that the guide starts', () => {
    const ports = (kind: string) =>
      guideSteps()
        .filter(({ machine, command }) => machine === kind && command.startsWith('systemctl'))
        .flatMap(({ command }) => command.match(/wallet-embed-\S+/g) ?? [])
        .map((name) => {
          const [base, instance = ''] = name.split('@')
          const words = started(`${base}${name.includes('@') ? '@' : ''}.service`, instance, {})
          return words[words.indexOf('--port') + 1]
        })
    for (const kind of ['node', 'front']) {
      for (const file of [`nginx/${kind}.conf`, `caddy/${kind}.Caddyfile`]) {
        const found = [...deployed(file).matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port)
        assert.deepEqual(found.toSorted(), ports(kind).toSorted(), file)
      }
    }
  })

  it('a proxy of the login service lets through the largest request', () => {
    for (const file of ['nginx/front.conf', 'caddy/front.Caddyfile', 'docker/Caddyfile']) {
      for (const [, size] of deployed(file).matchAll(
        /(?:client_max_body_size|max_size) (\d+)k/gi,
      )) {
        assert.ok(Number(size) * 1000 >= WRITE_LIMIT, file)
      }
    }
  })

  it('manifests name what is there', () => {
    const labels = pods.map(({ spec }) => spec.template.metadata.labels.app)
    for (const { spec } of manifests.filter(({ kind }) => kind === 'Service')) {
      assert.ok(labels.includes(spec.selector.app))
    }
    for (const { spec } of pods) {
      const [container] = spec.template.spec.containers
      assert.equal(container!.livenessProbe.httpGet.path, '/healthz')
      assert.equal(container!.readinessProbe.httpGet.path, '/readyz')
      assert.ok(container!.args.includes(`--port=${container!.ports[0]!.containerPort}`))
      assert.equal(spec.template.spec.securityContext.runAsNonRoot, true)
      const { annotations } = spec.template.metadata
      const metrics = container!.ports.find(({ name }) => name === 'metrics')
      assert.equal(annotations['prometheus.io/port'], String(metrics?.containerPort))
    }
  })

  it('what is in the image runs as nobody, writes nothing, and says how it is', () => {
    const file = deployed('docker/Dockerfile')
    assert.match(file, /^USER 1000:1000$/m)
    const [, port] = file.match(/^EXPOSE (\d+)$/m)!
    assert.match(file, new RegExp(`^HEALTHCHECK .*127\\.0\\.0\\.1:${port}/readyz`, 'm'))
    assert.doesNotMatch(file, /^(ADD|.*\b(curl|wget)\b)/m)
    assert.match(file, /npm ci --omit=dev --ignore-scripts/)
    for (const { name, command, isReadOnly, hasNoRights } of CONTAINERS) {
      assert.ok(isReadOnly && hasNoRights, name)
      assert.ok(command.includes(`--port=${port}`), name)
      assert.ok(command.includes('--metrics=0.0.0.0:9101'), name)
    }
  })

  it('a volume is at a folder that the image gives to its user', () => {
    const file = deployed('docker/Dockerfile')
    const mounts = Object.values(compose.services)
      .filter(({ image }) => image === 'wallet-embed-server')
      .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')))
    const named = mounts.filter(([from]) => !from!.startsWith('.'))
    assert.ok(named.length > 0)
    for (const [, folder] of named) {
      assert.match(file, new RegExp(`^RUN install .*--owner=1000.* ${folder}$`, 'm'))
    }
  })

  it('no secret is in clear', () => {
    const lines = [
      ...unitNames().map((name) => started(name, instanceOf(name), VARIABLES)),
      ...CONTAINERS.map(({ command }) => command.flatMap((word) => word.split('='))),
    ]
    for (const words of lines) {
      for (const [at, word] of words.entries()) {
        if (!word.startsWith('--') || !SECRET.test(word)) continue
        assert.match(words[at + 1]!, /^(\/run\/|secrets\/|secrets\.json$|redis:\/\/redis:)/, word)
      }
    }
    for (const { name, variables } of CONTAINERS) {
      const found = Object.keys(variables).filter((variable) => SECRET.test(variable))
      assert.deepEqual(found, [], name)
    }
  })

  it('all of it is in the package', () => {
    const within = readdirSync(fromRoot('dist/packages/wallet-embed-server/deploy'), {
      recursive: true,
    })
    assert.deepEqual(within.toSorted(), readdirSync(DEPLOY, { recursive: true }).toSorted())
  })
})

const lacks = (program: string): string | false =>
  spawnSync(program, ['--version']).error || spawnSync('which', [program]).status
    ? `there is no ${program} here`
    : false

describe('systemd', { skip: lacks('systemd-analyze') }, () => {
  const env = {
    ...process.env,
    SYSTEMD_UNIT_PATH: `${join(DEPLOY, 'etc/systemd/system')}:/lib/systemd/system:/usr/lib/systemd/system`,
  }
  for (const name of unitNames()) {
    const instance = name.replace('@', `@${instanceOf(name)}`)

    it(`takes ${name}, and finds it closed`, () => {
      const verify = ['verify', '--man=no', '--recursive-errors=no', instance]
      const { status, stderr } = spawnSync('systemd-analyze', verify, { env, encoding: 'utf8' })
      assert.deepEqual([status, stderr], [0, ''])
      const security = [
        'security',
        '--offline=true',
        '--no-pager',
        `--threshold=${MOST_EXPOSED * 10}`,
      ]
      execFileSync('systemd-analyze', [...security, instance], { env, stdio: 'pipe' })
    })
  }
})

describe('nginx', { skip: lacks('nginx') }, () => {
  it('takes its files', () => {
    const dir = mkdtempSync(join(tmpdir(), 'wallet-embed-nginx-'))
    try {
      const names = ['-keyout', join(dir, 'privkey.pem'), '-out', join(dir, 'fullchain.pem')]
      const made = [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
      ]
      execFileSync('openssl', [...made, '-subj', '/CN=x', ...names], { stdio: 'pipe' })
      const files = readdirSync(join(DEPLOY, 'nginx')).map((name) => deployed(`nginx/${name}`))
      const here = files.join('').replace(/\/etc\/letsencrypt\/live\/[^/]+/g, dir)
      const all = `pid ${dir}/pid; error_log stderr; events {}\nhttp {\naccess_log off;\n${here}}\n`
      writeFileSync(join(dir, 'nginx.conf'), all)
      const args = ['-t', '-q', '-c', join(dir, 'nginx.conf')]
      const { status, stderr } = spawnSync('nginx', args, { encoding: 'utf8' })
      assert.equal(status, 0, stderr)
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})

describe('Caddy', { skip: lacks('caddy') }, () => {
  const files = ['caddy/node.Caddyfile', 'caddy/front.Caddyfile', 'docker/Caddyfile']
  for (const file of files) {
    it(`takes ${file}`, () => {
      const dir = mkdtempSync(join(tmpdir(), 'wallet-embed-caddy-'))
      try {
        cpSync(join(DEPLOY, file), join(dir, 'Caddyfile'))
        const names = ['WALLET', 'LOGIN', 'NODE1', 'NODE2', 'NODE3']
        const own = Object.fromEntries(names.map((name) => [`${name}_NAME`, `${name}.example`]))
        const env = { ...process.env, ...own, HOME: dir }
        const args = ['validate', '--adapter', 'caddyfile', '--config', join(dir, 'Caddyfile')]
        const { status, stderr } = spawnSync('caddy', args, { env, encoding: 'utf8' })
        assert.equal(status, 0, stderr)
      } finally {
        rmSync(dir, { recursive: true })
      }
    })
  }
})
