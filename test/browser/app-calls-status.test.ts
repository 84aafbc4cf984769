import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import { type Call, statusOfCalls } from '../../src/app/activity/batch-status.js'
import type { CallsStatusScreen } from '../../src/app/screens/activity/calls-status.js'
import { until } from './support.js'

const WAY = { blockHash: '0x1', blockNumber: '0x10', gasUsed: '0x5208', logs: [] }

/** What the screen says of calls that ended like this; a call that was not lost was done. */
async function wordsOf(...lost: Call['lost'][]): Promise<string> {
  const calls = lost.map((why, at) => ({ hash: `0x${at}` as const, ...(why && { lost: why }) }))
  const request = async (_: string, [hash]: unknown[] = []) => ({
    ...{ ...WAY, status: '0x1', transactionHash: hash },
  })
  const batches = {
    status: () => statusOfCalls({ id: 'id', chainId: 1, calls }, () => ({ request }) as never),
  }
  const screen = await fixture<CallsStatusScreen>(
    html`<we-calls-status calls="id" .batches=${batches}></we-calls-status>`,
  )
  const main = screen.shadowRoot!.querySelector('main')!
  await until('the outcome', () => !main.querySelector('.spinner'))
  return main.innerText
}

describe('the screen of calls that a site had sent together', () => {
  it('counts those that were done by their place in the request', async () => {
    const words = await wordsOf('cancelled', undefined, 'refused', undefined)
    const numbers = [...words.matchAll(/Number (\d): done/g)].map(([, number]) => number)
    expect(numbers).to.deep.equal(['2', '4'])
  })

  it('says who or what kept all from being sent', async () => {
    expect(await wordsOf('cancelled', 'cancelled')).to.include('It was cancelled')
    expect(await wordsOf('replaced')).to.include('replaced this one')
    expect(await wordsOf('refused', 'skipped')).to.include('the network refused it')
  })
})
