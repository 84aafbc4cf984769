/**
 * How windows find each other. This is the only file of the product that listens to `window`'s
 * messages. A message counts when its source and its origin are exactly the expected ones (`unloading`
 * comes from a document that unloads, and may have no source any more: its origin and `state` count); every
 * conversation then continues over a separate MessagePort.
 *
 * page                         frame (`/frame?origin=<page's>#origin=<page's>&nonce=<random>`)
 *   |<-- hello {nonce} ----------|   to the named origin only: no other parent gets it
 *   |--- connect {nonce, port} ->|   from the parent window, at the named origin
 *   |<======= MessagePort ======>|   JSON-RPC 2.0, see messages.ts
 */
export const PROTOCOL = 'wallet-embed/1'

/** The messages between windows, by `type`. None holds a secret in clear. */
export interface WindowMessages {
  /** Frame to page: loaded, and ready for a port. */
  hello: { nonce: string }
  /** Page to frame, with the port. */
  connect: { nonce: string }
  /** Login window to the page that opened it: is this login yours? */
  whose: { state: string }
  /** Answers `whose`: the page began this login. Also says that the page has the result of a window that stays open. */
  mine: { state: string }
  /**
   * Login window to the page that opened it: a JWE of a `LoginResult` for the request's key. With `stays` the page must
   * leave the window open: it has questions for the person, and closes itself.
   */
  result: { state: string; result: string; stays?: 'yes' }
  /** Login window to the page that opened it: the provider's page comes next. */
  leaving: { state: string }
  /**
   * After `leaving`, login window to the page that opened it: its document unloads, since it goes to the provider or
   * the person closes the window. The only message whose source may be gone when it arrives.
   */
  unloading: { state: string }
  /** Window that a page opened for its frame, to that frame: the window is ready (`meeting.ts`). */
  here: Record<never, never>
  /** Frame to its approval window, with the port. */
  ask: Record<never, never>
  /** Login window to the frame that opened it: asks for the provider's URL. */
  arrived: Record<never, never>
  /**
   * The frame's answer, to that very window: URL of the identity provider. With `other`, the window may first offer the
   * browser's session; `other` is the URL for a person who wants a different account.
   */
  go: { url: string; other: string }
  /** Login window to the frame that opened it: the identity provider's answer, of no use without the code verifier. */
  callback: { state: string; query: string }
}

export type WindowMessageType = keyof WindowMessages

interface Expected {
  /** The expected window. A function if the window may be replaced, or if any window at the origin may send. */
  source: Window | null | ((sender: MessageEventSource | null) => MessageEventSource | null)
  /** The expected origin, exactly. */
  origin: string
}

/**
 * Hears one type of message from one window at one origin.
 *
 * @returns Stops listening. Safe to call twice.
 */
export function listen<T extends WindowMessageType>(
  type: T,
  { source, origin }: Expected,
  hear: (message: WindowMessages[T], ports: readonly MessagePort[]) => void,
): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    const expected = typeof source === 'function' ? source(event.source) : source
    if (!expected || event.origin !== origin) return
    if (event.source !== expected && (event.source || type !== 'unloading')) return
    const { protocol, type: received, ...message } = (event.data ?? {}) as Record<string, unknown>
    if (protocol !== PROTOCOL || received !== type) return
    if (Object.values(message).some((value) => typeof value !== 'string')) return
    hear(message as WindowMessages[T], event.ports)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

/** Sends one message to one window, at that origin only. */
export function send<T extends WindowMessageType>(
  target: Window,
  origin: string,
  type: T,
  message: WindowMessages[T],
  ports: MessagePort[] = [],
): void {
  target.postMessage({ protocol: PROTOCOL, type, ...message }, origin, ports)
}

/**
 * Page side: gives every document that `frame` loads from `origin` a port.
 *
 * @param nonce - What the frame's URL carries: an older frame's greeting is not this one's.
 * @param onPort - Called once per load of the frame, since a frame may reload.
 * @returns Stops listening.
 */
export function connectFrame(
  frame: HTMLIFrameElement,
  origin: string,
  nonce: string,
  onPort: (port: MessagePort) => void,
): () => void {
  return listen('hello', { source: () => frame.contentWindow, origin }, (hello) => {
    if (hello.nonce !== nonce || !frame.contentWindow) return
    const { port1, port2 } = new MessageChannel()
    send(frame.contentWindow, origin, 'connect', { nonce }, [port2])
    onPort(port1)
  })
}

/**
 * Frame side: greets the parent and waits for its port. `origin` is the page's own claim, made true by
 * the browser: only a parent at that origin hears the greeting, and only its answer counts.
 *
 * @returns Stops listening.
 */
export function acceptPage(
  origin: string,
  nonce: string,
  onPort: (port: MessagePort) => void,
): () => void {
  const stop = listen('connect', { source: window.parent, origin }, (connect, [port]) => {
    if (connect.nonce !== nonce || !port) return
    stop()
    onPort(port)
  })
  send(window.parent, origin, 'hello', { nonce })
  return stop
}

/** Features of `window.open` for a window in the middle of the browser's own. Sizes in CSS pixels. */
export function popupFeatures(width: number, height: number): string {
  const left = Math.max(0, screenX + (outerWidth - width) / 2)
  const top = Math.max(0, screenY + (outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left | 0},top=${top | 0}`
}
