/** What was sent from here, and how it can stand. */
import { html } from 'lit'

import type { Sent, SentStatus } from '../../src/app/activity/record.js'
import '../../src/app/screens/lazy-screens.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import { Contacts } from '../../src/app/stores/contacts.js'
import { ACCOUNT, CHAIN, CONTRACT, OTHER } from './data.js'
import { sentOne, withSent } from './sent.js'
import { walletOf } from './stand-in.js'
import type { Area } from './state.js'

const STATUSES: SentStatus[] = ['pending', 'done', 'failed', 'cancelled', 'replaced', 'refused']

/** Of the smallest part of a token. */
const TRANSFER = `0xa9059cbb${OTHER.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
const DAY = 86_400_000

/** A list over several days, with a token that the person has, and a recipient in their book. */
function days() {
  const app = walletOf()
  const token = { type: 'ERC20', address: CONTRACT, symbol: 'SUSD', decimals: 0 } as const
  assetsOf(app).add({ account: ACCOUNT, chainId: CHAIN.chainId }, token)
  new Contacts(ACCOUNT).save(OTHER, 'Harbour master')
  const sent = [0, 0, 1, 3, 400].map((ago, at) => {
    const one = sentOne(
      { status: 'done', ...(at % 2 && { to: CONTRACT, data: TRANSFER, value: 0n }) },
      at + 1,
    )
    return {
      ...one,
      attempts: one.attempts.map((each) => ({ ...each, time: each.time - ago * DAY })),
    }
  })
  return html`<we-activity .app=${withSent(app, ...sent)}></we-activity>`
}

function list(...records: Sent[]) {
  return html`<we-activity .app=${withSent(walletOf(), ...records)}></we-activity>`
}

/** A token that the person has, and that came by two events. */
function arrivals() {
  const event = (amount: string, block: string) => ({
    ...{ address: CONTRACT, data: `0x${amount.padStart(64, '0')}`, blockNumber: block },
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      ...[OTHER, ACCOUNT].map((one) => `0x${one.slice(2).padStart(64, '0')}`),
    ],
    transactionHash: `0x${block.slice(2).padStart(64, '0')}`,
  })
  const node = {
    eth_getLogs: [event('64', '0x8'), event('5f5e100', '0x9')],
    eth_getBlockByNumber: { baseFeePerGas: '0x1', timestamp: '0x69000000' },
  }
  const app = walletOf({ node })
  const token = { type: 'ERC20', address: CONTRACT, symbol: 'SUSD', decimals: 6 } as const
  assetsOf(app).add({ account: ACCOUNT, chainId: CHAIN.chainId }, token)
  return html`<we-activity .app=${withSent(app, sentOne({ status: 'done' }))}></we-activity>`
}

function one(sent: Sent, ...others: Sent[]) {
  const app = withSent(walletOf(), ...others, sent)
  return html`<we-sent .app=${app} .sent=${sent} .onBack=${() => {}}></we-sent>`
}

/** Pending, with a replacement sent for it. */
function replaced(kind: 'faster' | 'cancel'): Sent {
  const sent = sentOne()
  return { ...sent, attempts: [...sent.attempts, { ...sent.attempts[0]!, kind }] }
}

export const activity: Area = {
  name: 'Activity',
  states: [
    { name: 'nothing yet', draw: () => list() },
    {
      name: 'all that can become of a transaction',
      draw: () =>
        list(
          ...STATUSES.map((status, at) => sentOne({ status }, at + 1)),
          sentOne({ status: 'done', to: CONTRACT, data: TRANSFER, value: 0n }, 7),
          sentOne({ status: 'done', to: undefined, data: '0x6000', value: 0n }, 8),
        ),
    },
    { name: 'over several days', draw: days },
    { name: 'what came', draw: arrivals },
    ...STATUSES.map((status) => ({
      name: `one: ${status}`,
      draw: () => one(sentOne({ status, site: 'https://shop.example.test' })),
    })),
    { name: 'one: the network may not have it', draw: () => one(sentOne({ isKnown: false })) },
    { name: 'one: an earlier one comes first', draw: () => one(sentOne({}, 2), sentOne()) },
    { name: 'one: being sped up', draw: () => one(replaced('faster')) },
    { name: 'one: being cancelled', draw: () => one(replaced('cancel')) },
  ],
}
