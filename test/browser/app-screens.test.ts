import { expect, fixture, fixtureCleanup, html, nextFrame } from '@open-wc/testing'
import { emulateMedia, resetMouse, sendKeys, setViewport } from '@web/test-runner-commands'
import type { TemplateResult } from 'lit'

import '../../src/app/screens/app.js'
import '../../src/app/screens/rest.js'
import { noteOnboarding } from '../../src/app/backup.js'
import type { App } from '../../src/app/screens/app.js'
import type { SwitchChain } from '../../src/app/screens/switch-chain.js'
import type { WalletApp } from '../../src/app/wallet-app.js'
import type { Chain } from '../../src/chain/networks.js'
import { parseTransaction } from '../../src/chain/transaction.js'
import { parseTypedData } from '../../src/chain/typed-data.js'
import { parseTypedDataV1 } from '../../src/chain/typed-data-v1.js'
import { utf8 } from '../../src/shared/encoding.js'
import { WalletError } from '../../src/shared/errors.js'
import { FONTS, type Font } from '../support/fonts.js'
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
import { ownFont, writeIn } from './fonts-support.js'
import { clickOn } from './mouse.js'
import { codeOf, everything, until } from './support.js'

const TYPED_DATA = parseTypedData(
  [
    ADDRESS,
    {
      types: {
        Mail: [
          { name: 'to', type: 'address[]' },
          { name: 'text', type: 'string' },
        ],
      },
      primaryType: 'Mail',
      domain: { name: 'Mail', chainId: 31_337 },
      message: { to: [OTHER], text: 'Hello' },
    },
  ],
  ADDRESS,
  31_337,
)
/** What a chain says about a person. */
const ofPerson = async () => ({ isContract: false })
const REQUEST = parseTransaction(
  [{ to: OTHER, value: '0x3782dace9d90000', data: '0xa9059cbb' }],
  ADDRESS,
  31_337,
)

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
const revealed = () => signedIn().app.sign('phrase', null)
/** Only a page knows it. */
const PAGES_CHAIN: Chain = {
  chainId: 98_765,
  rpcUrl: 'https://node.example.test/rpc',
  said: { name: 'Fast coin chain', ticker: 'FAST', tickerName: 'Fast coin' },
  blockExplorer: 'https://scan.example.test/',
}
const HASH = `0x${'c0ffee12'.repeat(8)}` as const
const RECEIPT = {
  logs: [],
  status: '0x1',
  blockHash: HASH,
  blockNumber: '0x10',
  gasUsed: '0x5208',
  transactionHash: HASH,
}

const all = (root: ParentNode, selector: string) =>
  [...everything(root)].filter((element) => element.matches(selector)) as HTMLElement[]
const textOf = (root: ParentNode) =>
  [...everything(root)]
    .flatMap((element) => [...(element.shadowRoot?.childNodes ?? [])])
    .map((node) => node.textContent)
    .join(' ')
    .replace(/\s+/g, ' ')
/** Nothing more comes: neither of the costs nor of what it does. */
const isWhole = (root: ParentNode) =>
  /at most 0/.test(textOf(root)) &&
  /does not say|simulated|Nothing that|cannot be read/.test(textOf(root))
const nameOf = (button: HTMLElement) =>
  button.getAttribute('aria-label') ?? button.textContent?.trim().replace(/\s+/g, ' ') ?? ''
const names = (root: ParentNode) => all(root, 'button').map(nameOf)
const button = (root: ParentNode, name: string) => {
  const found = all(root, 'button').find((one) => nameOf(one) === name)
  if (!found) throw new Error(`No button ${name} among ${names(root).join(', ')}.`)
  return found
}
/** The same, once a press on it counts. */
async function readyButton(root: ParentNode, name: string): Promise<HTMLElement> {
  await until(() => button(root, name).ariaDisabled === 'false')
  return button(root, name)
}
async function press(element: HTMLElement): Promise<void> {
  await clickOn(element)
  await resetMouse()
}
const focused = () => {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element as HTMLElement | null
}

async function show(app: ReturnType<typeof createApp>['app']): Promise<App> {
  const element = await fixture<App>(html`<we-app .app=${app}></we-app>`)
  await until(() => all(element, 'h1').length)
  return element
}

