/** Prometheus metrics: requests, the process, and further values. All labels are our own: routes, codes, names. */
import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type PrometheusContentType,
  Registry,
} from 'prom-client'

/** Seconds: upper bounds of the buckets. A login is a few milliseconds; keys may have to be fetched first. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A finished request. */
export interface Answered {
  /** The route's pattern, such as `/evaluate`; never the requested path. */
  route: string
  /** `ok`, or the code of the failure. */
  outcome: string
  seconds: number
  /** Verifier of the request, if it is in the registry. */
  verifier?: string | undefined
}

/**
 * Roles of several processes: the `first` counts requests for all, and asks each `worker` for its state. So counts
 * survive a worker's death.
 */
type Role = 'alone' | 'first' | 'worker'

interface Program {
  program: string
  version: string
  role: Role
}

/**
 * How to combine the values of several workers. By default prom-client takes the mean, which hides one busy worker
 * among idle ones, and drops the start time. The latest start explains why CPU counters fell.
 */
const TOGETHER: Record<string, Aggregator> = {
  nodejs_eventloop_lag_p99_seconds: 'max',
  process_start_time_seconds: 'max',
}

/** Memory, CPU, start and event loop of this process, by the names that Prometheus' clients share. */
export function measureProcess(register: Registry): void {
  collectDefaultMetrics({ register })
  for (const [name, aggregator] of Object.entries(TOGETHER)) {
    const metric = register.getSingleMetric(name)
    if (!metric) throw new Error(`prom-client has no ${name}.`)
    Object.assign(metric, { aggregator })
  }
}

export class Metrics {
  readonly #requests = new Registry()
  /** How this process is. */
  readonly #state = new Registry()
  readonly #workers: AggregatorRegistry<PrometheusContentType> | undefined
  readonly #counts
  readonly #durations
  readonly #verifiers

  constructor({ role, ...labels }: Program) {
    const registers = [this.#requests]
    this.#counts = new Counter({
      name: 'wallet_embed_requests_total',
      help: 'Requests answered, by route and outcome.',
      labelNames: ['route', 'outcome'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'wallet_embed_request_seconds',
      help: 'Seconds until the answer, by route.',
      labelNames: ['route'],
      buckets: BUCKETS,
      registers,
    })
    this.#verifiers = new Counter({
      name: 'wallet_embed_verifier_requests_total',
      help: 'Logins that were asked for, by verifier and outcome.',
      labelNames: ['verifier', 'outcome'],
      registers,
    })
    if (role !== 'alone') this.#workers = new AggregatorRegistry()
    if (role === 'worker') AggregatorRegistry.setRegistries([this.#state])
    if (role === 'first') return
    measureProcess(this.#state)
    this.info('wallet_embed_build_info', 'The program and its version.', () => labels)
  }

  record({ route, outcome, seconds, verifier }: Answered): void {
    this.#counts.inc({ route, outcome })
    this.#durations.observe({ route }, seconds)
    if (verifier !== undefined) this.#verifiers.inc({ verifier, outcome })
  }

  /** @param read - The current value; undefined while unknown. Of several workers, the least counts. */
  gauge(name: string, help: string, read: () => number | undefined): void {
    const collect = (gauge: Gauge) => {
      const value = read()
      gauge.remove()
      if (value !== undefined) gauge.set(value)
    }
    this.#add(name, help, 'min', [], collect)
  }

  /** A gauge for each of several. @param read - What each is now, by its name. */
  gauges(
    name: string,
    help: string,
    label: string,
    read: () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>,
  ): void {
    const collect = async (gauge: Gauge) => {
      const values = await read()
      gauge.reset()
      for (const [one, value] of values) gauge.set({ [label]: one }, value)
    }
    this.#add(name, help, 'min', [label], collect)
  }

  /** A gauge that is always 1; its information is in the labels. */
  info(name: string, help: string, read: () => Record<string, string>): void {
    const collect = (gauge: Gauge) => {
      gauge.reset()
      gauge.set(read(), 1)
    }
    this.#add(name, help, 'max', Object.keys(read()), collect)
  }

  #add(
    name: string,
    help: string,
    aggregator: Aggregator,
    labelNames: string[],
    collect: (gauge: Gauge) => void | Promise<void>,
  ): void {
    const gauge: Gauge = new Gauge({
      ...{ name, help, aggregator, labelNames, registers: [this.#state] },
      collect: () => collect(gauge),
    })
  }

  async toText(): Promise<string> {
    const state = this.#workers ? this.#workers.clusterMetrics() : this.#state.metrics()
    return (await Promise.all([this.#requests.metrics(), state])).join('\n')
  }
}
