import { WalletError } from '../../shared/errors.js'
import type { SessionEndReason } from '../session/session-end-reason.js'
import {
  type ApprovalKind,
  type ApprovalRequest,
  type Approvals,
  PROVEN,
} from './approval-requests.js'
import { RejectionThrottle } from './rejection-throttle.js'

/** Questions from the page about an account that it may see. */
const OF_ACCOUNT: ReadonlySet<ApprovalKind> = new Set([
  ...PROVEN,
  'encryptionKey',
  'watchAsset',
  'assets',
])

/** A page that asks more at a time is not asking a person. */
const MAX_PENDING = 50

interface Entry {
  question: ApprovalRequest
  fail: (error: WalletError) => void
}

/** Questions that wait for the person: one at a time, in order, each settled once. */
export class ApprovalQueue {
  readonly #onChange: () => void
  #entries: Entry[] = []
  #lastId = 0
  readonly #throttle: RejectionThrottle

  constructor(onChange: () => void, throttle = new RejectionThrottle()) {
    this.#onChange = onChange
    this.#throttle = throttle
  }

  /** The current question. */
  get current(): ApprovalRequest | undefined {
    return this.#entries[0]?.question
  }

  get size(): number {
    return this.#entries.length
  }

  /**
   * Asks the person.
   *
   * @param account - The account in question; by default the one in use.
   * @throws {WalletError} `USER_REJECTED`; `LIMIT_EXCEEDED`, also from a page whose questions were rejected too often;
   * the reason given to `end`.
   */
  ask<K extends ApprovalKind>(
    kind: K,
    subject: Approvals[K]['subject'],
    account?: `0x${string}`,
  ): Promise<Approvals[K]['answer']> {
    if (this.#entries.length >= MAX_PENDING && kind !== 'ended' && kind !== 'silent') {
      throw new WalletError('LIMIT_EXCEEDED', `${MAX_PENDING} requests wait for the person.`)
    }
    if (isPages(kind, subject)) this.#throttle.check(kind)
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      const approve = (answer: Approvals[K]['answer']) => {
        this.#throttle.approved()
        this.#settle(id, () => resolve(answer))
      }
      const fail = (error: WalletError) => this.#settle(id, () => reject(error))
      const question = {
        id,
        kind,
        subject,
        account,
        approve,
        reject: () => {
          const isOpen = this.#entries.some(({ question }) => question.id === id)
          if (isOpen && isPages(kind, subject)) this.#throttle.rejected(kind)
          fail(new WalletError('USER_REJECTED'))
        },
      }
      this.#entries.push({ question: question as unknown as ApprovalRequest, fail })
      this.#onChange()
    })
  }

  /** Approves all questions of a kind: a sign-in that several requests wait for, or notices that are over. */
  approveAll(kind: 'signIn' | 'connect' | 'ended' | 'silent'): void {
    for (const { question } of this.#entries.slice()) {
      if (question.kind === kind) question.approve(null)
    }
  }

  /** The person rejects all open questions. */
  rejectAll(): void {
    this.current?.reject()
    for (const { fail } of this.#entries.slice()) fail(new WalletError('USER_REJECTED'))
  }

  /** The page may not see accounts any more: its questions about them end. The person's own actions go on. */
  disconnect(): void {
    for (const { question, fail } of this.#entries.slice()) {
      const { kind, subject } = question
      const isBefore = !!subject && 'connects' in subject
      if (OF_ACCOUNT.has(kind) && isPages(kind, subject) && !isBefore)
        fail(new WalletError('UNAUTHORIZED'))
    }
  }

  /** The session has ended, and with it all questions. The notice that says so stays. */
  end(why: SessionEndReason): void {
    const reason = new WalletError(why === 'expired' ? 'SESSION_EXPIRED' : 'NOT_LOGGED_IN')
    for (const { question, fail } of this.#entries.slice()) {
      if (question.kind !== 'ended') fail(reason)
    }
  }

  #settle(id: number, settle: () => void): void {
    this.#entries = this.#entries.filter(({ question }) => question.id !== id)
    settle()
    this.#onChange()
  }
}

/** Whether the page asked: not a sign-in, a notice, or the person's own transaction. */
const isPages = <K extends ApprovalKind>(kind: K, subject: Approvals[K]['subject']): boolean =>
  kind !== 'signIn' && kind !== 'silent' && !(subject && 'isOwn' in subject && subject.isOwn)
