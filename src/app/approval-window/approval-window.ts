/** The frame's end of the approval window. */
import type { Chain } from '../../chain/networks/networks.js'
import type { TransactionRequest } from '../../chain/requests/transaction.js'
import { WalletError } from '../../shared/errors.js'
import { lookParams } from '../appearance/look.js'
import { type ApprovalRequest, PROVEN } from '../approval/approval-requests.js'
import { siteFacts } from '../sites/site-facts.js'
import { knownAddressesOf } from '../wallet/known-addresses.js'
import { accountChoice } from '../wallet/site-accounts.js'
import type { WalletApp } from '../wallet/wallet-app.js'
import { newSecret } from '../windows/letter-port.js'
import { areCutOff, openPopup } from '../windows/login-popup.js'
import { closeWindow, findWindow } from '../windows/page-window.js'
import type { ApprovalWindowContract, PendingApproval } from './approval-window-contract.js'
import { LetterWindow } from './letter-window.js'
import { PortWindow } from './port-window.js'
import { askingUrl } from './window-secret.js'

/** Milliseconds for which the window stays after an approval: the page's next question often follows from it. */
const LINGER = 1_200
/** Milliseconds after which the person is offered a window in the place of the page's, for which we still look. */
const OFFER_AFTER = 3_000
/** CSS pixels. */
const WIDTH = 420
/** Path of the approval window. */
const PATH = '/confirm'

/**
 * `waiting`: the window has the question, or will have it. `failed`: the browser opened no window, or the page's policy
 * cut it off from us (`Cross-Origin-Opener-Policy: same-origin`), which looks the same from here. The next window is
 * reached through the mailbox.
 */
export type ApprovalWindowStatus = 'none' | 'waiting' | 'failed'

/** A window that the page has opened for its question. */
export interface PageWindow {
  name: string
  /** Settles with the page's request. */
  answer: Promise<unknown>
}

/** One window at a time. If it ends without an answer, the question stays open in the panel. */
export class ApprovalWindow {
  readonly #app: WalletApp
  readonly #onChange: () => void
  /** The question in the window; before it shows one, the question that it was opened for. */
  #question: ApprovalRequest | undefined
  #failed: ApprovalRequest | undefined
  #window: PortWindow | LetterWindow | undefined
  /** The last window could not be seen from here: the page's policy may have cut it off from us. */
  #isUnsure = false
  /** Ends the search for a window that the page has opened. */
  #finding: AbortController | undefined
  /** Ends the search for a window that is to be closed. */
  #closing: AbortController | undefined
  /** Requests for which the page has opened a window. */
  readonly #asking = new Set<Promise<unknown>>()
  /** Gives the waiting window its next question, or null. */
  #give: ((handed: PendingApproval | null) => void) | undefined
  #hasApproved = false
  #lingering: ReturnType<typeof setTimeout> | undefined

  constructor(app: WalletApp, onChange: () => void) {
    this.#app = app
    this.#onChange = onChange
  }

  /** Whether this question can only be approved in a window. */
  isElsewhere({ kind }: ApprovalRequest): boolean {
    return PROVEN.has(kind) && this.#app.approvals.isInWindow
  }

