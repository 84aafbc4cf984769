/** Sending, and how it went. */
import { html, type TemplateResult } from 'lit'
import { ref } from 'lit/directives/ref.js'
import { statusOfCalls } from '../../src/app/activity/batch-status.js'
import { assetKey, assetsOf } from '../../src/app/stores/assets.js'
import { Contacts } from '../../src/app/stores/contacts.js'
import type { Asset } from '../../src/chain/reads/asset.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import '../../src/app/screens/lazy-screens.js'
import type { Send } from '../../src/app/screens/send/send.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import { ACCOUNT, CHAIN, CONTRACT, ETHER, HASH, HUGE, OTHER, PAGES_CHAIN } from './data.js'
import { sentOne, withSent } from './sent.js'
import { LOADING, type StandIn, walletOf } from './stand-in.js'
import type { Area } from './state.js'

const TOKEN: Asset = { type: 'ERC20', address: CONTRACT, symbol: 'HARBOURCOIN', decimals: 6 }
const TICKETS: Asset = {
  ...{ type: 'ERC1155', address: CONTRACT, symbol: 'TICKET', decimals: 0 },
  ...{ name: 'Tickets of the international concert hall', tokenId: '7' },
}
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

const drawn = (app: WalletApp): TemplateResult => html`<we-send .app=${app}></we-send>`

const send = (own?: StandIn, failure = '') =>
  html`<we-send .app=${walletOf(own)} .failure=${failure}></we-send>`

/** With a list of tokens; sends the first of them. */
function sendAsset(assets: Asset[], own?: StandIn) {
  const app = walletOf(own)
  for (const asset of assets) assetsOf(app).add({ account: ACCOUNT, chainId: CHAIN.chainId }, asset)
  app.show('send', assetKey(assets[0]!))
  return app
}

/** Types into the form, and leaves it, as soon as it is there. */
function typed(app: WalletApp, to: string, amount = '', view?: 'assets' | 'people') {
  const type = async (element?: Element) => {
    if (!element) return
    const send = element as Send
    await send.updateComplete
    for (const [name, text] of [
      ['to', to],
      ['amount', amount],
    ] as const) {
      const input = send.renderRoot.querySelector<HTMLInputElement>(`input[name=${name}]`)
      if (!input) continue
      input.value = text
      input.dispatchEvent(new InputEvent('input'))
      if (text) input.dispatchEvent(new Event('change'))
    }
    if (view) Object.assign(send, { view })
  }
  return html`<we-send .app=${app} ${ref(type)}></we-send>`
}

/** A person with an address book, a second account, and earlier recipients. */
function known() {
  const app = walletOf({ session: { addresses: [ACCOUNT, OTHER] as `0x${string}`[] } })
  // It is read when the screen is drawn, and that is after the storage was emptied for the states behind.
  queueMicrotask(() => {
    const contacts = new Contacts(ACCOUNT)
    contacts.save(CONTRACT, 'Sample person of the house')
    contacts.save(`0x${'ab'.repeat(20)}`, 'The harbour and concert hall company')
  })
  return app
}

/** A person without an address book, even if other states have stored one. */
function stranger() {
  const app = walletOf()
  Object.defineProperty(app.own, 'first', { value: undefined })
  return app
}

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
  Object.assign(app.chains.node, { request })
  const calls = answers.map(() => ({ hash: HASH }))
  const bundle = { id: 'id', chainId: CHAIN.chainId, calls }
  // Not from the storage, which the states beside this one empty.
  const bundles = { status: () => statusOfCalls(bundle, () => app.chains.node) }
  return html`<we-calls-status calls="id" .batches=${bundles} .chainOf=${() => CHAIN}
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
      name: 'while the network does not answer',
      draw: () => send({ node: { eth_getBalance: new Error('down') } }),
    },
    {
      name: 'of a huge balance',
      draw: () => send({ chain: PAGES_CHAIN, node: { eth_getBalance: HUGE } }),
    },
    { name: 'nothing typed that will do', draw: () => typed(walletOf(), 'somebody', '0.1.1') },
    { name: 'a name where there are none', draw: () => typed(walletOf(), 'sample.eth', '1,000') },
    { name: 'more than there is', draw: () => typed(walletOf(), OTHER, '2000') },
    { name: 'to oneself', draw: () => typed(walletOf(), ACCOUNT, '0.25') },
    { name: 'to somebody new, with what it costs', draw: () => typed(walletOf(), OTHER, '0.25') },
    {
      name: 'to a contract, and it would fail',
      draw: () => {
        const failing = { eth_getCode: '0x6080', eth_estimateGas: new ProviderRpcError(3, 'no') }
        return typed(walletOf({ node: failing }), `0x${'ef'.repeat(20)}`, '0.25')
      },
    },
    {
      name: 'to somebody known',
      draw: () => typed(known(), CONTRACT, '1'),
    },
    {
      name: 'a token without coins for the fee',
      draw: () => {
        const node = { eth_call: word(HUGE), eth_getBalance: '0x0' }
        return typed(sendAsset([TOKEN], { node }), OTHER, '1.0000001')
      },
    },
    {
      name: 'a collectible',
      draw: () =>
        drawn(
          sendAsset([{ ...TICKETS, type: 'ERC721' }], {
            node: { eth_call: word(BigInt(ACCOUNT)) },
          }),
        ),
    },
    {
      name: 'some of a collectible',
      draw: () => drawn(sendAsset([TICKETS], { node: { eth_call: word(12n) } })),
    },
    { name: 'somebody by name', draw: () => typed(known(), 'Sam') },
    {
      name: 'what to send',
      draw: () =>
        typed(sendAsset([TOKEN, TICKETS], { node: { eth_call: word(ETHER) } }), '', '', 'assets'),
    },
    {
      name: 'whom to send to',
      draw: () =>
        typed(
          withSent(known(), sentOne({ status: 'done', to: `0x${'cd'.repeat(20)}` })),
          '',
          '',
          'people',
        ),
    },
    { name: 'whom to send to, of nobody', draw: () => typed(stranger(), '', '', 'people') },
    { name: 'the address book', draw: () => html`<we-contacts .app=${known()}></we-contacts>` },
    {
      name: 'an empty address book',
      draw: () => html`<we-contacts .app=${stranger()}></we-contacts>`,
    },
    {
      name: 'a new address',
      draw: () =>
        html`<we-contacts .app=${walletOf()} .edited=${''} .wrong=${'address'}></we-contacts>`,
    },
    {
      name: 'an address that is changed',
      draw: () => html`<we-contacts .app=${known()} .edited=${CONTRACT}></we-contacts>`,
    },
    {
      name: 'refused by the network',
      draw: () => send({}, 'The network refused the transaction: nonce too low'),
    },
    { name: 'several: on their way', draw: () => calls(undefined, undefined) },
    { name: 'several: done', draw: () => calls(true, true) },
    { name: 'several: some failed', draw: () => calls(true, false) },
    { name: 'several: nothing was sent', draw: () => calls() },
  ],
}
