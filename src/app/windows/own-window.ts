/**
 * How a window of the wallet's and the frame that opened it connect: the window greets its opener, at the wallet's own
 * origin, with the nonce of its URL, and the frame sends a port to that very window. No other document can be either
 * end.
 */
import { Peer, type PeerOptions } from '../../protocol/peer.js'
import { listen, send } from '../../protocol/windows.js'
import { deadline } from '../../shared/deadline.js'
import { fromWire, WalletError, type WireError } from '../../shared/errors.js'

/** Parameters in the fragment of the window's URL: the name tells its task, the value is the nonce of its greeting. */
export const PASSKEY_PARAMETER = 'passkey'
export const KEEP_PARAMETER = 'keep'
/** Fragment of the window, without a frame, in which the person sees and ends the browser's session. */
export const BROWSER = '#browser'

/** Milliseconds that a window may take to say that it is there. */
const ARRIVE_TIME = 15_000
/** Milliseconds for the frame to answer its window. Short, since the frame has just opened it. */
const GREETING_TIME = 5_000
/** Milliseconds between checks whether the other side is still there. */
const POLL = 300

interface AttendOptions extends Required<Pick<PeerOptions, 'onRequest'>> {
  /** `POPUP_CLOSED`, `TIMEOUT`. */
  onGone: (error: WalletError) => void
}

/** Serves the window's requests in the frame. @returns Ends the conversation; the window stays open. */
export function attend(
  popup: Window,
  nonce: string,
  { onRequest, onGone }: AttendOptions,
): () => void {
  const { origin } = location
  let peer: Peer<Record<never, never>> | undefined
  const stop = listen('hello', { source: popup, origin }, (hello) => {
    if (hello.nonce !== nonce || peer) return
    clearTimeout(greeting)
    const { port1, port2 } = new MessageChannel()
    peer = new Peer(port1, { onRequest })
    send(popup, origin, 'connect', { nonce }, [port2])
  })
  const greeting = setTimeout(
    () => onGone(new WalletError('TIMEOUT', 'The wallet’s own window.')),
    ARRIVE_TIME,
  )
  const polling = setInterval(() => popup.closed && onGone(new WalletError('POPUP_CLOSED')), POLL)
  return () => {
    stop()
    clearTimeout(greeting)
    clearInterval(polling)
    // The last answer is still on its way to the window.
    setTimeout(() => peer?.close())
  }
}

interface ConverseOptions<T> {
  /** The person ends it in the frame. */
  signal: AbortSignal
  /** The asker closes it on success. */
  stays?: boolean
  /** Answers the window. @param resolve - Takes the result. */
  onRequest: (method: string, params: unknown, resolve: (result: T) => void) => Promise<unknown>
}

/**
 * In the frame: answers the window until it has a result, then closes the window.
 *
 * @throws {WalletError} `POPUP_CLOSED`, `TIMEOUT`, `ABORTED`, and the window's error.
 */
export async function converse<T>(
  popup: Window,
  nonce: string,
  { signal, stays, onRequest }: ConverseOptions<T>,
): Promise<T> {
  let end = () => {}
  const result = new Promise<T>((resolve, reject) => {
    const answer = async (method: string, params: unknown): Promise<unknown> => {
      if (method !== 'failed') return onRequest(method, params, resolve)
      reject(fromWire(params as WireError))
      return null
    }
    const stop = attend(popup, nonce, { onRequest: answer, onGone: reject })
    const onAbort = () => reject(new WalletError('ABORTED'))
    signal.addEventListener('abort', onAbort)
    end = () => {
      stop()
      signal.removeEventListener('abort', onAbort)
    }
  })
  try {
    const found = await result.finally(end)
    if (!stays) popup.close()
    return found
  } catch (error) {
    popup.close()
    throw error
  }
}

/**
 * In the window: greets its opener, and closes when the opener does.
 *
 * @throws {WalletError} `STATE_MISMATCH` if no opener at the wallet's origin waits for this window.
 */
export async function greet(nonce: string): Promise<MessagePort> {
  const { origin } = location
  const opener = window.opener as Window | null
  if (!opener) throw new WalletError('STATE_MISMATCH')
  setInterval(() => opener.closed && window.close(), POLL)
  let stop = () => {}
  const port = new Promise<MessagePort>((resolve) => {
    stop = listen('connect', { source: opener, origin }, (connect, [first]) => {
      if (connect.nonce === nonce && first) resolve(first)
    })
  })
  send(opener, origin, 'hello', { nonce })
  try {
    return await deadline(port, GREETING_TIME, 'The page that asked')
  } catch (cause) {
    throw new WalletError('STATE_MISMATCH', undefined, { cause })
  } finally {
    stop()
  }
}
