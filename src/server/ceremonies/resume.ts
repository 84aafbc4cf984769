/**
 * Ends a change that was interrupted, for all participants in the same way. Each says what it has. If all have
 * prepared or committed it, all commit; if somebody never prepared it, nobody can have committed, and all go back.
 */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { refusal } from './ceremony.js'
import { abandonChange, commitChange, finishChange, readState, type State } from './change.js'
import { Exchange, type ExchangeOptions, transcriptOf } from './exchange.js'

export interface ResumeOptions extends ExchangeOptions {
  index: number
  dir: string
  /** Who took part. By default who is in the change that is not finished, else all that are known. */
  participants?: number[] | undefined
}

export type Ending = 'committed' | 'taken back' | 'nothing to do'

const Id = z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/)))
/** Round 1: which change this participant has prepared, and which it committed last. */
const Report = z.object({ prepared: Id, committed: Id })
type Report = z.infer<typeof Report>
/** Round 2: a digest of all reports. Who tells two participants different things is found out before anybody acts. */
const Echo = z.object({ reports: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

/**
 * Takes part. It may be run as often as need be.
 *
 * @throws {WalletError} `TIMEOUT`, naming who is missing; `INVALID_ARGUMENT`, naming whose reports contradict each other.
 */
export async function resumeChange(options: ResumeOptions): Promise<Ending> {
  await finishChange(options)
  const state = await readState(options)
  const known = [...options.identities.peers.keys(), options.index]
  const participants = [
    ...new Set(options.participants ?? state.prepared?.participants ?? known),
  ].sort((a, b) => a - b)
  const plan = `the end of a change by ${participants}`
  const agenda = { purpose: 'resume', index: options.index, participants, plan }
  const exchange = new Exchange(options, agenda)
  return exchange.during(async () => {
    const reports = await compare(exchange, options.index, state)
    if (!state.prepared) return state.committed ? 'committed' : 'nothing to do'
    if (isAgreed(state.prepared.id, reports)) {
      await commitChange(options)
      return 'committed'
    }
    await abandonChange(options)
    return 'taken back'
  })
}

async function compare(
  exchange: Exchange,
  index: number,
  { prepared, committed }: State,
): Promise<Map<number, Report>> {
  const own = { prepared: prepared?.id ?? null, committed: committed?.id ?? null }
  await exchange.publish(1, own)
  const reports = new Map(await exchange.collect(1, Report)).set(index, own)
  const digest = transcriptOf(reports)
  await exchange.publish(2, { reports: digest })
  const other = [...(await exchange.collect(2, Echo))].find(([, echo]) => echo.reports !== digest)
  if (other) throw refusal(other[0], 'heard something else')
  return reports
}

/** Whether all have it. @throws {WalletError} `INVALID_ARGUMENT` if one committed what another says it never had. */
function isAgreed(id: string, reports: ReadonlyMap<number, Report>): boolean {
  const who = (is: (report: Report) => boolean) =>
    [...reports].filter(([, report]) => is(report)).map(([index]) => index)
  const committed = who((report) => report.committed === id)
  const without = who((report) => report.committed !== id && report.prepared !== id)
  if (!without.length) return true
  if (!committed.length) return false
  throw new WalletError(
    'INVALID_ARGUMENT',
    `Participant ${committed} committed the change, which participant ${without} says it does not have. Ask them. If ${without} lost its disk: wallet-embed share commit. Nothing was changed.`,
  )
}
