import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import type { Sent } from '../../src/app/activity/record.js'
import type { SentScreen } from '../../src/app/screens/activity/sent.js'
import { WalletError } from '../../src/shared/errors.js'
import { ADDRESS, buttonOf, CHAIN, OTHER, signedIn, textOf } from './app-support.js'
import { until } from './support.js'

const SENT: Sent = {
  ...{ account: ADDRESS, chainId: CHAIN.chainId, to: OTHER, value: 1n, data: '0x', gas: 21_000n },
  ...{ nonce: 0n, site: null, status: 'pending', isKnown: true, misses: 0 },
  attempts: [
    {
      ...{ hash: `0x${'1'.repeat(64)}`, kind: 'first', time: Date.now() },
      fees: { type: 'legacy', gasPrice: 1n },
    },
  ],
}

it('a transaction that waits for a different tab is not said to be refused', async () => {
  const { app } = signedIn()
  const replace = () => Promise.reject(new WalletError('TIMEOUT', 'Another tab is sending.'))
  Object.defineProperty(app.core, 'activity', { value: { waiting: () => [SENT], replace } })
  const screen = await fixture<SentScreen>(html`<we-sent .app=${app} .sent=${SENT}></we-sent>`)
  buttonOf(screen, 'Speed up').click()
  await until('the reason', () => screen.shadowRoot!.querySelector('.notice.danger'))
  expect(textOf(screen)).to.include('Nothing has changed: your transaction is still on its way.')
  expect(textOf(screen)).not.to.include('refused')
})

it('a transaction that was not sent since one before it was refused says so', async () => {
  const wordsOf = async (refusal?: string) => {
    const sent: Sent = { ...SENT, status: 'refused', batch: 'calls', refusal }
    const { app } = signedIn()
    return textOf(await fixture(html`<we-sent .app=${app} .sent=${sent}></we-sent>`))
  }
  expect(await wordsOf()).to.include('so this one was not sent')
  expect(await wordsOf('nonce too low')).to.include('The network refused it.')
})
