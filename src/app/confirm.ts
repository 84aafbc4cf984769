/**
 * `/confirm`: asks questions in a window, where a page is not trusted to show the frame. A frame of the wallet's gives
 * it a port, by which the question comes and the answer goes. Where the page's policy severs the two, the frame that
 * opened it gave `/begin` a secret, and the port works by letters.
 */
import { msg } from '@lit/localize'
import { html, render } from 'lit'
import { keyed } from 'lit/directives/keyed.js'

import { Rpc } from '../chain/rpc/rpc.js'
import { Peer } from '../protocol/peer.js'
import { listen } from '../protocol/windows.js'
import { WalletError } from '../shared/errors.js'
import { Appearance } from './appearance/appearance.js'
import type { ApprovalRequest } from './approval/approval-requests.js'
import type {
  ApprovalWindowContract,
  PendingApproval,
} from './approval-window/approval-window-contract.js'
import { WAITS } from './approval-window/port-window.js'
import { takeSecret } from './approval-window/window-secret.js'
import { showUp } from './windows/meeting.js'
import './screens/base/shell.js'

/** Milliseconds that the frame may take to answer; it is in the same browser. */
const ANSWER_TIME = 15_000
/** Milliseconds that preparing may take: it asks the chain's node. */
const PREPARE_TIME = 60_000
/** Milliseconds for a frame to have found this window. */
const FIND_TIME = 20_000
/** Milliseconds between looks whether the page is still there. */
const POLL = 300
/** CSS pixels: a page can open a window in any size. */
const [WIDTH, HEIGHT] = [420, 680]
const [LEAST_WIDTH, LEAST_HEIGHT] = [320, 480]

type Frame = Peer<ApprovalWindowContract>
type Screens = Awaited<typeof rest>

// A separate import, as in the frame, so that both entries share the same first chunk.
const rest = import('./screens/lazy-screens.js')
const appearance = new Appearance()
const opener = window.opener as Window | null
/** Rejects the question on the screen. */
let onEscape: (() => void) | undefined
document.addEventListener('keydown', ({ key, isComposing }) => {
  if (key === 'Escape' && !isComposing) onEscape?.()
})

if (opener) {
  const late = setTimeout(() => void lost(), FIND_TIME)
  const stop = showUp()
  // From the wallet's origin, so a frame of the wallet and no page; which frame cannot be known here.
  listen('ask', { source: (sender) => sender, origin: location.origin }, (_, [port]) => {
    if (!port) return
    clearTimeout(late)
    stop()
    ask(new Peer(port)).catch(lost)
  })
  document.documentElement.dataset.question = WAITS
  // A window is of no use without the page that it asks for.
  setInterval(() => opener.closed && window.close(), POLL)
  if (innerWidth < LEAST_WIDTH || innerHeight < LEAST_HEIGHT) {
    resizeTo(WIDTH + outerWidth - innerWidth, HEIGHT + outerHeight - innerHeight)
  }
} else askByLetters().catch(lost)

/** @throws {WalletError} `DISCONNECTED`, where no frame opened this window, or it is gone. */
async function askByLetters(): Promise<void> {
  const secret = takeSecret(location.hash)
  if (!secret) {
    // The frame then opens a window that knows the secret. If this one cannot close, it shows an error.
    window.close()
    throw new WalletError('DISCONNECTED')
  }
  const { LetterPort } = await import('./windows/letter-port.js')
  const port = new LetterPort({
    secret,
    side: 'window',
    arriveTime: FIND_TIME,
    onEnd: (isTold) => {
      if (isTold) window.close()
      frame.close()
    },
  })
  const frame: Frame = new Peer(port)
  await ask(frame)
}

/** Asks questions until the frame has no more. */
async function ask(frame: Frame): Promise<void> {
  const screens = await rest
  for (;;) {
    const handed = await frame.request('next', null, Number.POSITIVE_INFINITY)
    if (!handed) break
    await appearance.apply(handed.look)
    const isApproved = await answer(frame, handed, screens)
    show(
      html`<we-status ?is-done=${isApproved} heading=${isApproved ? msg('Done') : ''}></we-status>`,
    )
  }
  window.close()
}

/** @returns Whether it was a yes. */
async function answer(frame: Frame, handed: PendingApproval, screens: Screens): Promise<boolean> {
  const { id, kind, subject, site, address, locale, waiting, people, facts, choice } = handed
  const isApproved = await new Promise<boolean>((resolve, reject) => {
    const settle = (isApproved: boolean, answer?: unknown) =>
      frame
        .request('settle', { id, isApproved, answer }, ANSWER_TIME)
        .then(() => resolve(isApproved), reject)
    onEscape = () => void settle(false)
    const question = {
      id,
      kind,
      subject,
      account: address,
      approve: (answer: unknown) => settle(true, answer),
      reject: () => settle(false),
    } as Exclude<ApprovalRequest, { kind: 'signIn' }>
    const asked: Parameters<Screens['confirmation']>[0] = {
      site,
      appearance: { locale },
      waiting,
      people,
      facts,
      choice,
      chains: {
        nodeOf: (chain) =>
          new Rpc(chain.rpcUrl, (_, method, params) =>
            frame.request('node', { chain, method, params }, PREPARE_TIME),
          ),
      },
      core: {
        prepare: (request, chain) => frame.request('prepare', { request, chain }, PREPARE_TIME),
        prepareCalls: (requests, chain) =>
          frame.request('prepareCalls', { requests, chain }, PREPARE_TIME),
        lookUp: (address, chain) => frame.request('lookUp', { address, chain }, PREPARE_TIME),
      },
    }
    // A fresh screen for each question: no state, above all not "it was seen", may carry over.
    show(keyed(id, screens.confirmation(asked, question)))
  })
  onEscape = undefined
  return isApproved
}

/** There is no frame, or the frame does not know the question any more. */
async function lost(reason?: unknown): Promise<void> {
  await Promise.all([appearance.apply({}), rest])
  const text = msg(
    'The page that asked cannot be reached from here. Close this window and answer there.',
  )
  const { code, detail } = WalletError.from(reason ?? new WalletError('DISCONNECTED'))
  show(html`<we-status is-error heading=${msg('Nothing to approve here')} text=${text}
    code=${detail ? `${code}: ${detail}` : code}></we-status>`)
}

function show(content: unknown): void {
  render(html`<we-shell .look=${appearance.look}>${content}</we-shell>`, document.body)
}
