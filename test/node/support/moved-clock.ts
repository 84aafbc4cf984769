/** The environment of a process whose clock is ahead of everybody's by so many seconds, or behind them. */
export const clockAhead = (seconds: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(moved(seconds * 1000))}`,
})

/** Node writes the header `Date` by a separate clock: that one is moved, too. */
const moved = (ms: number) => `
  import { ServerResponse } from 'node:http'
  const Right = Date
  globalThis.Date = class extends Right {
    constructor(...given) {
      if (given.length) super(...given)
      else super(Right.now() + ${ms})
    }
    static now() {
      return Right.now() + ${ms}
    }
  }
  const { writeHead } = ServerResponse.prototype
  ServerResponse.prototype.writeHead = function (...given) {
    this.setHeader('date', new Date().toUTCString())
    return writeHead.apply(this, given)
  }
`
