/** The questions that a person can be asked, and their answers. */
import type { Chain } from '../../chain/networks/networks.js'
import type { Asset } from '../../chain/reads/asset.js'
import type { Transaction, TransactionRequest } from '../../chain/requests/transaction.js'
import type { ShownTypedData } from '../../chain/requests/typed-data.js'
import type { SessionEndReason } from '../session/session-end-reason.js'

/** By kind. */
export interface Approvals {
  signIn: { subject: null; answer: null }
  /** The answer says which accounts the site may see; null: the one in use. */
  connect: { subject: { isOwn: true } | null; answer: `0x${string}`[] | null }
  /** `connects`: approving also lets the site see the account. */
  message: {
    subject: { message: Uint8Array<ArrayBuffer>; chain: Chain; connects?: true }
    answer: null
  }
  typedData: { subject: { data: ShownTypedData; chain: Chain }; answer: null }
  transaction: {
    /**
     * `isOwn`: started by the person, not the page. `isKept`: signed and returned to the page, not sent. `again`:
     * approved before. `change`: replaces a pending transaction.
     */
    subject: {
      request: TransactionRequest
      chain: Chain
      isOwn: boolean
      isKept?: boolean
      again?: RetryReason
      change?: Replacement
    }
    answer: Transaction
  }
  /** Several transactions, in order, on one chain. */
  calls: {
    subject: { requests: TransactionRequest[]; chain: Chain; again?: RetryReason }
    answer: Transaction[]
  }
  encryptionKey: { subject: null; answer: null }
  decrypt: { subject: null; answer: null }
  addChain: { subject: { chain: Chain }; answer: null }
  switchChain: { subject: { from: Chain; to: Chain }; answer: null }
  watchAsset: { subject: { asset: Asset; chain: Chain }; answer: null }
  /** Whether the site may read the account's assets. */
  assets: { subject: null; answer: null }
  /** A notice, not a question: why an unanswered question ended. */
  ended: { subject: SessionEnd; answer: null }
  /** Only a notice: sending takes long, since the network does not answer. */
  silent: { subject: null; answer: null }
}

export type ApprovalKind = keyof Approvals

/** Questions that move value, sign or reveal a secret: a yes counts only if the person provably saw the question. */
export const PROVEN: ReadonlySet<ApprovalKind> = new Set([
  'message',
  'typedData',
  'transaction',
  'calls',
  'decrypt',
])

/** A question on the screen. */
export type ApprovalRequest = {
  [K in ApprovalKind]: {
    /** Tells questions apart. */
    id: number
    kind: K
    subject: Approvals[K]['subject']
    /** The account that the question is about; undefined: the account in use. */
    account: `0x${string}` | undefined
    approve: (answer: Approvals[K]['answer']) => void
    reject: () => void
  }
}[ApprovalKind]

/**
 * Why a person is asked again. `taken`: the nonce was used meanwhile. `dearer`: the fee would be too low by now.
 * `silent`: the node did not answer, so neither could be checked.
 */
export type RetryReason = 'taken' | 'dearer' | 'silent'

export type Replacement = 'faster' | 'cancel'

/** Notices to the person. */
export interface SessionEnd {
  isOwn: true
  why: Exclude<SessionEndReason, 'here'>
  /** Asks the person to sign in, and then returns to the earlier screen. */
  signIn: () => void
}
