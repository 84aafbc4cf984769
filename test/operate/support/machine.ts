/** Machines with their own systemd, address and disk, in namespaces of this one. For root on Linux. */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { fromRoot } from '../../../scripts/vite/shared.js'
import { until } from '../../support/until.js'

const run = promisify(execFile)

const SCRIPT = fromRoot('test/operate/support/machine.sh')
const SYSTEMD = '/lib/systemd/systemd'
const PROGRAMS = ['unshare', 'nsenter', 'ip', 'nginx', 'redis-server', 'openssl', 'curl', 'npm']
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** Milliseconds for a command, and for a systemd to come up. */
const DEADLINE = 120_000
const BOOT = 30_000

/** Why there can be none here; false if there can. */
export function lackOfMachines(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux'
  const missing = PROGRAMS.find((name) => spawnSync('which', [name]).status)
  if (missing) return `there is no ${missing} here`
  if (!existsSync(SYSTEMD)) return 'there is no systemd here'
  if (!controlGroups()) return 'there are no control groups of version 2 here'
  const overlay = readFileSync('/proc/filesystems', 'utf8').includes('overlay')
  if (!overlay) return 'there are no overlays here'
  return spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true']).status
    ? 'there are no namespaces here'
    : false
}

const controlGroups = (): string | undefined =>
  readFileSync('/proc/mounts', 'utf8').match(/^\S+ (\S+) cgroup2 /m)?.[1]

/** A network that reaches nothing else, and who is in it. */
export class Lan {
  readonly dir: string
  readonly #holder: ChildProcess
  readonly machines: Machine[] = []

  private constructor(dir: string, holder: ChildProcess) {
    this.dir = dir
    this.#holder = holder
  }

  static async start(): Promise<Lan> {
    const dir = await mkdtemp(join(tmpdir(), 'wallet-embed-lan-'))
    const holder = spawn('unshare', ['--net', 'sh', '-c', 'echo up; exec sleep infinity'])
    await new Promise((resolve, reject) => {
      holder.stdout.once('data', resolve)
      holder.once('error', reject)
    })
    const lan = new Lan(dir, holder)
    lan.inside('ip', 'link', 'set', 'lo', 'up')
    lan.inside('ip', 'link', 'add', 'lan', 'type', 'bridge')
    lan.inside('ip', 'addr', 'add', '10.77.0.1/24', 'dev', 'lan')
    lan.inside('ip', 'link', 'set', 'lan', 'up')
    return lan
  }

  /** What leads a program into the network. */
  get way(): string[] {
    return ['nsenter', `--net=/proc/${this.#holder.pid}/ns/net`, '--']
  }

  inside(...words: string[]): void {
    const [program, ...args] = [...this.way, ...words]
    execFileSync(program!, args, { stdio: 'pipe' })
  }

  /** @param files - What is on its disk, by path. */
  async add(name: string, address: string, files: Map<string, string | Buffer>): Promise<Machine> {
    const dir = join(this.dir, name)
    const over = join(dir, 'over')
    for (const [path, content] of files) {
      await mkdir(dirname(join(over, path)), { recursive: true })
      await writeFile(join(over, path), content)
    }
    const group = join(controlGroups()!, `wallet-embed-${process.pid}-${name}`)
    await mkdir(group)
    const kinds = ['--pid', '--mount', '--net', '--uts', '--ipc', '--cgroup']
    const enter = 'echo $$ > "$0/cgroup.procs" && exec "$@"'
    const child = spawn(
      'sh',
      [
        ...['-c', enter, group, 'unshare', '--fork', '--kill-child', ...kinds],
        ...[SCRIPT, dir, over, 'cgroup2'],
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    )
    const machine = new Machine(name, child, group)
    this.machines.push(machine)
    const link = `we-${this.machines.length}`
    const pid = String(await machine.pid())
    const pair = ['type', 'veth', 'peer', 'name', 'eth0', 'netns', pid]
    this.inside('ip', 'link', 'add', link, ...pair)
    this.inside('ip', 'link', 'set', link, 'master', 'lan', 'up')
    await machine.up(address)
    return machine
  }

  async stop(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()))
    this.#holder.kill('SIGKILL')
    await rm(this.dir, { recursive: true, force: true })
  }
}

export class Machine {
  readonly name: string
  readonly #child: ChildProcess
  readonly #group: string
  #pid: number | undefined
  /** Where its shell is: it stays there from one command to the next. */
  #folder = '/root'

  constructor(name: string, child: ChildProcess, group: string) {
    this.name = name
    this.#child = child
    this.#group = group
  }

  /** Of its systemd, once that is there. */
  async pid(): Promise<number> {
    const file = `/proc/${this.#child.pid}/task/${this.#child.pid}/children`
    const pid = await until(
      `The systemd of ${this.name}`,
      () => {
        const [child] = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []
        return child && readFileSync(`/proc/${child}/comm`, 'utf8') === 'systemd\n' && child
      },
      BOOT,
    )
    this.#pid = Number(pid)
    return this.#pid
  }

  async up(address: string): Promise<void> {
    const net = `ip addr add ${address}/24 dev eth0 && ip link set eth0 up`
    await this.run(`${net} && hostname ${this.name}`)
    await until(
      `The start of ${this.name}`,
      async () => /running|degraded/.test(await this.run('systemctl is-system-running || true')),
      BOOT,
    )
  }

  /** Types a command into its root's shell. @throws {Error} With what it printed, if it fails. */
  async run(command: string): Promise<string> {
    const spaces = ['-t', String(this.#pid), '-m', '-p', '-n', '-u', '-i', '-C']
    const env = ['env', '-i', `PATH=${PATH}`, 'HOME=/root', ...ENVIRONMENT]
    // As the guide says.
    const shell = 'umask 022 && cd "$0" && eval "$1" && pwd > /run/folder'
    const args = [...spaces, ...env, 'bash', '-c', shell, this.#folder, command]
    try {
      const { stdout } = await run('nsenter', args, { timeout: DEADLINE })
      this.#folder = (await this.#read('/run/folder')) || this.#folder
      return stdout
    } catch (error) {
      const { stdout = '', stderr = '', message } = error as Error & Record<string, string>
      throw new Error(`${this.name}$ ${command}\n${stdout}${stderr || message}`)
    }
  }

  async #read(file: string): Promise<string> {
    return readFileSync(`/proc/${this.#pid}/root${file}`, 'utf8').trim()
  }

  /** Carried there by hand. */
  write = async (file: string, text: string): Promise<void> => {
    const path = `/proc/${this.#pid}/root${file}`
    await writeFile(path, text)
    await chmod(path, 0o644)
  }

  read = (file: string): Promise<string> => this.#read(file)

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGKILL')
    await ended
    await this.#forget()
  }

  /** Its groups are empty as soon as the kernel has ended what was in them. */
  async #forget(): Promise<void> {
    await until(
      `The end of ${this.name}`,
      async () => {
        const { stdout } = await run('find', [this.#group, '-depth', '-type', 'd'])
        for (const folder of stdout.trim().split('\n')) await rmdir(folder)
        return true
      },
      BOOT,
    )
  }
}

/** The authorities that programs trust; and npm has what it needs from the test, since nothing outside can be reached. */
const ENVIRONMENT = [
  'NODE_EXTRA_CA_CERTS=/etc/ssl/test-authority.pem',
  'CURL_CA_BUNDLE=/etc/ssl/test-authority.pem',
  'npm_config_offline=true',
  'npm_config_cache=/opt/npm-cache',
]
