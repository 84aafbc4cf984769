import { freePorts, tryPort } from './free-ports.js'

/** Default port of each program, and the variable that changes it. */
export const PORTS = {
  demo: { port: 4040, variable: 'DEMO_PORT' },
  wallet: { port: 4050, variable: 'WALLET_PORT' },
  login: { port: 4051, variable: 'LOGIN_PORT' },
  idp: { port: 4052, variable: 'IDP_PORT' },
  mail: { port: 4053, variable: 'MAIL_PORT' },
  smtp: { port: 4054, variable: 'SMTP_PORT' },
  node1: { port: 4061, variable: 'NODE1_PORT' },
  node2: { port: 4062, variable: 'NODE2_PORT' },
  node3: { port: 4063, variable: 'NODE3_PORT' },
  chain: { port: 8545, variable: 'ANVIL_PORT' },
} as const

type PortName = keyof typeof PORTS
/** The mail inbox has two ports. */
export type ProgramName = Exclude<PortName, 'smtp'>
export type Ports = Record<PortName, number>
const PORT_NAMES = Object.keys(PORTS) as PortName[]
export const PROGRAM_NAMES = PORT_NAMES.filter((name) => name !== 'smtp')

/** An error that the person has to solve, in words for them. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** @throws {StartError} If a variable is no port. */
export function portsFromEnv(env: NodeJS.ProcessEnv): Ports {
  return byPort((name) => {
    const { port, variable } = PORTS[name]
    return portFromEnv(env, variable, port)
  })
}

/** @throws {StartError} If the variable is no port. */
export function portFromEnv(env: NodeJS.ProcessEnv, variable: string, port: number): number {
  const value = env[variable] ?? String(port)
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value)
  throw new StartError(`${variable} is no port: expected 0 to 65535, 0 picks a free one.`)
}

/**
 * Checks that every port is available before the programs start; 0 gets a free one.
 *
 * @throws {StartError} Names the port, its program and its variable.
 */
export async function claimPorts(wanted: Ports): Promise<Ports> {
  const claimed = { ...wanted }
  for (const name of PORT_NAMES) {
    const port = wanted[name]
    if (!port) continue
    await tryPort(port).catch((error: NodeJS.ErrnoException) => {
      const { variable } = PORTS[name]
      throw new StartError(
        `Port ${port} (${name}) is taken: ${error.code}. Set ${variable} to use another.`,
      )
    })
  }
  const open = PORT_NAMES.filter((name) => !wanted[name])
  const free = await freePorts(open.length)
  for (const [at, name] of open.entries()) claimed[name] = free[at]!
  return claimed
}

export const byPort = (make: (name: PortName) => number): Ports =>
  Object.fromEntries(PORT_NAMES.map((name) => [name, make(name)])) as Ports

export const byProgram = <T>(make: (name: ProgramName) => T): Record<ProgramName, T> =>
  Object.fromEntries(PROGRAM_NAMES.map((name) => [name, make(name)])) as Record<ProgramName, T>