  statusOf(question: ApprovalRequest): ApprovalWindowStatus {
    if (this.#failed?.id === question.id) return 'failed'
    const isThere = this.#window || this.#finding
    return isThere && this.#isForWindow(question) ? 'waiting' : 'none'
  }

  /** Opens the window. Called in the person's click. */
  open(question: ApprovalRequest): void {
    this.end()
    this.#question = question
    const secret = areCutOff() || this.#isUnsure ? newSecret() : undefined
    const url = secret ? askingUrl(secret) : `${new URL('confirm#wait', location.href)}`
    const opened = openPopup(url, WIDTH)
    if (opened.name === 'unseen') this.#app.approvals.noteCutOff()
    if (secret && opened.name !== 'blocked') this.#writeTo(secret, opened.name !== 'window')
    else if (opened.name === 'window') this.#attend(opened.window)
    else {
      this.#isUnsure = true
      this.#failed = question
    }
    this.#onChange()
  }

  /** Shows the window. One that is out of reach is replaced. Called in the person's click. */
  focus(question: ApprovalRequest): void {
    if (this.#window instanceof PortWindow) this.#window.focus()
    else this.open(question)
  }

  /** Closes the window; the question is the panel's again. */
  end(): void {
    this.#finding?.abort()
    this.#window?.close()
    clearTimeout(this.#lingering)
    this.#finding = this.#window = this.#question = this.#failed = undefined
    this.#give = this.#lingering = undefined
    this.#hasApproved = false
  }

  /** A question was added or answered: updates the window. */
  follow(): void {
    const { current } = this.#app.requests
    if (this.#question && this.#question.id !== current?.id) this.end()
    if (this.#failed && this.#failed.id !== current?.id) this.#failed = undefined
    this.#serve()
  }

  /** Takes the question to a window that is already there, or will be. */
  take({ name, answer }: PageWindow): void {
    this.#asking.add(answer)
    const done = () => {
      this.#asking.delete(answer)
      this.#serve()
    }
    answer.then(done, done)
    this.#closing?.abort()
    if (!this.#window && !this.#finding) void this.#adopt(name)
  }

  async #adopt(name: string): Promise<void> {
    const abort = new AbortController()
    this.#finding = abort
    const offer = setTimeout(() => this.#fail(), OFFER_AFTER)
    const found = await findWindow(name, PATH, abort.signal)
    clearTimeout(offer)
    if (abort.signal.aborted) {
      // The window may still arrive, but nothing is left to ask in it.
      this.#closing = new AbortController()
      if (!this.#finding) void closeWindow(name, PATH, this.#closing.signal)
      return
    }
    this.#finding = undefined
    if (found) {
      this.#isUnsure = false
      this.#failed = undefined
      this.#attend(found)
    } else this.#fail()
  }

  #attend(opened: Window): void {
    this.#window = new PortWindow(opened, {
      onRequest: (method, params) => this.#answer(method, params),
      onEnd: (wasThere) => {
        this.end()
        if (!wasThere) this.#fail()
        this.#onChange()
      },
    })
    this.#onChange()
  }

  /** @param isHidden - Whether the browser hides the window from us. */
  #writeTo(secret: string, isHidden: boolean): void {
    let isKnown = !isHidden || areCutOff()
    this.#window = new LetterWindow({
      secret,
      onRequest: (method, params) => {
        if (!isKnown) this.#app.approvals.noteCutOff()
        isKnown = true
        return this.#answer(method, params)
      },
      onEnd: (wasThere) => {
        this.end()
        if (!wasThere) this.#fail()
        // No letter arrived, so the window was perhaps not cut off: try a direct port next time.
        if (!wasThere) this.#isUnsure = false
        this.#onChange()
      },
    })
  }

  #fail(): void {
    // For the page's developer.
    console.warn(
      'wallet-embed: no window for the wallet’s question. Under Cross-Origin-Opener-Policy it takes same-origin-allow-popups.',
    )
    const { current } = this.#app.requests
    this.#failed = current && this.isElsewhere(current) ? current : undefined
    this.#isUnsure = true
    this.#onChange()
  }

  #isForWindow = (question: ApprovalRequest): boolean =>
    this.#question?.id === question.id || this.isElsewhere(question)

  /** Gives the window its next question; if there is none, ends the window. */
  #serve(): void {
    if (!this.#give) return
    const { current } = this.#app.requests
    if (current && this.#isForWindow(current)) {
      clearTimeout(this.#lingering)
      this.#lingering = undefined
      this.#question = current
      this.#give(this.#handed(current))
      this.#give = undefined
    } else if (current) this.end()
    // The page's pending request may still lead to a question.
    else if (!this.#asking.size)
      this.#lingering ??= setTimeout(() => this.end(), this.#hasApproved ? LINGER : 0)
  }

  #handed(question: ApprovalRequest): PendingApproval {
    const { site } = this.#app
    const { locale } = this.#app.appearance
    return {
      id: question.id,
      kind: question.kind,
      subject: question.subject,
      site,
      address: question.account ?? this.#app.own.chosen ?? '',
      locale,
      waiting: this.#app.requests.size,
      people: knownAddressesOf(this.#app),
      facts: siteFacts(this.#app),
      ...(question.kind === 'connect' && { choice: accountChoice(this.#app) }),
      look: lookParams(this.#app.params),
    }
  }

  #answer(method: string, params: unknown): unknown {
    switch (method as keyof ApprovalWindowContract) {
      case 'next':
        return new Promise<PendingApproval | null>((resolve) => {
          this.#give = resolve
          this.#serve()
        })
      case 'prepare': {
        const { request, chain } = params as { request: TransactionRequest; chain: Chain }
        return this.#app.core.prepare(request, chain)
      }
      case 'prepareCalls': {
        const { requests, chain } = params as { requests: TransactionRequest[]; chain: Chain }
        return this.#app.core.prepareCalls(requests, chain)
      }
      case 'lookUp': {
        const { address, chain } = params as { address: string; chain: Chain }
        return this.#app.core.lookUp(address, chain)
      }
      case 'node': {
        const { chain, method, params: own } = params as ApprovalWindowContract['node']['params']
        return this.#app.chains.nodeOf(chain).request(method, own)
      }
      case 'settle':
        return this.#settle(params as ApprovalWindowContract['settle']['params'])
    }
    throw new WalletError('UNSUPPORTED_METHOD')
  }

  /** @throws {WalletError} `ABORTED` for a question that is asked no more. */
  #settle({ id, isApproved, answer }: ApprovalWindowContract['settle']['params']): null {
    // May lock the wallet, which ends the question.
    this.#app.autoLock.use()
    const question = this.#question
    if (question?.id !== id || this.#app.requests.current?.id !== id) {
      throw new WalletError('ABORTED')
    }
    this.#question = undefined
    this.#hasApproved = isApproved
    if (isApproved) (question.approve as (answer: unknown) => void)(answer)
    else question.reject()
    return null
  }
}
