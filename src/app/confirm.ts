/** `/confirm`: asks in a window what the frame cannot prove that a person sees. */
import { msg } from '@lit/localize'
import { html, render } from 'lit'

import { Rpc } from '../chain/rpc.js'
import { Peer } from '../protocol/peer.js'
import { listen, send } from '../protocol/windows.js'
import type { HandoverContract } from './handover-contract.js'
import { Looks } from './looks.js'
import type { Question } from './requests.js'
import './screens/shell.js'

/** Milliseconds that the frame may take to answer; it is in the same browser. */
const ANSWER_TIME = 15_000
/** Milliseconds that preparing may take: it asks the chain's node. */
const PREPARE_TIME = 60_000
/** Milliseconds between looks whether the frame is still there. */
const POLL = 300

// By itself, as in the frame: what both load first is then the same.
const rest = import('./screens/rest.js')
const looks = new Looks()
const nonce = location.hash.slice(1)
const opener = window.opener as Window | null

if (opener) {
  const { origin } = location
  const stop = listen('connect', { source: opener, origin }, (connect, [port]) => {
    if (connect.nonce !== nonce || !port) return
    stop()
    ask(new Peer<HandoverContract>(port)).catch(lost)
  })
  // A window without the frame that it asks for has no reason to stay.
  setInterval(() => opener.closed && window.close(), POLL)
  send(opener, origin, 'hello', { nonce })
} else void lost()

async function ask(frame: Peer<HandoverContract>): Promise<void> {
  const { kind, subject, site, address, locale, people, facts, look } = await frame.request(
    'question',
    null,
    ANSWER_TIME,
  )
  await looks.apply(look)
  const settle = (isApproved: boolean, answer?: unknown) => {
    frame.request('settle', { isApproved, answer }, ANSWER_TIME).then(() => window.close(), lost)
  }
  const question = {
    id: 0,
    kind,
    subject,
    approve: (answer: unknown) => settle(true, answer),
    reject: () => settle(false),
  } as Question
  if (question.kind === 'signIn') return
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && question.reject())
  const { confirmation } = await rest
  const screen = confirmation(
    {
      site,
      address,
      locale,
      people,
      facts,
      nodeOf: (chain) =>
        new Rpc(chain.rpcUrl, (_, method, params) =>
          frame.request('node', { chain, method, params }, PREPARE_TIME),
        ),
      prepare: (request, chain) => frame.request('prepare', { request, chain }, PREPARE_TIME),
      prepareCalls: (requests, chain) =>
        frame.request('prepareCalls', { requests, chain }, PREPARE_TIME),
      lookUp: (address, chain) => frame.request('lookUp', { address, chain }, PREPARE_TIME),
    },
    question,
  )
  render(html`<we-shell .look=${looks.look}>${screen}</we-shell>`, document.body)
}

/** No frame, or none that knows the question any more. */
async function lost(): Promise<void> {
  await Promise.all([looks.apply({}), rest])
  const text = msg(
    'The page that asked cannot be reached from here. Close this window and answer there.',
  )
  render(
    html`<we-shell .look=${looks.look}><we-status is-error heading=${msg('Nothing to approve here')} text=${text}></we-status></we-shell>`,
    document.body,
  )
}
