import type {
  FrameContract,
  FrameNotices,
  InitParams,
  PageNotices,
  WalletState,
} from '../protocol/messages.js'
import { Peer } from '../protocol/peer.js'
import { connectFrame } from '../protocol/windows.js'
import { deadline } from '../shared/deadline.js'
import { randomId } from '../shared/encoding.js'
import { WalletError } from '../shared/errors.js'

/** Milliseconds a loaded document has to greet us. An error page of the browser never does. */
const GREETING_GRACE = 1_500

export interface FrameListener {
  /** The frame's document went away; what was asked of it is rejected. */
  onLost(error: WalletError): void
  /** A later document of the frame is ready: the frame was reloaded. */
  onState(state: WalletState): void
  onNotice<N extends keyof FrameNotices & string>(name: N, payload: FrameNotices[N]): void
}

/** The wallet app in an iframe, and the conversation with whatever document it has loaded. */
export class Frame {
  /** To be put in the page by the caller, once. */
  readonly element: HTMLIFrameElement
  readonly #origin: string
  readonly #nonce = randomId()
  readonly #stops: (() => void)[] = []
  #peer: Peer<FrameContract, PageNotices> | undefined

  /** @param base - Where the wallet app is served; ends in `/`. */
  constructor(base: URL) {
    const url = new URL('frame', base)
    url.hash = `${new URLSearchParams({ origin: location.origin, nonce: this.#nonce })}`
    this.#origin = url.origin
    this.element = createElement(url)
  }

  /**
   * Waits for the wallet app, and starts it. To be called before the element is in the page.
   *
   * @param ms - Milliseconds for all of it, and for each later start.
   * @throws {WalletError} `CSP_BLOCKED`, `LOAD_FAILED`, `TIMEOUT`, `ABORTED`, or what the wallet answers.
   */
  open(
    params: InitParams,
    ms: number,
    listener: FrameListener,
    signal: AbortSignal,
  ): Promise<WalletState> {
    const opened = new Promise<WalletState>((resolve, reject) => {
      let isOpen = false
      const greetings = watchLoads(this.element, () => {
        this.#peer?.close()
        if (isOpen) listener.onLost(new WalletError('DISCONNECTED'))
        else reject(new WalletError('LOAD_FAILED', `${this.#origin} does not answer in a frame.`))
      })
      const onPort = async (port: MessagePort) => {
        greetings.heard()
        this.#peer?.close()
        if (isOpen) listener.onLost(new WalletError('DISCONNECTED'))
        const peer = new Peer<FrameContract, PageNotices>(port, {
          onNotice: listener.onNotice as (name: string, payload: unknown) => void,
        })
        this.#peer = peer
        try {
          const state = await peer.request('init', params, ms)
          if (isOpen) listener.onState(state)
          isOpen = true
          resolve(state)
        } catch (error) {
          peer.close()
          // A peer that was replaced meanwhile has nothing more to say.
          if (!isOpen && peer === this.#peer) reject(error)
        }
      }
      this.#stops.push(
        greetings.stop,
        connectFrame(this.element, this.#origin, this.#nonce, (port) => void onPort(port)),
        onPolicyViolation(this.#origin, () => reject(new WalletError('CSP_BLOCKED', this.#origin))),
      )
    })
    return deadline(opened, ms, this.#origin, signal)
  }

  /** As `Peer.request`; `DISCONNECTED` while no document is connected. */
  async request<M extends keyof FrameContract>(
    method: M,
    params: FrameContract[M]['params'],
    ms: number,
  ): Promise<FrameContract[M]['result']> {
    if (!this.#peer) throw new WalletError('DISCONNECTED')
    return this.#peer.request(method, params, ms)
  }

  notify<N extends keyof PageNotices>(name: N, payload: PageNotices[N]): void {
    this.#peer?.notify(name, payload)
  }

  /** Ends the conversation and takes the frame out of the page. */
  close(reason?: WalletError): void {
    for (const stop of this.#stops) stop()
    this.#peer?.close(reason)
    this.element.remove()
  }
}

function createElement({ href, origin }: URL): HTMLIFrameElement {
  const permissions = [
    'publickey-credentials-get',
    'publickey-credentials-create',
    'clipboard-write',
  ]
  return Object.assign(document.createElement('iframe'), {
    src: href,
    title: 'Wallet',
    allow: permissions.map((permission) => `${permission} ${origin}`).join('; '),
    referrerPolicy: 'no-referrer',
    sandbox:
      'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-downloads',
  })
}

/** Calls `onSilent` for a document that has loaded and does not greet. */
function watchLoads(frame: HTMLIFrameElement, onSilent: () => void) {
  let greeted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const onLoad = () => {
    clearTimeout(timer)
    // The greeting comes before the load event, or soon after it.
    timer = greeted ? undefined : setTimeout(onSilent, GREETING_GRACE)
    greeted = false
  }
  frame.addEventListener('load', onLoad)
  return {
    heard() {
      greeted = timer === undefined
      clearTimeout(timer)
      timer = undefined
    },
    stop() {
      clearTimeout(timer)
      frame.removeEventListener('load', onLoad)
    },
  }
}

/** Calls `onBlocked` when the page's own policy keeps a frame of `origin` out. */
function onPolicyViolation(origin: string, onBlocked: () => void): () => void {
  const listener = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    const isFrame = /^(frame|child|default)-src/.test(effectiveDirective)
    if (isFrame && URL.canParse(blockedURI) && new URL(blockedURI).origin === origin) onBlocked()
  }
  document.addEventListener('securitypolicyviolation', listener)
  return () => document.removeEventListener('securitypolicyviolation', listener)
}
