import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, type WriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { type ProgramName, StartError } from './ports.js'

/** Milliseconds. A cold start of all programs on a busy machine stays far below. */
const START_DEADLINE = 30_000
const STOP_DEADLINE = 3_000
const TAIL_LINES = 15

export interface ProgramSettings<Name extends string> {
  name: Name
  /** Arguments to Node. */
  args: string[]
  cwd?: string
  env?: Record<string, string>
  url: string
  logFile: string
  /** Whether it answers. */
  isHealthy: (signal: AbortSignal) => Promise<boolean>
  /** A line that a person should see. */
  onWarning: (line: string) => void
  /** The program ended without a request to stop. */
  onDeath: (program: Program<Name>) => void
}

/** One process of the stack, in a separate process group: Ctrl-C reaches the launcher only. */
export class Program<Name extends string = ProgramName> {
  readonly name: Name
  readonly url: string
  readonly #settings: ProgramSettings<Name>
  readonly #log: WriteStream
  readonly #tail: string[] = []
  #child: ChildProcess | undefined
  #exited: Promise<void> = Promise.resolve()
  #isStopping = false

  constructor(settings: ProgramSettings<Name>) {
    this.name = settings.name
    this.url = settings.url
    this.#settings = settings
    this.#log = createWriteStream(settings.logFile)
  }

  /** Absent while it does not run. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** The last lines it wrote. */
  get tail(): string {
    return this.#tail.join('\n')
  }

  /** @throws {StartError} If it ended or did not answer in time. */
  async start(env: Record<string, string> = {}): Promise<void> {
    const { args, cwd, isHealthy, onDeath } = this.#settings
    this.#isStopping = false
    this.#tail.length = 0
    const child = spawn(process.execPath, args, {
      cwd,
      detached: true,
      env: { ...process.env, ...this.#settings.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = child
    this.#read(child.stdout!, warningOf)
    this.#read(child.stderr!, (line) => line)
    let isStarting = true
    this.#exited = new Promise((resolve) => {
      child.once('close', () => {
        this.#child = undefined
        resolve()
        if (!this.#isStopping && !isStarting) onDeath(this)
      })
      child.once('error', (error) => this.#tail.push(error.message))
    })
    const end = Date.now() + START_DEADLINE
    while (!(await isHealthy(AbortSignal.timeout(1000)).catch(() => false))) {
      if (!this.#child) throw new StartError(`${this.name} ended while starting:\n${this.tail}`)
      if (Date.now() > end) throw new StartError(`${this.name} does not answer:\n${this.tail}`)
      await sleep(50)
    }
    isStarting = false
  }

  /** Ends it and its child processes. Resolves when it is gone. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const pid = this.#child?.pid
    if (!pid) return this.#exited
    this.#isStopping = true
    signalGroup(pid, signal)
    const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), STOP_DEADLINE)
    await this.#exited
    clearTimeout(timer)
  }

  async restart(env?: Record<string, string>): Promise<void> {
    await this.kill('SIGTERM')
    await this.start(env)
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    await this.kill('SIGTERM')
    this.#log.end()
  }

  /** Logs the output, and reports warnings. */
  #read(stream: Readable, pick: (line: string) => string | undefined): void {
    createInterface({ input: stream }).on('line', (line) => {
      if (this.#log.writable) this.#log.write(`${line}\n`)
      this.#tail.push(line)
      if (this.#tail.length > TAIL_LINES) this.#tail.shift()
      const warning = pick(line)
      if (warning && !this.#isStopping) this.#settings.onWarning(`${this.name}: ${warning}`)
    })
  }
}

/** The message of a JSON log line, if its level is a warning (40) or worse. */
function warningOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const { level, msg } = JSON.parse(line) as { level?: unknown; msg?: unknown }
    return Number(level) >= 40 || level === 'warn' || level === 'error' ? String(msg) : undefined
  } catch {
    return undefined
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It was faster.
  }
}
