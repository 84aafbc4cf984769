/** Runs the whole product on one machine, from built programs: of this repository or of an installed package. */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { DemoConfig } from '../page/config.js'
import type { Places } from './places.js'
import {
  byPort,
  byProgram,
  claimPorts,
  type Ports,
  PROGRAM_NAMES,
  type ProgramName,
} from './ports.js'
import { Program } from './program.js'
import { commandsOf, healthChecks } from './programs.js'
import { loadSecrets } from './secrets.js'
import { type Additions, urlsOf, writeSettings } from './settings.js'

export interface RunOptions extends Additions {
  /** Folder for secrets, settings and logs. Existing secrets are used again. */
  dir: string
  /** 0, or absent: any free one. */
  ports?: Partial<Ports>
  /** Additional environment by program. */
  env?: Partial<Record<ProgramName, Record<string, string>>>
  /** Changes the arguments with which Node runs a program. */
  command?: (name: ProgramName, args: string[]) => string[]
  /** Stops the start, too. */
  signal?: AbortSignal
  /** A program answers. */
  onUp?: (program: Program) => void
  onWarning?: (line: string) => void
  /** A program ended without a request to stop. */
  onDeath?: (program: Program) => void
}

export interface Stack {
  ports: Ports
  urls: Record<ProgramName, string>
  /** Contents of `/demo-config.json`, for the demo's page. */
  demoConfig: DemoConfig
  /** To end one, or to start it again. */
  processes: Record<ProgramName, Program>
  /** Stops all processes. Safe to call twice. */
  stop(): Promise<void>
}

/** @throws {StartError} If a port is taken or a program does not start. Then nothing is left running. */
export async function runStack(places: Places, options: RunOptions): Promise<Stack> {
  const dir = resolve(options.dir)
  const ports = await claimPorts(byPort((name) => options.ports?.[name] ?? 0))
  const urls = urlsOf(ports)
  const secrets = await loadSecrets(dir, [urls.node1, urls.node2, urls.node3])
  const demoConfig = await writeSettings(dir, ports, secrets, options, places.wallet)
  await mkdir(join(dir, 'logs'), { recursive: true })

  const commands = commandsOf(dir, ports, places)
  const checks = healthChecks(ports)
  const processes = byProgram(
    (name) =>
      new Program({
        name,
        url: urls[name],
        args: options.command?.(name, commands[name]) ?? commands[name],
        env: options.env?.[name] ?? {},
        logFile: join(dir, 'logs', `${name}.log`),
        isHealthy: checks[name],
        onWarning: options.onWarning ?? (() => {}),
        onDeath: options.onDeath ?? (() => {}),
      }),
  )
  const all = Object.values(processes)
  const stop = async () => {
    await Promise.all(all.map((program) => program.close()))
  }
  const onAbort = () => void stop()
  options.signal?.addEventListener('abort', onAbort)
  try {
    options.signal?.throwIfAborted()
    await Promise.all(
      PROGRAM_NAMES.map(async (name) => {
        await processes[name].start()
        options.onUp?.(processes[name])
      }),
    )
  } catch (error) {
    await stop()
    throw error
  } finally {
    options.signal?.removeEventListener('abort', onAbort)
  }
  return { ports, urls, demoConfig, processes, stop }
}