/** Each screen, with what a person has to find on it. */
const SCREENS: Record<
  string,
  { draw: () => Promise<ParentNode>; buttons: string[]; text: string[] }
> = {
  'sign in': {
    draw: async () => {
      const { app } = createApp()
      app.show('home')
      return show(app)
    },
    buttons: [
      'Continue with Google',
      'Continue with GitHub',
      'Continue with Discord',
      'Continue with Weibo',
    ],
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
  connect: {
    draw: () => screen(html`<we-connect .site=${SITE} address=${ADDRESS}></we-connect>`),
    buttons: ['Cancel', 'Connect'],
    text: ['Connect to shop.example.test?'],
  },
  'sign a message': {
    draw: () =>
      screen(html`<we-sign-message .site=${SITE} address=${ADDRESS} .chain=${CHAIN}
        .message=${utf8('Hello, <b>wörld</b>')}></we-sign-message>`),
    buttons: ['Reject', 'Approve'],
    text: ['shop.example.test', 'Hello, <b>wörld</b>'],
  },
  'sign bytes': {
    draw: () =>
      screen(html`<we-sign-message .site=${SITE} address=${ADDRESS} .chain=${CHAIN}
        .message=${new Uint8Array([0xde, 0xff])}></we-sign-message>`),
    buttons: ['Reject', 'Approve'],
    text: ['0xdeff', 'This is not text.'],
  },
  'sign typed data': {
    draw: () =>
      screen(
        html`<we-sign-typed-data .site=${SITE} address=${ADDRESS} .chain=${CHAIN} .lookUp=${ofPerson} .data=${TYPED_DATA}></we-sign-typed-data>`,
      ),
    buttons: ['Reject', 'Approve'],
    text: ['shop.example.test', 'Mail', '31337', '8617 E340', 'Hello'],
  },
  'send a transaction': {
    draw: async () => {
      const { app } = signedIn()
      const element =
        await screen(html`<we-send-transaction .site=${SITE} address=${ADDRESS} .request=${REQUEST}
        .chain=${CHAIN} .node=${app.node} .prepare=${() => app.prepare(REQUEST)}></we-send-transaction>`)
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
    buttons: ['Reject', 'Approve'],
    text: ['The message has hidden characters.', 'to me⟨U+200B⟩'],
  },
  'sign typed data, first version': {
    draw: () =>
      screen(
        html`<we-sign-typed-data .site=${SITE} address=${ADDRESS} .chain=${CHAIN} .lookUp=${ofPerson} .data=${TYPED_DATA_V1}></we-sign-typed-data>`,
      ),
    buttons: ['Reject', 'Approve'],
    text: ['shop.example.test', 'Greeting', 'Hello', 'Receiver', '8617 E340'],
  },
  'send a transaction on a chain of the page’s': {
    draw: async () => {
      const { app } = signedIn()
      const element =
        await screen(html`<we-send-transaction .site=${SITE} address=${ADDRESS} .request=${PLAIN_REQUEST}
        .chain=${PAGES_CHAIN} .node=${app.node} .prepare=${() => app.prepare(PLAIN_REQUEST)}></we-send-transaction>`)
      await until(() => isWhole(element))
      return element
    },
    buttons: ['Reject', 'Approve'],
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
        .chain=${{ ...CHAIN, ticker: 'SMP' }} .node=${app.node} .prepare=${() => app.prepareCalls(requests, CHAIN)}></we-send-calls>`)
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
    buttons: ['Reject', 'Approve'],
    text: [
      'Unknown network',
      'Fast coin chain',
      '98765',
      'FAST',
      'node.example.test',
      'scan.example.test',
    ],
  },
  'switch the network': {
    draw: () =>
      screen(html`<we-switch-chain .site=${SITE} address=${ADDRESS} .from=${CHAIN}
        .to=${PAGES_CHAIN}></we-switch-chain>`),
    buttons: ['Reject', 'Approve'],
    text: ['Now Local chain', 'Then Unknown network Chain ID 98765', 'Fast coin chain'],
  },
  'watch a token': {
    draw: () =>
      screen(html`<we-watch-asset .site=${SITE} address=${ADDRESS} .chain=${CHAIN}
        .asset=${{ type: 'ERC20', address: OTHER, symbol: 'SMP', decimals: 6 }}></we-watch-asset>`),
    buttons: ['Reject', 'Approve'],
    text: ['SMP', '8617 E340', 'ERC20', 'Local chain'],
  },
  'share the encryption key': {
    draw: () =>
      screen(html`<we-encryption-key .site=${SITE} address=${ADDRESS}></we-encryption-key>`),
    buttons: ['Reject', 'Approve'],
    text: ['Share your encryption key?', '0x5290…9EE7'],
  },
  decrypt: {
    draw: () => screen(html`<we-decrypt .site=${SITE} address=${ADDRESS}></we-decrypt>`),
    buttons: ['Reject', 'Approve'],
    text: ['Decrypt a message for this site?', '0x5290…9EE7'],
  },
  'how calls went': {
    draw: async () => {
      const element = await showCalls({ ...CHAIN, blockExplorer: 'https://scan.example.test' })
      await until(() => textOf(element).includes('All done.'))
      return element
    },
    buttons: ['Back', 'Copy the transaction’s hash'],
    text: ['Number 1: done', '0xc0ff…ee12', 'Look it up'],
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
    draw: () => screen(html`<we-handover status="waiting"></we-handover>`),
    buttons: ['Reject', 'Show the window'],
    text: ['Continue in the window'],
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
    text: ['Whoever has the words has everything'],
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

/** What only some operators have. */
const EXTRAS = {
  topup: [{ id: 'corner', name: 'Coin corner', url: 'https://coins.example.test/?to={address}' }],
  billboard: {
    title: { en: 'New here' },
    text: { en: 'Something that all should know.' },
    url: 'https://news.example.test/',
  },
}

/** The person sends something, and it is on its way. */
async function sendOne(app: WalletApp): Promise<unknown> {
  let isSent = false
  const sent = app.send(REQUEST).finally(() => {
    isSent = true
  })
  // Whoever waits long for their turn is asked anew, as the transaction has another number by then.
  while (!isSent) {
    const { current } = app.requests
    if (current?.kind === 'transaction') {
      current.approve((await app.prepare(REQUEST)).transaction)
    }
    await until(() => isSent || app.requests.current?.kind === 'transaction')
  }
  return sent
}

/** Calls of one transaction that is in a block, on a chain. */
async function showCalls(chain: Chain): Promise<ParentNode> {
  const { app } = signedIn({ node: fakeNode({ eth_getTransactionReceipt: RECEIPT }).node })
  await until(() => app.bundles)
  app.bundles.save({ id: 'x', chainId: CHAIN.chainId, count: 1, hashes: [HASH] })
  app.chain = chain
  app.showCalls('x')
  return show(app)
}

async function screen(content: TemplateResult): Promise<ParentNode> {
  const element = await fixture(html`<div><we-shell>${content}</we-shell></div>`)
  await until(() => all(element, 'h1').length)
  return element
}

describe('the wallet’s screens', () => {
  // Home, and not what somebody new sees in its place.
  before(() => noteOnboarding(ADDRESS))

  before(() => setViewport({ width: 400, height: 640 }))
  afterEach(() => {
    fixtureCleanup()
    sessionStorage.clear()
    for (const key of Object.keys(EXTRAS)) Reflect.deleteProperty(CONFIG, key)
  })
  after(async () => {
    await emulateMedia({ colorScheme: 'light' })
    await setViewport({ width: 1000, height: 800 })
  })

  for (const [name, { draw, buttons, text }] of Object.entries(SCREENS)) {
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

  it('take the second step for the dangers that were there, and again for one that comes later', async () => {
    const captured = (chainId: number, name: string): Chain => {
      const { nodeUrl: _, ...chain } = CHAIN
      return { ...chain, chainId, name }
    }
    const root = await screen(html`<we-switch-chain .site=${SITE} address=${ADDRESS} .from=${CHAIN}
        .to=${captured(1, 'Ethereum')}></we-switch-chain>`)
    const box = () => all(root, '.second input')[0] as HTMLInputElement
    const approve = () => all(root, 'footer .primary')[0]!
    expect([box().checked, approve().ariaDisabled]).to.deep.equal([false, 'true'])
    box().click()
    await until(() => approve().ariaDisabled === 'false')
    const element = root.querySelector('we-switch-chain') as SwitchChain
    element.to = captured(10, 'OP Mainnet')
    await element.updateComplete
    expect([box().checked, approve().ariaDisabled]).to.deep.equal([false, 'true'])
    box().click()
    await until(() => approve().ariaDisabled === 'false')
  })

  it('link a transaction in the explorer of its own chain, in a window of its own, and only on the web', async () => {
    for (const [blockExplorer, link] of [
      ['https://scan.example.test/', `https://scan.example.test/tx/`],
      ['http://localhost:1234/explorer', `http://localhost:1234/explorer/tx/`],
      ['javascript:alert(1)//', undefined],
      [undefined, undefined],
    ] as const) {
      const chain: Chain = { ...CHAIN, ...(blockExplorer && { blockExplorer }) }
      const { app } = signedIn()
      app.chain = chain
      const sent = await sendOne(app)
      app.show('home')
      const home = await show(app)
      await until(() => textOf(home).includes('Your transaction is on its way.'))
      const calls = await showCalls(chain)
      await until(() => textOf(calls).includes('All done.'))
      for (const [root, hash] of [
        [home, sent],
        [calls, HASH],
      ] as const) {
        const links = all(root, 'a') as HTMLAnchorElement[]
        expect(links.map(({ href }) => href)).to.deep.equal(link ? [link + hash] : [])
        for (const { target, rel } of links) {
          expect([target, rel]).to.deep.equal(['_blank', 'noopener noreferrer'])
        }
      }
      fixtureCleanup()
    }
  })

  it('call the money of a chain by its ticker wherever they show an amount', async () => {
    const chain: Chain = { ...CHAIN, ticker: 'SMP' }
    const { app } = signedIn()
    app.chain = chain
    app.show('home')
    const home = await show(app)
    await until(() => textOf(home).includes('1 SMP'))
    const send = await screen(html`<we-send .app=${app}></we-send>`)
    await until(() => textOf(send).includes('You have 1 SMP.'))
    const poor = signedIn({ node: fakeNode({ eth_getBalance: '0x1' }).node }).app
    const transaction =
      await screen(html`<we-send-transaction .site=${SITE} address=${ADDRESS} .request=${REQUEST}
      .chain=${chain} .node=${poor.node} .prepare=${() => poor.prepare(REQUEST)}></we-send-transaction>`)
    await until(() => textOf(transaction).includes('You do not have enough SMP'))
    expect(textOf(transaction)).to.include('0.25 SMP').and.include('at most 0.000063 SMP')
    for (const root of [home, send, transaction]) expect(textOf(root)).not.to.include('ETH')
  })

  it('write a long balance in one line, in any font', async () => {
    const balance = `0x${(123_456_789_123_456_789n * 10n ** 18n).toString(16)}`
    const { app } = signedIn({ node: fakeNode({ eth_getBalance: balance }).node })
    app.show('home')
    const home = await show(app)
    await until(() => textOf(home).includes('123,456,789,123,456,789 ETH'))
    const [h1] = all(home, 'h1')
    const number = document.createRange()
    number.selectNode([...h1!.childNodes].find((node) => node.textContent?.includes('123'))!)
    for (const set of Object.keys(FONTS) as Font[]) {
      await writeIn(set)
      expect(number.getClientRects().length, `lines in ${set}`).to.equal(1)
    }
    await writeIn(ownFont())
  })

  it('put the focus on the heading when they change, and on the button of a blocked window', async () => {
    const { app } = signedIn()
    app.show('home')
    const element = await show(app)
    await until(() => focused()?.localName === 'h1')
    void app.rpc('personal_sign', ['0x6869', ADDRESS]).catch(() => {})
    await until(() => focused()?.textContent?.includes('Sign this message?'))
    expect(all(element, 'we-home')[0]?.offsetWidth, 'home is out of the way').to.equal(0)
    app.dismiss()
    const blocked = await screen(
      html`<we-popup-blocked .option=${app.logins[0]}></we-popup-blocked>`,
    )
    await all(blocked, 'we-popup-blocked').map((one) =>
      (one as unknown as { focusHeading(): Promise<void> }).focusHeading(),
    )[0]
    expect(focused()?.textContent).to.equal('Continue')
  })

  it('say how many questions wait, until one is left', async () => {
    const { app } = signedIn()
    await fixture<App>(html`<we-app .app=${app}></we-app>`)
    const asked = ['0x31', '0x32', '0x33'].map((hex) =>
      codeOf(app.rpc('personal_sign', [hex, ADDRESS])),
    )
    const said = () => all(document, '.who [role=status]').map((one) => one.textContent)
    for (const text of ['Question 1 of 3', 'Question 1 of 2', '']) {
      await until(() => said()[0] === text)
      app.requests.current!.reject()
    }
    expect(await Promise.all(asked)).to.deep.equal(Array(3).fill('USER_REJECTED'))
  })

  it('answer to the keyboard: Enter approves, Escape rejects', async () => {
    const { app } = signedIn()
    await fixture<App>(html`<we-app .app=${app}></we-app>`)
    const approved = app.rpc('personal_sign', ['0x6869', ADDRESS])
    await until(
      () => all(document, 'we-sign-message').length && names(document).includes('Approve'),
    )
    let signature: unknown
    void approved.then((answer) => {
      signature = answer
    })
    // What comes in between, such as a late focus of the window, begins the wait anew: people press again.
    while (!signature) {
      const ready = all(document, 'button[aria-disabled=false]')
      const approve = ready.find((one) => nameOf(one) === 'Approve')
      approve?.focus()
      if (approve) await sendKeys({ press: 'Enter' })
      await nextFrame()
    }
    expect(signature).to.equal('0xsigned-message')
    const rejected = codeOf(app.rpc('personal_sign', ['0x6869', ADDRESS]))
    // Not before the question is asked: until it is, the last one may still be seen.
    await until(() => app.requests.size && names(document).includes('Reject'))
    await sendKeys({ press: 'Escape' })
    expect(await rejected).to.equal('USER_REJECTED')
  })

  it('let nobody approve what the account cannot pay, or what no node answers for', async () => {
    for (const [own, words] of [
      [{ eth_getBalance: '0x1' }, 'You do not have enough ETH'],
      [{ eth_estimateGas: new WalletError('CHAIN_DISCONNECTED') }, 'does not answer'],
    ] as const) {
      const { app } = signedIn({ node: fakeNode(own).node })
      let approved = 0
      const root =
        await screen(html`<we-send-transaction .site=${SITE} address=${ADDRESS} .request=${REQUEST}
        .chain=${CHAIN} .node=${app.node} .prepare=${() => app.prepare(REQUEST)} .onApprove=${() => approved++}></we-send-transaction>`)
      await until(() => textOf(root).includes(words))
      const approve = button(root, 'Approve')
      approve.click()
      expect([approve.ariaDisabled, approved]).to.deep.equal(['true', 0])
      fixtureCleanup()
    }
  })

  it('show 24 numbered words, only after a press', async () => {
    const root = await screen(html`<we-recovery-phrase .reveal=${revealed}></we-recovery-phrase>`)
    expect(all(root, 'li').length).to.equal(0)
    await press(await readyButton(root, 'Show the words'))
    await until(() => all(root, 'li').length)
    expect(
      all(root, 'ol > li')
        .map((item) => item.textContent)
        .slice(0, 2),
    ).to.deep.equal(['worda', 'wordb'])
    expect(all(root, 'li').length).to.equal(24)
    await expect(root as Element).to.be.accessible()
  })

  it('send: tell what is wrong beside it, and put the focus there', async () => {
    const { app } = signedIn()
    Object.assign(app, { sign: async () => null })
    const root = await screen(html`<we-send .app=${app}></we-send>`)
    button(root, 'Continue').click()
    await until(() => textOf(root).includes('This is no address.'))
    expect(textOf(root)).to.include('Enter an amount')
    expect(focused()?.getAttribute('name')).to.equal('to')
    expect(app.requests.size).to.equal(0)
    await expect(root as Element).to.be.accessible()
  })
})
