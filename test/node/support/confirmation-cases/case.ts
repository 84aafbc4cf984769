/** What cases of a confirmation have in common. */
import { callData } from '../../../support/contracts.js'
import { type Hex, ME, type Places, type World } from '../confirmation-world.js'

/** Seconds after 1970, long after the test. */
export const LATER = 4_000_000_000n

export interface Case {
  name: string
  /** What has happened on the chain before. */
  prepare?: (world: World) => Promise<void>
  calls: (at: Places) => { to?: Hex; value?: bigint; data?: Hex }[]
  /** Addresses are in angle brackets, by name. */
  lines: string[]
}

export const token = (method: string, ...args: unknown[]) => callData('Token', method, args)
export const swapArgs = (
  amount: bigint,
  least: bigint,
  path: Hex[],
  to: Hex = ME,
  until = LATER,
) => [amount, least, path, to, until]
export const swap = (...args: Parameters<typeof swapArgs>) =>
  callData('Pool', 'swapExactTokensForTokens', swapArgs(...args))
export const dateOf = (seconds: bigint) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(
    Number(seconds) * 1000,
  )

/** What is said of many. */
export const WOULD_FAIL = 'danger: This would fail, and the network fee would be lost.'
export const stranger = (name: string) =>
  `note: You have not sent anything to this address from here before. <${name}>`
export const unknown = (name: string) =>
  `note: The wallet does not know this function. What changes is from a simulation. <${name}>`
