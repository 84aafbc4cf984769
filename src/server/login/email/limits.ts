/**
 * How many codes are sent, and how many guesses are allowed. Decision 58 has the resulting odds of a guess.
 *
 * A limit of a network is reported when exceeded, since it reflects only that network's requests. A limit of a mailbox
 * is silent: it would show what other people did, and so who has an account.
 */
import { createHmac, hash } from 'node:crypto'

import type { FastifyReply } from 'fastify'

import { consume, createSourceLimit } from '../../platform/limits.js'
import type { Source } from '../../store/networks.js'
import type { Quota } from '../../store/quotas.js'
import type { Store } from '../../store/store.js'
import type { Asked, Guard } from './codes.js'

const MINUTE = 60
const QUARTER = 900
const HOUR = 3_600
const DAY = 86_400

/** Codes that one network may ask for: many people may share one. */
const CODES = { points: 60, seconds: QUARTER, isStrict: true }
/** Tries per network. */
const TRIES = { points: 120, seconds: QUARTER, isStrict: true }
/** Codes for one mailbox that one network may ask for. */
const OWN = { points: 5, seconds: QUARTER, isStrict: true }
/** Codes for all networks together, by default. */
export const MAILS_A_MINUTE = 300

/**
 * Mails per day to one mailbox: in total, from one site, and from one network. The same numbers limit failures. So no
 * network can use up what the others need.
 */
export const MAILBOX = { all: 12, site: 9, network: 6 }
/** Failures per hour at all mailboxes together, from one network or site. */
export const FAILURES = { network: 24, site: 96 }
/** Milliseconds that a network stays known after a sign-in from it. */
const KNOWN_LIFETIME = 30 * 86_400_000
const KNOWN_ROOM = { values: 100_000, length: 0 }

/** Whose mailbox. */
type Mailbox = Pick<Asked, 'verifier' | 'email'>

export interface EmailLimits {
  /**
   * Counts a request for a code.
   *
   * @returns Its source.
   * @throws {WalletError} `LIMIT_EXCEEDED` for this network's own requests, or for all together.
   */
  ask(address: string, mailbox: Mailbox, reply: FastifyReply): Promise<Source>
  /** The mail server cannot be asked: the request does not count for the mailbox, so that people can try again. */
  unask(mailbox: Mailbox, source: Source): Promise<void>
  /** Whether the mail may be sent. If so, it is counted. */
  maySend(mailbox: Mailbox, source: Source): Promise<boolean>
  /** The mail server refused the mail, which does not count then. */
  unsend(mailbox: Mailbox, source: Source): Promise<void>
  /** A code is tried. @returns Who tries. @throws {WalletError} `LIMIT_EXCEEDED` */
  try(address: string, reply: FastifyReply): Promise<Source>
  /** Counts the tries at a mailbox. */
  guard(mailbox: Mailbox, source: Source): Guard
  /** Marks the network of a successful sign-in as known. */
  remember(mailbox: Mailbox, source: Source): Promise<void>
}

/** @param key - 32 secret bytes for hashing addresses, so that a reader of the store cannot try out addresses. */
export function createEmailLimits(
  store: Store,
  key: Uint8Array,
  mailsAMinute = MAILS_A_MINUTE,
): EmailLimits {
  const codes = createSourceLimit(store, 'email-client', CODES)
  const tries = createSourceLimit(store, 'email-tries', TRIES)
  const own = store.limiter('email-own', OWN)
  const everybody = { points: mailsAMinute, seconds: MINUTE, isStrict: true }
  const mails = store.limiter('email-all', everybody)
  const quotas = store.quotas('email')
  const known = store.box('email-known', KNOWN_LIFETIME, KNOWN_ROOM)

  /**
   * Names a mailbox's counters, for one network or for all. The first hash is keyed, so a reader of the store cannot
   * try out addresses or networks.
   */
  function namesOf({ verifier, email }: Mailbox): (...whose: string[]) => string {
    const secret = createHmac('sha256', key).update(JSON.stringify([verifier, email]))
    const name = secret.digest('base64url')
    return (...whose) => hash('sha256', JSON.stringify([name, ...whose]), 'base64url')
  }
  const pair = (mailbox: Mailbox, { network }: Source) => namesOf(mailbox)('network', network)

  /**
   * Limits mails or failures at a mailbox. A network from which its owner signed in before has a separate allowance,
   * which strangers cannot use up.
   */
  async function ofMailbox(
    what: string,
    mailbox: Mailbox,
    { network, site }: Source,
  ): Promise<Quota[]> {
    const nameOf = namesOf(mailbox)
    const own = nameOf('network', network)
    const isKnown = (await known.read(own)) !== null
    const quota = (points: number, name: string): Quota => {
      return { key: `${what}:${name}`, points, seconds: DAY }
    }
    const ofNetwork = quota(MAILBOX.network, own)
    if (isKnown) return [ofNetwork]
    return [ofNetwork, quota(MAILBOX.site, nameOf('site', site)), quota(MAILBOX.all, nameOf('all'))]
  }

  async function failures(mailbox: Mailbox, source: Source): Promise<Quota[]> {
    return [
      ...(await ofMailbox('failures', mailbox, source)),
      { key: `network:${source.network}`, points: FAILURES.network, seconds: HOUR },
      { key: `site:${source.site}`, points: FAILURES.site, seconds: HOUR },
    ]
  }

  return {
    async ask(address, mailbox, reply) {
      const source = await codes(address, reply)
      await consume(own, pair(mailbox, source), reply, 'Codes for one address.')
      await consume(mails, 'all', reply, 'Codes of all.')
      return source
    },
    async unask(mailbox, source) {
      try {
        await own.reward(pair(mailbox, source))
      } catch {
        // It counts then.
      }
    },
    async maySend(mailbox, source) {
      const mayFail = await failures(mailbox, source)
      return quotas.take([
        ...(await ofMailbox('mails', mailbox, source)),
        // Send no mail if its code could not be used any more.
        ...onlySeen(mayFail),
      ])
    },
    unsend: async (mailbox, source) => quotas.giveBack(await ofMailbox('mails', mailbox, source)),
    try: tries,
    guard(mailbox, source) {
      const counted = failures(mailbox, source).then((all) => ({ all, seen: onlySeen(all) }))
      // Awaited below. This keeps Node from reporting an unhandled rejection before.
      counted.catch(() => {})
      return {
        begin: async (isReal) => {
          const { all, seen } = await counted
          return quotas.take(isReal ? all : seen)
        },
        undo: async () => quotas.giveBack((await counted).all),
      }
    },
    async remember(mailbox, source) {
      const name = pair(mailbox, source)
      try {
        await known.take(name)
        await known.put(name, '', source)
      } catch {
        // The sign-in succeeds anyway; next time the network counts as unknown.
      }
    },
  }
}

const onlySeen = (quotas: readonly Quota[]): Quota[] =>
  quotas.map((quota) => ({ ...quota, isKept: true }))
