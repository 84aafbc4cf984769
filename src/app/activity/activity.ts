/** The account's transactions: signs them, writes them down, sends them, and follows each until it is settled. */
import { keccak256 } from 'ox/Hash'
import { priceOf } from '../../chain/costs/prepare-transaction.js'
import type { Chain } from '../../chain/networks/networks.js'
import type { Transaction, TransactionRequest } from '../../chain/requests/transaction.js'
import { nextNonce } from '../../chain/rpc/rpc.js'
import { WalletError } from '../../shared/errors.js'
import type { ApprovalQueue } from '../approval/approval-queue.js'
import type { Replacement, RetryReason } from '../approval/approval-requests.js'
import type { Accounts } from '../session/accounts.js'
import type { Chains } from '../stores/chains.js'
import type { CallBatches } from './call-batches.js'
import { Journal } from './journal.js'
import { ifUnlocked, withLock } from './lock.js'
import { objectionTo } from './objection.js'
import { notePast, pastSent } from './past-sent.js'
import { broadcast, look, refusalOf } from './receipts.js'
import { byAge, idOf, isOpen, isPending, latestOf, recordOf, type Sent, settle } from './record.js'
import { replacementOf } from './replacement.js'
import { Watcher } from './watcher.js'

/** The parts of the wallet needed here. */
export interface ActivityContext {
  readonly site: string | null
  readonly chains: Pick<Chains, 'find' | 'nodeOf'>
  readonly own: Pick<Accounts, 'all' | 'chosen'>
  readonly requests: ApprovalQueue
  readonly core: { readonly batches: CallBatches }
  sign(
    method: 'signTransaction',
    transaction: Transaction,
    account: `0x${string}`,
  ): Promise<`0x${string}`>
}

/** Milliseconds without an answer, after which the person is told: they said yes, and nothing is to be seen. */
const SILENCE = 2_000

export interface SendOptions {
  chain: Chain
  /** The person's own doing, not the page's. */
  isOwn: boolean
}

export class Activity {
  readonly #context: ActivityContext
  readonly #journal: Journal
  readonly #onChange: () => void
  readonly #watcher = new Watcher(() => this.refresh())
  /** Chains whose node did not answer last time. */
  readonly #silent = new Set<number>()
  #news: string | undefined

  constructor(context: ActivityContext, onChange: () => void, journal = new Journal()) {
    this.#context = context
    this.#onChange = onChange
    this.#journal = journal
    // Never aborted: it lasts as long as the document, across sessions.
    journal.onChanged(() => this.resume(), new AbortController().signal)
  }

  /** Transactions of the account in use on all chains, newest first. */
  get all(): Sent[] {
    const address = this.#context.own.chosen?.toLowerCase()
    return this.everybodys.filter(({ account }) => account.toLowerCase() === address)
  }

