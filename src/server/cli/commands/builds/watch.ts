/** Watches a wallet from outside: whether each byte that it serves is of a build on the list, and what its key nodes say. */
import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { WalletError } from '../../../../shared/errors.js'
import { type Entry, publicKeyIn } from '../../../wallet-app/builds.js'
import {
  type Given,
  inOneLine,
  isYes,
  milliseconds,
  print,
  text,
  wrong,
} from '../../options/options.js'
import { originOf } from '../check/asking.js'
import { Deadline, fetchBuilds } from './fetching.js'
import { Memory } from './memory.js'
import { watchNodes } from './nodes.js'
import { compareServed } from './served.js'

/** Milliseconds for one look. With the usual 30 seconds between looks, a change is noticed within a minute. */
const LOOK = 25_000
/** Most faults in one line. */
const MOST = 10

interface Watched {
  origin: string
  /** File or URL of the list. */
  place: string
  key: KeyObject
  memory: Memory
  /** The last valid list. */
  entries: Entry[] | undefined
}

interface Look {
  isWell: boolean
  words: string
}

/** Once, or as long as the process lives: then a line for each change. */
export async function watch(given: Given): Promise<void> {
  const every = milliseconds(given, 'every')
  if (!every) throw wrong('every', 'expected 1 or more')
  const origin = originOf(text(given, 'url'))
  const key = text(given, 'key')
  const watched: Watched = {
    origin,
    place: text(given, 'builds'),
    key: publicKeyIn(key),
    memory: await Memory.open(text(given, 'state'), `${origin} by ${key}`),
    entries: undefined,
  }
  if (isYes(given, 'once')) {
    const { isWell, words } = await look(watched)
    if (!isWell) throw new WalletError('INTEGRITY_MISMATCH', words)
    return print(words)
  }
  let last = ''
  for (;;) {
    const begun = performance.now()
    const { isWell, words } = await look(watched)
    if (words !== last) {
      if (isWell) print(words)
      else console.error(inOneLine(`wallet-embed: ${words}`))
    }
    last = words
    await sleep(Math.max(0, begun + every - performance.now()))
  }
}

async function look(watched: Watched): Promise<Look> {
  const { origin } = watched
  const deadline = new Deadline(LOOK)
  const faults: string[] = []
  const note = (error: unknown) => {
    const { detail, message } = WalletError.from(error)
    faults.push((detail ?? message).replace(/\.$/, ''))
  }
  await takeList(watched, deadline).catch(note)
  // If the list is not available, compare with the last one.
  const { entries } = watched
  const served = entries && (await compareServed(origin, entries, deadline).catch(note))
  faults.push(...(served?.faults ?? []))
  const network = served?.network
  if (network) await watched.memory.noteGroupKey(network.groupKey).catch(note)
  const nodes = network && (await watchNodes(origin, network, deadline))
  faults.push(...(nodes?.faults ?? []))
  if (!faults.length && served) {
    const others = served.others.length ? `, and ${served.others.join(', ')}` : ''
    const more = (nodes?.notes ?? []).map((one) => `; ${one}`).join('')
    return { isWell: true, words: `${origin}: as listed: ${served.root}${others}${more}.` }
  }
  const more = faults.length > MOST ? `; and ${faults.length - MOST} more` : ''
  const words = `${origin}: WRONG: ${faults.slice(0, MOST).join('; ')}${more}.`
  return { isWell: false, words }
}

/** Takes the list as it is now, if it continues what was seen. @throws {WalletError} `INVALID_ARGUMENT` */
async function takeList(watched: Watched, deadline: Deadline): Promise<void> {
  const entries = await fetchBuilds(watched.place, watched.key, deadline)
  const fault = watched.memory.faultOf(entries)
  if (fault) throw new WalletError('INVALID_ARGUMENT', `${watched.place}: ${fault}`)
  watched.entries = entries
  await watched.memory.noteList(entries)
}
