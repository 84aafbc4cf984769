import { expect, html } from '@open-wc/testing'
import { emulateMedia, setViewport } from '@web/test-runner-commands'
import type { Chain } from '../../src/chain/networks/networks.js'
import { parseTransaction } from '../../src/chain/requests/transaction.js'
import { parseTypedDataV1 } from '../../src/chain/requests/typed-data-v1.js'
import { utf8 } from '../../src/shared/encoding.js'
import { WalletError } from '../../src/shared/errors.js'
import {
  all,
  EXTRAS,
  nameOf,
  names,
  REQUEST,
  revealed,
  screen,
  sendOne,
  show,
  showCalls,
  textOf,
} from './app-screens-support.js'
import {
  ADDRESS,
  CHAIN,
  CONFIG,
  createApp,
  fakeNode,
  OTHER,
  SITE,
  signedIn,
} from './app-support.js'
import { until } from './support.js'

/** What a chain says about a person. */
const ofPerson = async () => ({ isContract: false })
const TYPED_DATA_V1 = parseTypedDataV1(
  [
    [
      { type: 'string', name: 'Greeting', value: 'Hello' },
      { type: 'address', name: 'Receiver', value: OTHER },
    ],
    ADDRESS,
  ],
  ADDRESS,
)
const PLAIN_REQUEST = parseTransaction([{ to: OTHER, value: '0x1' }], ADDRESS, 31_337)
/** Only a page knows it. */
const PAGES_CHAIN: Chain = {
  chainId: 98_765,
  rpcUrl: 'https://node.example.test/rpc',
  said: { name: 'Fast coin chain', ticker: 'FAST', tickerName: 'Fast coin' },
  blockExplorer: 'https://scan.example.test/',
}
/** Nothing more comes: neither of the costs nor of what it does. */
const isWhole = (root: ParentNode) =>
  /at most 0/.test(textOf(root)) &&
  /does not say|simulated|balances do not|cannot be read/.test(textOf(root))
/** Of a question. */
const ANSWERS = ['Reject', 'Approve']
/** Each screen, with what a person has to find on it. */
const SCREENS: Record<
  string,
  { draw: () => Promise<ParentNode>; buttons?: string[]; text: string[] }
