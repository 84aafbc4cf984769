/**
 * A Redis Cluster. Commands refused because their slot has moved or has no node are sent again until their deadline. A
 * command that was running when its connection broke is not sent again.
 */
import { Cluster, type Command, type Redis } from 'ioredis'

import { deadline } from '../../shared/deadline.js'
import { WalletError } from '../../shared/errors.js'
import {
  BELL,
  COMMAND_TIMEOUT,
  DEADLINES,
  dropLate,
  type Listening,
  memoryOf,
  type RedisConnection,
  retryIn,
  ringAll,
} from './redis-connection.js'
import { Connector } from './redis-single.js'
import type { ClusterPlace } from './redis-url.js'

/** Milliseconds for a first answer: of several hosts some may hang, a second each. */
const START_TIMEOUT = 10_000
/** Milliseconds between looks at all masters. */
const PROBE_INTERVAL = 1_000
/** Milliseconds between refreshes of the slot table, in case no error tells about a change. */
const REFRESH_INTERVAL = 5_000
/** Milliseconds after which waiting requests look again: nodes pass an announcement on without being sure that it arrives. */
const RING_INTERVAL = 5_000
/** Enough that the deadline of a command ends it, and not their number. */
const MAX_REDIRECTIONS = 64
/** Lines in the answer of a node that sees a master for every slot. */
const WHOLE = [/^cluster_state:ok\r?$/m, /^cluster_slots_ok:16384\r?$/m]

/** Rejects if it does not answer, or if some slots have no master. */
export async function openCluster(
  { nodes, user, isTls }: ClusterPlace,
  { bell, onChange }: Listening,
): Promise<RedisConnection> {
  const cluster = new Cluster(nodes, {
    lazyConnect: true,
    redisOptions: { ...DEADLINES, ...user, ...(isTls && { tls: {} }), Connector },
    clusterRetryStrategy: retryIn,
    slotsRefreshInterval: REFRESH_INTERVAL,
    maxRedirections: MAX_REDIRECTIONS,
    // No retry after a broken connection: the command may have been run, and a repeated one would find its own code
    // already used.
    retryDelayOnFailover: 0,
    // Names as they are: a certificate is for a name.
    dnsLookup: (name, callback) => callback(null, name),
  })
  let failure: unknown
  cluster.on('error', (error) => {
    failure = error
  })
  cluster.on('+node', prepare)
  endInTime(cluster)
  const listener = new Listener(cluster, bell)
  const watch = new Watch(cluster, listener, onChange)
  const close = () => {
    watch.close()
    listener.close()
    cluster.disconnect()
  }
  try {
    await deadline(begin(cluster), START_TIMEOUT, 'Redis Cluster')
    await listener.open()
  } catch (cause) {
    close()
    if (isNotClustered(failure)) throw notClustered()
    throw cause
  }
  watch.begin()
  return {
    client: cluster,
    isCluster: true,
    async memory() {
      const told = cluster.nodes('master').map(async (node) => {
        return [`Redis at ${nameOf(node)}`, await memoryOf(node)] as const
      })
      return new Map(await Promise.all(told))
    },
    close,
  }
}

/** The promise of ioredis' own `connect` stays open where some slots have no master at first. */
const begin = (cluster: Cluster): Promise<void> =>
  new Promise((resolve, reject) => {
    cluster.once('ready', resolve)
    cluster.connect().catch(reject)
  })

const notClustered = () =>
  new WalletError(
    'INVALID_ARGUMENT',
    '--redis: this Redis is not part of a Cluster: write redis:// instead of redis-cluster://.',
  )

const isNotClustered = (failure: unknown): boolean =>
  failure instanceof Error &&
  'lastNodeError' in failure &&
  String(failure.lastNodeError).includes('cluster support disabled')

const nameOf = ({ options: { host, port } }: Redis): string => `${host}:${port}`

function prepare(node: Redis): void {
  dropLate(node)
  // ioredis does not await this call, and a rejection would end the process. The command after it fails anyway.
  const asking = node.asking.bind(node)
  node.asking = () => asking().catch(() => 'OK')
}

/** Starts each command's deadline at once, even while no node is available. */
function endInTime(cluster: Cluster): void {
  const send = cluster.sendCommand.bind(cluster)
  cluster.sendCommand = (command: Command, stream, node) => {
    command.setTimeout(COMMAND_TIMEOUT)
    const sent = send(command, stream, node)
    const { reject } = command
    // The command is settled, so a redirection is of no use any more.
    command.reject = (cause) => {
      if (!command.isSettled) reject(cause)
    }
    return sent
  }
}

/** Hears announcements by any one node: the nodes pass them on to each other. */
class Listener {
  readonly #cluster: Cluster
  readonly #bell
  #node: Redis | undefined
  readonly #ringing: NodeJS.Timeout
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(cluster: Cluster, bell: Listening['bell']) {
    this.#cluster = cluster
    this.#bell = bell
    this.#ringing = setInterval(() => ringAll(bell), RING_INTERVAL)
  }

  async open(): Promise<void> {
    const masters = this.#cluster.nodes('master')
    const master = masters[Math.floor(Math.random() * masters.length)]
    if (this.#isClosed) return
    if (!master) return this.#again()
    const node = master.duplicate({ retryStrategy: null, lazyConnect: false })
    this.#node = node
    node.on('error', () => {})
    node.on('end', () => this.#again())
    node.on('message', (_, id: string) => this.#bell.emit(id))
    await node.subscribe(BELL)
    ringAll(this.#bell)
  }

  /** A dead connection raises no event. A ping fails on one, and so ends it. */
  ping(): void {
    this.#node?.ping().catch(() => {})
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearInterval(this.#ringing)
    this.#node?.disconnect()
  }

  #again(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.open().catch(() => {}), retryIn(2))
  }
}

/** Tells whether every slot has a master that answers. */
class Watch {
  readonly #cluster: Cluster
  /** Masters with slots. Kept here, since the cluster forgets a node whose connection ended. */
  #masters: string[] = []
  readonly #listener: Listener
  readonly #onChange: Listening['onChange']
  #isUp = true
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(cluster: Cluster, listener: Listener, onChange: Listening['onChange']) {
    this.#cluster = cluster
    this.#listener = listener
    this.#onChange = onChange
    cluster.on('refresh', () => {
      this.#masters = cluster.nodes('master').map(nameOf)
    })
  }

  begin(): void {
    this.#timer = setTimeout(() => void this.#look(), PROBE_INTERVAL)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    this.#listener.ping()
    const isUp = await this.#isServed().catch(() => false)
    if (this.#isClosed) return
    if (isUp !== this.#isUp) this.#onChange?.(isUp)
    this.#isUp = isUp
    this.begin()
  }

  async #isServed(): Promise<boolean> {
    if (this.#cluster.status !== 'ready' || !this.#masters.length) return false
    const masters = new Map(this.#cluster.nodes('master').map((node) => [nameOf(node), node]))
    const known = this.#masters.map((name) => masters.get(name))
    // A different node may be the master by now, or the connection may work again.
    if (known.includes(undefined)) this.#cluster.refreshSlotsCache()
    const told = await Promise.all(known.map(async (node) => String(await node?.cluster('INFO'))))
    return told.every((info) => WHOLE.every((line) => line.test(info)))
  }
}
