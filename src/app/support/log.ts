/**
 * A log for page developers (`enableLogging`): method names, outcomes, durations, chains, and the steps of a login.
 * Never parameters, results, tokens or addresses: logs get copied into tickets.
 */
import { toWire } from '../../shared/errors.js'

const PREFIX = '[wallet]'
/** A name that a page made up may hold anything. */
const NAME = /^[A-Za-z_]\w{0,63}$/

class Log {
  isOn = false

  step(what: string, ...more: (string | number)[]): void {
    if (this.isOn) console.debug(PREFIX, what, ...more)
  }

  /** Runs something that was asked for, and tells how it ended. */
  async request<T>(method: string, run: () => T | Promise<T>): Promise<T> {
    if (!this.isOn) return run()
    const name = NAME.test(method) ? method : 'a method of another name'
    const start = performance.now()
    const took = () => `${Math.round(performance.now() - start)} ms`
    this.step(name)
    try {
      const result = await run()
      this.step(name, 'done', took())
      return result
    } catch (error) {
      const { code, data } = toWire(error)
      const ours = (data as { walletError?: string } | undefined)?.walletError
      this.step(name, 'failed', ours ?? code, took())
      throw error
    }
  }
}

/** One for the document: the page's wish applies to all parts of the wallet. */
export const log = new Log()

/** Off in production, on elsewhere, unless the page says otherwise. */
export const isLogging = ({
  enableLogging,
  buildEnv = 'production',
}: {
  enableLogging?: boolean | undefined
  buildEnv?: string | undefined
}): boolean => enableLogging ?? buildEnv !== 'production'
