import { createServer, type Server } from 'node:net'

/** Where each program listens, and the variable that moves it. */
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

/** What cannot be helped here, in words for the person who started us. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** @throws {StartError} If a variable is no port. */
export function portsFromEnv(env: NodeJS.ProcessEnv): Ports {
  return byPort((name) => {
    const { port, variable } = PORTS[name]
    const value = env[variable]
    if (value === undefined) return port
    if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
      throw new StartError(`${variable} is no port: expected 0 to 65535, 0 picks a free one.`)
    }
    return Number(value)
  })
}

/**
 * Holds every port for a moment: what is 0 gets a free one, what is taken is found before anything starts.
 *
 * @throws {StartError} Names the port, its program and its variable.
 */
export async function claimPorts(wanted: Ports): Promise<Ports> {
  const held: Server[] = []
  const claim = async (name: PortName) => {
    const { variable } = PORTS[name]
    try {
      const server = await hold(wanted[name], '127.0.0.1')
      held.push(server)
      const { port } = server.address() as { port: number }
      // Browsers try IPv6 first where `localhost` has both: another's server there would answer for ours.
      const twin = await hold(port, '::1').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE') throw error
      })
      if (twin) held.push(twin)
      return port
    } catch (error) {
      throw new StartError(
        `Port ${wanted[name]} (${name}) is taken: ${(error as NodeJS.ErrnoException).code}. Set ${variable} to use another.`,
      )
    }
  }
  try {
    const claimed = { ...wanted }
    for (const name of PORT_NAMES) claimed[name] = await claim(name)
    return claimed
  } finally {
    await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))))
  }
}

export const byPort = (make: (name: PortName) => number): Ports =>
  Object.fromEntries(PORT_NAMES.map((name) => [name, make(name)])) as Ports

export const byProgram = <T>(make: (name: ProgramName) => T): Record<ProgramName, T> =>
  Object.fromEntries(PROGRAM_NAMES.map((name) => [name, make(name)])) as Record<ProgramName, T>

function hold(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => resolve(server))
  })
}
