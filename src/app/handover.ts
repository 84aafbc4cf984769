/** The frame's end of a question that is asked in a window of the wallet's own. */
import type { Chain } from '../chain/networks.js'
import type { TransactionRequest } from '../chain/transaction.js'
import { Peer } from '../protocol/peer.js'
import { listen, popupFeatures, send } from '../protocol/windows.js'
import { randomId } from '../shared/encoding.js'
import { WalletError } from '../shared/errors.js'
import type { HandoverContract } from './handover-contract.js'
import { acquaintancesOf } from './people.js'
import type { Question } from './requests.js'
import { siteFacts } from './site-facts.js'
import type { WalletApp } from './wallet-app.js'

/** Milliseconds that a window may take to say that it is there. */
const GREETING_TIME = 15_000
/** Milliseconds between looks whether it is still open. */
const POLL = 300
/** CSS pixels. */
const WIDTH = 420
const HEIGHT = 680

/**
 * `waiting`: the window has the question. `failed`: the browser opened none, or the page's policy cut it
 * off from us (`Cross-Origin-Opener-Policy: same-origin`), which looks the same from here.
 */
export type HandoverStatus = 'none' | 'waiting' | 'failed'

/** One window at a time. Whatever ends it but an answer leaves the question where it was: in the panel. */
export class Handover {
  readonly #app: WalletApp
  readonly #onChange: () => void
  #status: HandoverStatus = 'none'
  #question: Question | undefined
  #close: (() => void) | undefined

  constructor(app: WalletApp, onChange: () => void) {
    this.#app = app
    this.#onChange = onChange
  }

  /** How it stands with this question; another question knows nothing of a window. */
  statusOf(question: Question): HandoverStatus {
    return this.#question?.id === question.id ? this.#status : 'none'
  }

  /** Opens the window. Called in the person's click. */
  open(question: Question): void {
    this.end()
    this.#question = question
    const nonce = randomId()
    const url = new URL('confirm', location.href)
    url.hash = nonce
    const opened = window.open(url, '_blank', popupFeatures(WIDTH, HEIGHT))
    if (!opened) {
      this.#become('failed')
      return
    }
    this.#converse(opened, nonce, question)
    this.#become('waiting')
  }

  /** Closes the window; the question is the panel's again. */
  end(): void {
    this.#close?.()
    this.#close = undefined
    this.#question = undefined
    if (this.#status !== 'none') this.#become('none')
  }

  /** Ends what belongs to a question that is settled. */
  keepTo(current: Question | undefined): void {
    if (this.#question && this.#question.id !== current?.id) this.end()
  }

  #converse(opened: Window, nonce: string, question: Question): void {
    const { origin } = location
    let peer: Peer<Record<never, never>> | undefined
    const stop = listen('hello', { source: opened, origin }, (hello) => {
      if (hello.nonce !== nonce || peer) return
      clearTimeout(greeting)
      const { port1, port2 } = new MessageChannel()
      peer = new Peer(port1, {
        onRequest: (method, params) => this.#answer(question, method, params),
      })
      send(opened, origin, 'connect', { nonce }, [port2])
    })
    const greeting = setTimeout(() => {
      this.end()
      this.#question = question
      this.#become('failed')
    }, GREETING_TIME)
    const polling = setInterval(() => opened.closed && this.end(), POLL)
    const bye = () => opened.close()
    window.addEventListener('pagehide', bye)
    this.#close = () => {
      stop()
      clearTimeout(greeting)
      clearInterval(polling)
      window.removeEventListener('pagehide', bye)
      // What was just answered is still under way to the window.
      setTimeout(() => peer?.close())
      opened.close()
    }
  }

  #answer(question: Question, method: string, params: unknown): unknown {
    if (this.#app.requests.current?.id !== question.id) throw new WalletError('ABORTED')
    const { site, locale } = this.#app
    const address = question.account ?? this.#app.address ?? ''
    switch (method as keyof HandoverContract) {
      case 'question': {
        const { kind, subject } = question
        const { theme, language, whiteLabel } = this.#app.params
        const look = { theme, language, whiteLabel }
        const people = acquaintancesOf(this.#app)
        const facts = siteFacts(this.#app)
        return { kind, subject, site, address, locale, people, facts, look }
      }
      case 'prepare': {
        const { request, chain } = params as { request: TransactionRequest; chain: Chain }
        return this.#app.prepare(request, chain)
      }
      case 'prepareCalls': {
        const { requests, chain } = params as { requests: TransactionRequest[]; chain: Chain }
        return this.#app.prepareCalls(requests, chain)
      }
      case 'lookUp': {
        const { address, chain } = params as { address: string; chain: Chain }
        return this.#app.lookUp(address, chain)
      }
      case 'node': {
        const { chain, method, params: own } = params as HandoverContract['node']['params']
        return this.#app.nodeOf(chain).request(method, own)
      }
      case 'settle': {
        const { isApproved, answer } = params as { isApproved: boolean; answer: unknown }
        if (isApproved) (question.approve as (answer: unknown) => void)(answer)
        else question.reject()
        return null
      }
    }
    throw new WalletError('UNSUPPORTED_METHOD')
  }

  #become(status: HandoverStatus): void {
    this.#status = status
    this.#onChange()
  }
}
