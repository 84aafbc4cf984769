/** Sending, and how it went. */
import { html } from 'lit'

import '../screens/rest.js'
import { CHAIN, HASH, HUGE, PAGES_CHAIN } from './data.js'
import { LOADING, type StandIn, walletOf } from './stand-in.js'
import type { Area } from './state.js'

const send = (own?: StandIn, wrong = {}, failure = '') =>
  html`<we-send .app=${walletOf(own)} .wrong=${wrong} .failure=${failure}></we-send>`

/** @param answers - Whether each was done; nothing for one that is on its way. */
function calls(...answers: (boolean | undefined)[]) {
  const app = walletOf()
  const receipts = answers.map((isDone) =>
    isDone === undefined
      ? null
      : {
          ...{ logs: [], status: isDone ? '0x1' : '0x0', blockHash: HASH, blockNumber: '0x10' },
          ...{ gasUsed: '0x5208', transactionHash: HASH },
        },
  )
  const request = async () => receipts.shift() ?? null
  Object.assign(app.node, { request })
  app.bundles.save({
    ...{ id: 'id', chainId: CHAIN.chainId, count: answers.length },
    hashes: answers.map(() => HASH),
  })
  return html`<we-calls-status calls="id" .bundles=${app.bundles} .chainOf=${() => CHAIN}
    .onBack=${() => {}}></we-calls-status>`
}

export const sending: Area = {
  name: 'Sending',
  states: [
    { name: 'to whom and how much', draw: () => send() },
    {
      name: 'before the balance is known',
      draw: () => send({ node: { eth_getBalance: LOADING } }),
    },
    {
      name: 'of a huge balance',
      draw: () => send({ chain: PAGES_CHAIN, node: { eth_getBalance: HUGE } }),
    },
    {
      name: 'nothing typed that will do',
      draw: () => send({}, { to: 'This is no address.', amount: 'Enter an amount.' }),
    },
    {
      name: 'refused by the network',
      draw: () => send({}, {}, 'The network refused the transaction: nonce too low'),
    },
    { name: 'several: on their way', draw: () => calls(undefined, undefined) },
    { name: 'several: done', draw: () => calls(true, true) },
    { name: 'several: some failed', draw: () => calls(true, false) },
    { name: 'several: nothing was sent', draw: () => calls() },
  ],
}