  /** Of all accounts of who is signed in, on all chains, from all their devices; the newest first. */
  get everybodys(): Sent[] {
    const here = this.#here
    const known = new Set(here.map(idOf))
    const elsewhere = pastSent(this.#first).filter((sent) => !known.has(idOf(sent)))
    return [...here, ...elsewhere].sort(byAge)
  }

  /** Pending transactions of an account on a chain, by nonce. */
  waiting(account: `0x${string}`, chainId: number): Sent[] {
    const all = this.#journal.of(account)
    return all.filter((sent) => sent.chainId === chainId && isPending(sent)).sort(byNonce)
  }

  get(id: string): Sent | undefined {
    const { all } = this.#context.own
    const here = all.map(({ address }) => this.#journal.get(address, id)).find(Boolean)
    return here ?? pastSent(this.#first).find((sent) => idOf(sent) === id)
  }

  /** The latest transaction, until the person has seen its outcome. */
  get news(): Sent | undefined {
    return this.#news ? this.get(this.#news) : undefined
  }

  /** Has home report how this transaction ends. */
  announce(id: string): void {
    this.#news = id
    this.resume()
  }

  /** The person has seen the last transaction's outcome. */
  forgetNews(): void {
    if (this.news && !isPending(this.news)) this.#news = undefined
  }

  /** Whether the chain's node did not answer when it was asked last. */
  isSilent(chainId: number): boolean {
    return this.#silent.has(chainId)
  }

  /** On sign-in or a change of the journal: follows pending transactions again. */
  resume(): void {
    const open = this.#open
    notePast(this.#first, this.#here)
    // A different tab may have settled what was sent here.
    for (const sent of this.#here) this.#followBatch(sent)
    this.#news ??= open.filter(isPending).map(idOf)[0]
    if (open.length) this.#watcher.start()
    this.#onChange()
  }

  /** The session ended. */
  pause(): void {
    this.#news = undefined
    this.#watcher.stop()
  }

  /** Looks now. @returns Whether something may still change. */
  async refresh(): Promise<boolean> {
    const queues = new Map(this.#open.map((sent) => [`${sent.account} ${sent.chainId}`, sent]))
    for (const { account, chainId } of queues.values()) {
      const chain = this.#context.chains.find(chainId)
      if (chain) await this.#lookAround(account, chain).catch(() => {})
    }
    notePast(this.#first, this.#here)
    this.#onChange()
    return this.#open.length > 0
  }

  /** The next nonces that are free, counting what the chain may not have seen yet. */
  async nonces(account: `0x${string}`, chain: Chain, count: number): Promise<bigint[]> {
    const node = this.#context.chains.nodeOf(chain)
    const next = await nextNonce(node, account)
    const taken = new Set(this.waiting(account, chain.chainId).map((sent) => sent.nonce))
    const nonces: bigint[] = []
    for (let nonce = next; nonces.length < count; nonce++) {
      if (!taken.has(nonce)) nonces.push(nonce)
    }
    return nonces
  }

  /** Resolves once every approved transaction of the account has been handed to the node. */
  turn(account: string, chain: Chain): Promise<void> {
    return withLock(turnOf(account, chain), async () => {})
  }

  /**
   * Asks the person, signs, writes the transaction down, and sends it.
   *
   * @returns Its hash, also where the node gave no answer: it is sent again until it does.
   * @throws {WalletError | ProviderRpcError} `USER_REJECTED`; the node's error if it refuses. Where it
   *   gave no answer before anything was signed, the person is asked again.
   */
  async send(request: TransactionRequest, { chain, isOwn }: SendOptions): Promise<`0x${string}`> {
    const { requests, site } = this.#context
    let again: RetryReason | undefined
    for (let asked = request; ; ) {
      const subject = { request: asked, chain, isOwn, ...(again && { again }) }
      const transaction = await requests.ask('transaction', subject, request.from)
      // With the allowance as the person changed it, if they are asked again.
      asked = { ...asked, data: transaction.data }
      const sent = await this.#inTurn(request.from, chain, async () => {
        again = await this.#objection(chain, [request], [transaction])
        if (again) return undefined
        const signed = await this.#sign(transaction)
        const record = recordOf(transaction, { ...signed, site: isOwn ? null : site })
        this.#begin([record])
        await this.#broadcast(chain, record)
        return record
      })
      if (sent) return idOf(sent)
    }
  }

  /**
   * As `send`, for several that the person approves at once. If the node refuses one, the rest are not sent.
   *
   * @param id - Names them.
   * @throws {WalletError | ProviderRpcError} As `send`, for the first.
   */
  async sendAll(
    asked: TransactionRequest[],
    { chain, id, check }: { chain: Chain; id: string; check: () => void },
  ): Promise<void> {
    const { requests, site, core } = this.#context
    let again: RetryReason | undefined
    for (let calls = asked; ; ) {
      const subject = { requests: calls, chain, ...(again && { again }) }
      const transactions = await requests.ask('calls', subject, asked[0]!.from)
      calls = calls.map((call, at) => ({ ...call, data: transactions[at]!.data }))
      const isDone = await this.#inTurn(asked[0]!.from, chain, async () => {
        check()
        again = await this.#objection(chain, asked, transactions)
        if (again) return false
        const records: Sent[] = []
        for (const transaction of transactions) {
          const signed = await this.#sign(transaction)
          records.push(recordOf(transaction, { ...signed, site, batch: id }))
        }
        const calls = records.map((record) => ({ hash: idOf(record) }))
        core.batches.save({ id, chainId: chain.chainId, calls })
        this.#begin(records)
        await this.#broadcastAll(chain, records)
        return true
      })
      if (isDone) return
    }
  }

  /**
   * Has the person speed up or cancel what waits.
   *
   * @returns False: it was too late, the chain has taken it.
   * @throws {WalletError | ProviderRpcError} As `send`.
   */
  async replace(id: string, change: Replacement): Promise<boolean> {
    const { requests } = this.#context
    const sent = this.get(id)
    const chain = sent && this.#context.chains.find(sent.chainId)
    if (!sent || !chain) throw new WalletError('UNSUPPORTED_CHAIN')
    await this.#lookAt(sent, chain)
    if (!this.#isPending(id)) return false
    const { fees } = await this.#price(chain)
    const request = replacementOf(sent, change, fees)
    const subject = { request, chain, isOwn: true, change }
    const transaction = await requests.ask('transaction', subject, sent.account)
    return this.#inTurn(sent.account, chain, async () => {
      await this.#lookAt(sent, chain)
      if (!this.#isPending(id)) return false
      const { raw, hash } = await this.#sign(transaction)
      const attempt = { raw, hash, kind: change, fees: transaction.fees, time: Date.now() }
      const changed = this.#journal.change(sent, (fresh) =>
        isPending(fresh) ? { ...fresh, attempts: [...fresh.attempts, attempt] } : fresh,
      )
      if (latestOf(changed).hash !== hash) return false
      this.announce(id)
      const answer = await broadcast(this.#context.chains.nodeOf(chain), changed)
      if (!(answer instanceof Error)) return true
      this.#journal.change(changed, (fresh) => ({
        ...fresh,
        attempts: fresh.attempts.filter((one) => one.hash !== hash),
      }))
      await this.#lookAt(sent, chain)
      if (!this.#isPending(id)) return false
      throw answer
    })
  }

  #isPending(id: string): boolean {
    const sent = this.get(id)
    return !!sent && isPending(sent)
  }

