/**
 * Finishes an interrupted change in the same way for all participants. Each reports its state. If all have prepared or
 * committed the change, all commit; if one never prepared it, none can have committed, and all revert.
 */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { generationOf, Network } from '../keys/generation.js'
import { readJson } from '../platform/files.js'
import { refusal } from './ceremony.js'
import {
  type Change,
  clearPrepared,
  commitChange,
  exists,
  filesOf,
  finishChange,
  type Place,
  readState,
} from './change.js'
import { Exchange, type ExchangeOptions, transcriptOf } from './exchange.js'

export interface ResumeOptions extends ExchangeOptions {
  index: number
  dir: string
  /** By default the participants of the unfinished change; if there is none, all known ones. */
  participants?: number[] | undefined
}

export type Ending = 'committed' | 'taken back' | 'nothing to do'

const Id = z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/)))
/** Round 1: which change this participant has prepared, which it committed last, and of which generation its share is. */
const Report = z.object({
  prepared: Id,
  committed: Id,
  generation: z.nullable(z.string().check(z.regex(/^[\w-]{1,80}$/))),
})
type Report = z.infer<typeof Report>
/**
 * Round 2: a digest of all reports. Shows up a participant that reported differently to different peers before any
 * acts.
 */
const Echo = z.object({ reports: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

/**
 * Takes part. May be repeated.
 *
 * @throws {WalletError} `TIMEOUT`, naming who is missing; `INVALID_ARGUMENT`, naming whose reports contradict each
 *   other, and whose shares are of different generations.
 */
export async function resumeChange(options: ResumeOptions): Promise<Ending> {
  await finishChange(options)
  const own = await stateOf(options)
  return together(options, own, 'the end of a change', async (reports) => {
    const open = [...reports.values()].map(({ prepared }) => prepared)
    const id = own.prepared?.id ?? own.committed?.id
    if (!id || !open.includes(id)) {
      checkSameGeneration(reports)
      return 'nothing to do'
    }
    if (!isAgreed(id, reports)) {
      await clearPrepared(options)
      return 'taken back'
    }
    if (own.prepared) await commitChange(options)
    return 'committed'
  })
}

/**
 * Takes a change back where `resumeChange` would wait for a lost participant. All that are left take part. Backups
 * stay: the lost one may have committed it.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` if no change is prepared, a participant has committed it, or too few take
 *   part; `TIMEOUT`, naming who is missing.
 */
export async function abandonChange(options: ResumeOptions): Promise<void> {
  const own = await stateOf(options)
  const { prepared } = own
  if (prepared) await checkEnough(options, prepared)
  else if (!own.committed) throw nothingPrepared(options)
  await together(options, own, 'taking back a change', async (reports) => {
    // A participant that committed still takes part, so that the others learn of it.
    if (!prepared) throw nothingPrepared(options)
    const committed = who(reports, (report) => report.committed === prepared.id)
    if (!committed.length) return clearPrepared(options, { keepsBackup: true })
    const detail = `Participant ${committed} committed the change: wallet-embed share commit. Nothing was changed.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  })
}

const nothingPrepared = ({ dir }: Place) =>
  new WalletError('INVALID_ARGUMENT', `${dir}: no change is prepared.`)

/**
 * Checks that enough participants agree: their old shares must suffice for the key, and too few must be left to use new
 * shares that they may have committed.
 */
async function checkEnough(options: ResumeOptions, { network, participants }: Change) {
  const before = await networkIn(options)
  const present = options.participants ?? participants
  const check = ({ nodes }: Network, when: string, fewest: number) => {
    const count = nodes.filter(({ index }) => present.includes(index)).length
    if (count >= fewest) return
    const expected = `expected ${fewest} or more, got ${count}`
    const detail = `participants: of the members ${when} the change ${expected}: the others may have committed the change. Nothing was changed.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
  if (before) check(before, 'before', before.threshold)
  check(network, 'after', network.nodes.length - network.threshold + 1)
}

const networkIn = async (place: Place): Promise<Network | undefined> => {
  const { network } = filesOf(place)
  return (await exists(network)) ? readJson(network, Network) : undefined
}

async function stateOf(place: Place) {
  const network = await networkIn(place)
  return { ...(await readState(place)), generation: network ? generationOf(network) : null }
}
type Own = Awaited<ReturnType<typeof stateOf>>

/** Runs a task once all participants have exchanged their states. */
function together<T>(
  options: ResumeOptions,
  own: Own,
  what: string,
  work: (reports: ReadonlyMap<number, Report>) => Promise<T>,
): Promise<T> {
  const { index, identities } = options
  const known = [...identities.peers.keys(), index]
  const participants = [...new Set(options.participants ?? own.prepared?.participants ?? known)]
  participants.sort((a, b) => a - b)
  const plan = `${what} by ${participants}`
  const exchange = new Exchange(options, { purpose: 'resume', index, participants, plan })
  return exchange.during(async () => work(await compare(exchange, index, own)))
}

async function compare(
  exchange: Exchange,
  index: number,
  { prepared, committed, generation }: Own,
): Promise<Map<number, Report>> {
  const own = { prepared: prepared?.id ?? null, committed: committed?.id ?? null, generation }
  await exchange.publish(1, own)
  const reports = new Map(await exchange.collect(1, Report)).set(index, own)
  const digest = transcriptOf(reports)
  await exchange.publish(2, { reports: digest })
  const other = [...(await exchange.collect(2, Echo))].find(([, echo]) => echo.reports !== digest)
  if (other) throw refusal(other[0], 'heard something else')
  return reports
}

/**
 * Whether all have the change. @throws {WalletError} `INVALID_ARGUMENT` if one committed a change that a different one
 * never prepared.
 */
function isAgreed(id: string, reports: ReadonlyMap<number, Report>): boolean {
  const committed = who(reports, (report) => report.committed === id)
  const without = who(reports, (report) => report.committed !== id && report.prepared !== id)
  if (!without.length) return true
  if (!committed.length) return false
  throw new WalletError(
    'INVALID_ARGUMENT',
    `Participant ${committed} committed the change, which participant ${without} says it does not have. Ask them. If ${without} lost its disk: wallet-embed share commit. Nothing was changed.`,
  )
}

/** @throws {WalletError} `INVALID_ARGUMENT` */
function checkSameGeneration(reports: ReadonlyMap<number, Report>): void {
  const all = [...reports.values()].map(({ generation }) => generation)
  const generations = [...new Set(all)].filter((one) => one !== null)
  if (generations.length < 2) return
  const having = (one: string) =>
    `${one} of participant ${who(reports, (report) => report.generation === one)}`
  const detail = `Shares of ${generations.map(having).join(', and of ')} do not work together. A participant without the published generation runs wallet-embed share restore with its backup of that. Nothing was changed.`
  throw new WalletError('INVALID_ARGUMENT', detail)
}

const who = (reports: ReadonlyMap<number, Report>, is: (report: Report) => boolean): number[] =>
  [...reports]
    .filter(([, report]) => is(report))
    .map(([index]) => index)
    .sort((a, b) => a - b)
