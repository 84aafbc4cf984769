/** One question for requests that ask the same at the same time: a page that asks twice at once did not mean to. */
import type { ApprovalQueue } from './approval-queue.js'
import type { ApprovalKind, Approvals } from './approval-requests.js'

const asking = new WeakMap<ApprovalQueue, Map<string, Promise<unknown>>>()

/**
 * As `ask` of the queue. All who wait get the same answer.
 *
 * @param subject - Can be written as JSON.
 * @throws {WalletError} As `ask`.
 */
export function askOnce<K extends ApprovalKind>(
  requests: ApprovalQueue,
  kind: K,
  subject: Approvals[K]['subject'],
  account?: `0x${string}`,
): Promise<Approvals[K]['answer']> {
  const all = asking.get(requests) ?? new Map<string, Promise<unknown>>()
  asking.set(requests, all)
  const key = JSON.stringify([kind, subject, account])
  const asked = all.get(key) ?? requests.ask(kind, subject, account).finally(() => all.delete(key))
  all.set(key, asked)
  return asked as Promise<Approvals[K]['answer']>
}
