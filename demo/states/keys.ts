/** What opens the account: the recovery phrase and passkeys. */
import { html } from 'lit'

import '../../src/app/screens/lazy-screens.js'
import { ACCOUNT, LONG_PERSON, PERSON, WORDS } from './data.js'
import { walletOf } from './stand-in.js'
import type { Area } from './state.js'

const ONE = {
  ...{ id: 'one', kind: 'device', address: ACCOUNT, userInfo: PERSON, applications: [] },
  ...{ wrapped: { version: 1, iv: '', data: '' }, created: Date.now(), used: Date.now() },
}
/** A test key. */
const KEY = `0x${'00'.repeat(31)}01`
const OTHER = { ...ONE, id: 'other', kind: 'account', userInfo: LONG_PERSON, wrapped: null }

function passkeys(known: object[], asked = '') {
  localStorage.setItem('wallet-embed:passkeys', JSON.stringify({ passkeys: known, declined: [] }))
  return html`<we-passkeys .app=${walletOf({ site: null })} .asked=${asked}></we-passkeys>`
}

const phrase = (words: readonly string[] = [], asked: number[] = [], wrong: number[] = []) =>
  html`<we-recovery-phrase .words=${words} .asked=${asked} .wrong=${wrong}></we-recovery-phrase>`

const welcome = (application = '', canAdd = true) =>
  html`<we-recovery-welcome .application=${application} .onPasskey=${canAdd && (async () => {})}></we-recovery-welcome>`

export const keys: Area = {
  name: 'Keys',
  states: [
    { name: 'somebody new', draw: () => welcome() },
    { name: 'somebody new, at a login client', draw: () => welcome('Sample Shop', false) },
    { name: 'recovery phrase: hidden', draw: () => phrase() },
    {
      name: 'recovery phrase: after too long',
      draw: () => html`<we-recovery-phrase .onSignIn=${() => {}}></we-recovery-phrase>`,
    },
    { name: 'recovery phrase: shown', draw: () => phrase(WORDS) },
    { name: 'recovery phrase: three words are asked for', draw: () => phrase(WORDS, [2, 11, 23]) },
    { name: 'recovery phrase: a wrong word', draw: () => phrase(WORDS, [2, 11, 23], [11]) },
    { name: 'private key', draw: () => html`<we-private-key .app=${walletOf()}></we-private-key>` },
    {
      name: 'private key: shown',
      draw: () => html`<we-private-key .app=${walletOf()} .shown=${KEY}></we-private-key>`,
    },
    { name: 'passkeys: none', draw: () => passkeys([]) },
    { name: 'passkeys: two', draw: () => passkeys([ONE, OTHER]) },
    { name: 'passkeys: one is to be removed', draw: () => passkeys([ONE, OTHER], 'one') },
  ],
}