  /** Records of all accounts that may still change. */
  get #open(): Sent[] {
    return this.#here.filter(isOpen)
  }

  /** Transactions sent from this browser. */
  get #here(): Sent[] {
    return this.#context.own.all.flatMap(({ address }) => this.#journal.of(address))
  }

  /** The recovery phrase is known by its first address. */
  get #first(): `0x${string}` | undefined {
    return this.#context.own.all[0]?.address
  }

  #price(chain: Chain): ReturnType<typeof priceOf> {
    return priceOf(this.#context.chains.nodeOf(chain), { asked: undefined, accessList: false })
  }

  /** Tabs take turns from the choice of a nonce until the node has had it. */
  async #inTurn<T>(account: string, chain: Chain, work: () => Promise<T>): Promise<T> {
    const { requests } = this.#context
    const tell = () => {
      // A rejection means that the person read the notice and closed it.
      requests.ask('silent', null).catch(() => {})
    }
    const silence = setTimeout(tell, SILENCE)
    try {
      return await withLock(turnOf(account, chain), work)
    } finally {
      clearTimeout(silence)
      requests.approveAll('silent')
    }
  }

  /** Why the transaction cannot be signed as it was shown. */
  async #objection(
    chain: Chain,
    asked: TransactionRequest[],
    shown: Transaction[],
  ): Promise<RetryReason | undefined> {
    const nonces = this.nonces(asked[0]!.from, chain, asked.length)
    return objectionTo(this.#context.chains.nodeOf(chain), nonces, asked, shown)
  }

  async #sign(transaction: Transaction): Promise<{ raw: `0x${string}`; hash: `0x${string}` }> {
    const raw = await this.#context.sign('signTransaction', transaction, transaction.from)
    return { raw, hash: keccak256(raw) }
  }

  #begin(records: Sent[]): void {
    this.#journal.add(records)
    this.announce(idOf(records.at(-1)!))
  }

  async #broadcast(chain: Chain, record: Sent): Promise<void> {
    const answer = await broadcast(this.#context.chains.nodeOf(chain), record)
    if (answer === 'silent') return
    if (answer === 'taken') {
      this.#journal.change(record, (fresh) => ({ ...fresh, isKnown: true }))
      return
    }
    this.#refuse(record, refusalOf(answer))
    throw answer
  }

  /** If the node refuses one record, the records after it are not sent. */
  async #broadcastAll(chain: Chain, records: Sent[]): Promise<void> {
    for (const [at, record] of records.entries()) {
      try {
        await this.#broadcast(chain, record)
      } catch (error) {
        if (!at) throw error
        return
      }
    }
  }

  #refuse(record: Sent, refusal?: string): void {
    this.#apply(record, (fresh) =>
      isPending(fresh) ? settle(fresh, { status: 'refused', refusal }) : fresh,
    )
  }

  /** Skipped while a send is under way: a later transaction must not overtake one that the node may still refuse. */
  async #lookAround(account: `0x${string}`, chain: Chain): Promise<void> {
    await ifUnlocked(turnOf(account, chain), async () => {
      const here = this.#journal.of(account).filter((sent) => sent.chainId === chain.chainId)
      for (const sent of here.filter(isOpen).sort(byNonce)) {
        const fresh = this.#journal.get(account, idOf(sent))
        if (fresh && isOpen(fresh)) await this.#lookAt(fresh, chain)
      }
    })
  }

  async #lookAt(sent: Sent, chain: Chain): Promise<void> {
    try {
      const finding = await look(this.#context.chains.nodeOf(chain), sent)
      this.#silent.delete(chain.chainId)
      this.#apply(sent, finding)
    } catch (error) {
      this.#silent.add(chain.chainId)
      throw error
    }
  }

  #followBatch(sent: Sent): void {
    if (sent.batch && !isPending(sent)) this.#context.core.batches.follow(sent.batch, sent)
  }

  #apply(sent: Sent, finding: (fresh: Sent) => Sent): void {
    const changed = this.#journal.change(sent, (fresh) => (isOpen(fresh) ? finding(fresh) : fresh))
    const { batch, status, nonce } = changed
    this.#followBatch(changed)
    if (!batch || status !== 'refused') return
    const all = this.#journal.of(sent.account)
    const behind = all.filter((one) => one.batch === batch && one.nonce > nonce)
    for (const one of behind) if (isPending(one) && !one.isKnown) this.#refuse(one)
  }
}

const turnOf = (account: string, { chainId }: Chain): string =>
  `send:${account.toLowerCase()}:${chainId}`

const byNonce = (one: Sent, other: Sent): number => Number(one.nonce - other.nonce)
