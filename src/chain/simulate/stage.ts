/** Lets questions be asked of the chain before a request and after it. */
import type { Hex } from '../clear-signing/descriptor.js'
import { answerOf, asCall, type Node, playBlock, type Read } from '../reads/contract-reads.js'
import type { Price } from '../requests/transaction.js'
import type { Log } from './logs.js'

/** A new block may come between two plays: then both are asked again. */
const TRIES = 3

/** To each question; `undefined` where the contract did not answer. */
type Answers = (Hex | undefined)[]
export interface Stage {
  /** @returns `undefined` if the node does not say. */
  after(reads: readonly Read[]): Promise<Answers | undefined>
  /**
   * Reads before and after the calls. Runs them separately: a contract that sees the first read could act differently.
   */
  around(reads: readonly Read[]): Promise<Around | undefined>
  /** Reads that the node accepts in one request. */
  maxReads: number
}
interface Around {
  before: Answers
  after: Answers
  /** Events in between; absent if the node simulates only once. */
  logs?: Log[]
  /** The calls failed in this run. */
  isFailed?: boolean
}

/**
 * Runs on `eth_simulateV1`.
 *
 * @param prior - The calls before the request.
 * @param base - Base fee of the block, in wei a gas.
 */
export function simulatedStage(
  node: Node,
  prior: readonly unknown[],
  asked: readonly unknown[],
  base?: bigint,
): Stage {
  const play = async (calls: readonly unknown[], reads: readonly Read[]) => {
    const all = [...prior, ...calls, ...reads.map(asCall)]
    const block = await playBlock(node, all, base).catch(() => undefined)
    if (!block) return undefined
    const results = block.calls.slice(prior.length)
    return {
      number: block.number,
      middle: results.slice(0, calls.length),
      answers: results.slice(calls.length).map(answerOf),
    }
  }
  return {
    maxReads: 400,
    after: async (reads) => (await play(asked, reads))?.answers,
    around: async (reads) => {
      for (let left = TRIES; left; left--) {
        const [before, after] = await Promise.all([play([], reads), play(asked, reads)])
        if (!before || !after) return undefined
        if (before.number !== after.number) continue
        return {
          before: before.answers,
          after: after.answers,
          logs: after.middle.flatMap(({ logs = [] }) => logs),
          isFailed: after.middle.some(({ status }) => status === '0x0'),
        }
      }
      return undefined
    },
  }
}

/**
 * Simulates with the real gas price and with none. A contract can detect a simulation by its price, and act otherwise.
 *
 * @param outcomeOf - Equal where the same happens.
 */
export async function playTwice<Played>(
  price: Price | undefined,
  play: (price?: Price) => Promise<Played>,
  outcomeOf: (played: Played) => string,
): Promise<{ played: Played; price: Price | undefined; isOther: boolean }> {
  for (let left = TRIES; ; left--) {
    const [free, paid] = await Promise.all([play(), price && play(price).catch(() => undefined)])
    // If neither run has an answer, there is no difference to report.
    const differs = paid ? outcomeOf(paid) !== outcomeOf(free) : free !== undefined
    const isOther = !!price && differs
    if (!isOther || left === 1) return { played: paid ?? free, price: paid && price, isOther }
  }
}