> = {
  'sign in': {
    draw: async () => {
      const { app } = createApp()
      app.show('home')
      return show(app)
    },
    buttons: ['Continue with Google', 'Continue with GitHub', 'Continue with Discord', 'More ways'],
    text: ['Sign in to connect to', 'shop.example.test'],
  },
  'sign in, after an error': {
    draw: () =>
      screen(html`<we-sign-in .site=${SITE} .logins=${createApp().app.logins}
        .status=${{ name: 'ready', error: new WalletError('NODES_UNAVAILABLE') }}></we-sign-in>`),
    buttons: ['Continue with Google'],
    text: ['Too few of the key nodes answer'],
  },
  'sign in, in another window': {
    draw: () =>
      screen(html`<we-sign-in .site=${SITE} .logins=${createApp().app.logins}
        .status=${{ name: 'waiting', option: createApp().app.logins[0] }}></we-sign-in>`),
    buttons: ['Cancel'],
    text: ['Continue in the Google window.'],
  },
  'popup blocked': {
    draw: () =>
      screen(html`<we-popup-blocked .option=${createApp().app.logins[0]}></we-popup-blocked>`),
    buttons: ['Cancel', 'Continue'],
    text: ['Your browser kept the Google window closed.'],
  },
  'sign a message': {
    draw: () =>
      screen(html`<we-sign-message .site=${SITE} address=${ADDRESS} .chain=${CHAIN}
        .message=${utf8('Hello, <b>wörld</b>')}></we-sign-message>`),
    text: ['shop.example.test', 'Hello, <b>wörld</b>'],
  },
  'sign bytes': {
    draw: () =>
      screen(html`<we-sign-message .site=${SITE} address=${ADDRESS} .chain=${CHAIN}
        .message=${new Uint8Array([0xde, 0xff])}></we-sign-message>`),
    text: ['0xdeff', 'This is not text.'],
  },
  'send a transaction': {
    draw: async () => {
      const { app } = signedIn()
      const element =
        await screen(html`<we-send-transaction .site=${SITE} address=${ADDRESS} .request=${REQUEST}
        .chain=${CHAIN} .node=${app.chains.node} .prepare=${() => app.core.prepare(REQUEST, app.chains.current)}></we-send-transaction>`)
      await until(() => isWhole(element))
      return element
    },
    buttons: ['Copy data', 'Reject', 'Approve'],
    text: [
      'shop.example.test',
      '0.25 ETH',
      'Local chain',
      '8617 E340',
      '0xa9059cbb',
      'You keep at least 0.749937 ETH',
    ],
  },
  'sign in, with a window that may be closed': {
    draw: () =>
      screen(html`<we-sign-in-elsewhere .site=${SITE} .logins=${createApp().app.logins}
        .status=${{ name: 'unseen', option: createApp().app.logins[0], canLeave: true }}></we-sign-in-elsewhere>`),
    buttons: ['Try again', 'Continue in this tab', 'Cancel'],
    text: ['Finish in the other window.'],
  },
  'sign in, brought back by the page': {
    draw: () =>
      screen(html`<we-sign-in-elsewhere .site=${SITE} .logins=${createApp().app.logins}
        .status=${{ name: 'returned', option: createApp().app.logins[0], email: 'sample.one@example.test' }}></we-sign-in-elsewhere>`),
    buttons: ['Continue', 'Cancel'],
    text: ['You are signing in as', 'sample.one@example.test'],
  },
  'sign a message with hidden characters': {
    draw: () =>
      screen(html`<we-sign-message .site=${SITE} address=${ADDRESS} .chain=${CHAIN}
        .message=${utf8('to me\u200b')}></we-sign-message>`),
    text: ['The message has hidden characters.', 'to me⟨U+200B⟩'],
  },
  'sign a message with a fingerprint in it': {
    draw: () =>
      screen(html`<we-sign-message .site=${SITE} address=${ADDRESS} .chain=${CHAIN}
        .message=${utf8(`Order: ${'c0ffee12'.repeat(8)}`)}></we-sign-message>`),
    text: ['A fingerprint is part of this message.'],
  },
  'sign typed data, first version': {
    draw: () =>
      screen(
        html`<we-sign-typed-data .site=${SITE} address=${ADDRESS} .chain=${CHAIN} .lookUp=${ofPerson} .data=${TYPED_DATA_V1}></we-sign-typed-data>`,
      ),
    text: ['shop.example.test', 'Greeting', 'Hello', 'Receiver', '8617 E340'],
  },
  'send a transaction on a chain of the page’s': {
    draw: async () => {
      const { app } = signedIn()
      const element =
        await screen(html`<we-send-transaction .site=${SITE} address=${ADDRESS} .request=${PLAIN_REQUEST}
        .chain=${PAGES_CHAIN} .node=${app.chains.node} .prepare=${() => app.core.prepare(PLAIN_REQUEST, app.chains.current)}></we-send-transaction>`)
      await until(() => isWhole(element))
      return element
    },
    text: [
      ...['The wallet does not know this network', 'Unknown network', 'Chain ID 98765'],
      ...['0.000000000000000001 “\u2068FAST\u2069”', '0.000042 “\u2068FAST\u2069”'],
      ...['The site calls it “\u2068Fast coin chain\u2069”.', 'come from \u2066node.example.test'],
    ],
  },
  'send several transactions': {
    draw: async () => {
      const simulated = [
        { calls: [REQUEST, PLAIN_REQUEST].map(() => ({ status: '0x1', gasUsed: '0x5208' })) },
      ]
      const { app } = signedIn({ node: fakeNode({ eth_simulateV1: simulated }).node })
      const requests = [REQUEST, PLAIN_REQUEST]
      const element =
        await screen(html`<we-send-calls .site=${SITE} address=${ADDRESS} .requests=${requests}
        .chain=${{ ...CHAIN, ticker: 'SMP' }} .node=${app.chains.node} .prepare=${() => app.core.prepareCalls(requests, CHAIN)}></we-send-calls>`)
      await until(() => isWhole(element))
      return element
    },
    buttons: ['Copy data', 'Reject', 'Approve'],
    text: [
      'Approve 2 transactions?',
      '1 of 2',
      '0.25 SMP',
      '0xa9059cbb',
      '2 of 2',
      '0.000000000000000001 SMP',
    ],
  },
  'add a network': {
    draw: () =>
      screen(
        html`<we-add-chain .site=${SITE} address=${ADDRESS} .chain=${PAGES_CHAIN}></we-add-chain>`,
      ),
    text: [
      'Unknown network',
      'Fast coin chain',
      '98765',
      '“\u2068FAST\u2069” “\u2068Fast coin\u2069”',
      'node.example.test',
      'scan.example.test',
    ],
  },
  'switch the network': {
    draw: () =>
      screen(html`<we-switch-chain .site=${SITE} address=${ADDRESS} .from=${CHAIN}
        .to=${PAGES_CHAIN}></we-switch-chain>`),
    text: ['Now Local chain', 'Then Unknown network Chain ID 98765', 'Fast coin chain'],
  },
  'watch a token': {
    draw: () =>
      screen(html`<we-watch-asset .site=${SITE} address=${ADDRESS} .chain=${CHAIN}
        .asset=${{ type: 'ERC20', address: OTHER, symbol: 'SMP', name: 'Sample\u202e', decimals: 6 }}></we-watch-asset>`),
    text: ['SMP', 'NameSample⟨U+202E⟩', '8617 E340', 'ERC20', 'Local chain'],
  },
  'share the encryption key': {
    draw: () =>
      screen(html`<we-encryption-key .site=${SITE} address=${ADDRESS}></we-encryption-key>`),
    text: ['Share your encryption key?', '0x5290…9EE7'],
  },
  decrypt: {
    draw: () => screen(html`<we-decrypt .site=${SITE} address=${ADDRESS}></we-decrypt>`),
    text: ['Decrypt a message for this site?', '0x5290…9EE7'],
  },
  'how calls went': {
    draw: async () => {
      const element = await showCalls({ ...CHAIN, blockExplorer: 'https://scan.example.test' })
      await until(() => textOf(element).includes('All done.'))
      return element
    },
    buttons: ['Back', 'Copy the transaction’s hash'],
    text: ['Number 1: done', '0xc0ff…ee12', 'View on explorer'],
  },
  'home, with all that it can have': {
    draw: async () => {
      Object.assign(CONFIG, EXTRAS)
      const { app } = signedIn()
      await sendOne(app)
      app.show('home')
      const element = await show(app)
      await until(() => textOf(element).includes('1 ETH'))
      return element
    },
    buttons: ['Receive', 'Send', 'Top up', 'Save it now', 'Log out'],
    text: ['Your transaction is on its way.', 'New here', 'Learn more'],
  },
  'a question in a window of its own': {
    draw: () => screen(html`<we-approval-window status="waiting"></we-approval-window>`),
    buttons: ['Reject', 'Show the window'],
    text: ['Continue in the window'],
  },
  'a question in a window that did not open': {
    draw: () => screen(html`<we-approval-window status="failed"></we-approval-window>`),
    buttons: ['Reject', 'Continue in a window'],
    text: ['The browser blocked the window, or this page does not let it reach the wallet.'],
  },
  'a question in a window, offline': {
    draw: () => {
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
      return screen(html`<we-approval-window status="failed"></we-approval-window>`)
    },
    buttons: ['Reject', 'Continue in a window'],
    text: ['You are offline. Try again once you are online, or reject the request.'],
  },
  'top up': {
    draw: async () => {
      Object.assign(CONFIG, EXTRAS)
      return screen(html`<we-topup .app=${signedIn().app}></we-topup>`)
    },
    buttons: ['Back'],
    text: ['Coin corner', '0x 5290 8400', 'Local chain'],
  },
  home: {
    draw: async () => {
      const { app } = signedIn()
      app.show('home')
      const element = await show(app)
      await until(() => textOf(element).includes('1 ETH'))
      return element
    },
    buttons: ['Settings', 'Copy address', 'Receive', 'Send', 'Save it now', 'Not now', 'Log out'],
    text: ['sample.one@example.test', '0x5290…9EE7'],
  },
  receive: {
    draw: () => screen(html`<we-receive .app=${signedIn().app}></we-receive>`),
    buttons: ['Back', 'Copy address'],
    text: ['0x 5290 8400'],
  },
  send: {
    draw: () => screen(html`<we-send .app=${signedIn().app}></we-send>`),
    buttons: ['Back', 'Continue'],
    text: ['To', 'Amount'],
  },
  settings: {
    draw: () => screen(html`<we-settings .app=${signedIn().app}></we-settings>`),
    buttons: ['Back', 'Recovery phrase', 'Log out'],
    text: ['Google', 'Local chain', 'shop.example.test'],
  },
  'somebody new': {
    draw: () =>
      screen(
        html`<we-recovery-welcome application="Shop" .onPasskey=${async () => {}}></we-recovery-welcome>`,
      ),
    buttons: ['Save your recovery phrase', 'Add a passkey', 'Not now'],
    text: ['Keep your account', 'You are signed in to Shop.', '24 words bring your account back'],
  },
  'recovery phrase': {
    draw: () => screen(html`<we-recovery-phrase .reveal=${revealed}></we-recovery-phrase>`),
    buttons: ['Back', 'Show the words'],
    text: ['Anyone with these words owns your account'],
  },
  'an error': {
    draw: () =>
      screen(
        html`<we-status is-error heading="You cannot sign in here" text="Ask." code="X"></we-status>`,
      ),
    buttons: [],
    text: ['You cannot sign in here'],
  },
}
describe('the wallet’s screens', () => {
  // Its own, beneath, tells the truth again.
  afterEach(() => void Reflect.deleteProperty(navigator, 'onLine'))

  for (const [name, { draw, buttons = ANSWERS, text }] of Object.entries(SCREENS)) {
    it(`${name}: has its buttons and words, is accessible in light and dark, and fits a phone`, async () => {
      const root = await draw()
      expect(names(root)).to.include.members(buttons)
      for (const words of text) expect(textOf(root)).to.include(words)
      expect(all(root, 'h1').filter((h1) => h1.offsetWidth).length, 'headings').to.equal(1)
      for (const colorScheme of ['light', 'dark'] as const) {
        await emulateMedia({ colorScheme })
        await expect(root as Element).to.be.accessible()
      }
      await setViewport({ width: 320, height: 640 })
      const wide = all(root, 'main, footer, header').filter(
        (one) => one.scrollWidth > one.clientWidth,
      )
      expect(
        wide.map((one) => one.localName),
        'what is wider than a phone',
      ).to.deep.equal([])
      const small = all(root, 'button').filter(
        (one) => one.offsetHeight < 44 || one.offsetWidth < 38,
      )
      expect(small.map(nameOf), 'targets too small for a thumb').to.deep.equal([])
      await setViewport({ width: 400, height: 640 })
    })
  }
})
