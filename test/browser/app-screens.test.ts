import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import {
  emulateMedia,
  resetMouse,
  sendKeys,
  sendMouse,
  setViewport,
} from '@web/test-runner-commands'
import type { TemplateResult } from 'lit'

import '../../src/app/screens/app.js'
import '../../src/app/screens/rest.js'
import type { App } from '../../src/app/screens/app.js'
import { parseTransaction } from '../../src/chain/transaction.js'
import { parseTypedData } from '../../src/chain/typed-data.js'
import { utf8 } from '../../src/shared/encoding.js'
import { WalletError } from '../../src/shared/errors.js'
import { ADDRESS, CHAIN, createApp, fakeNode, OTHER, SITE, signedIn } from './app-support.js'
import { codeOf, until } from './support.js'

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
const REQUEST = parseTransaction(
  [{ to: OTHER, value: '0x3782dace9d90000', data: '0xa9059cbb' }],
  ADDRESS,
  31_337,
)

/** Everything below a node, shadow roots included. */
function* everything(root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element
    if (element.shadowRoot) yield* everything(element.shadowRoot)
  }
}
const all = (root: ParentNode, selector: string) =>
  [...everything(root)].filter((element) => element.matches(selector)) as HTMLElement[]
const textOf = (root: ParentNode) =>
  [...everything(root)]
    .flatMap((element) => [...(element.shadowRoot?.childNodes ?? [])])
    .map((node) => node.textContent)
    .join(' ')
    .replace(/\s+/g, ' ')
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
/** As a person does it: a synthetic click is none. */
async function press(element: HTMLElement): Promise<void> {
  const { x, y, width, height } = element.getBoundingClientRect()
  await sendMouse({
    type: 'click',
    position: [x + width / 2, y + height / 2].map(Math.round) as [number, number],
  })
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
      screen(html`<we-sign-message .site=${SITE} address=${ADDRESS}
        .message=${utf8('Hello, <b>wörld</b>')}></we-sign-message>`),
    buttons: ['Reject', 'Approve'],
    text: ['shop.example.test', 'Hello, <b>wörld</b>'],
  },
  'sign bytes': {
    draw: () =>
      screen(html`<we-sign-message .site=${SITE} address=${ADDRESS}
        .message=${new Uint8Array([0xde, 0xff])}></we-sign-message>`),
    buttons: ['Reject', 'Approve'],
    text: ['0xdeff', 'This is not text.'],
  },
  'sign typed data': {
    draw: () =>
      screen(
        html`<we-sign-typed-data .site=${SITE} address=${ADDRESS} .data=${TYPED_DATA}></we-sign-typed-data>`,
      ),
    buttons: ['Reject', 'Approve'],
    text: ['shop.example.test', 'Mail', '31337', OTHER, 'Hello'],
  },
  'send a transaction': {
    draw: async () => {
      const { app } = signedIn()
      const element =
        await screen(html`<we-send-transaction .site=${SITE} address=${ADDRESS} .request=${REQUEST}
        .chain=${CHAIN} .prepare=${() => app.prepare(REQUEST)}></we-send-transaction>`)
      await until(() => textOf(element).includes('at most 0'))
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
  home: {
    draw: async () => {
      const { app } = signedIn()
      app.show('home')
      const element = await show(app)
      await until(() => textOf(element).includes('1 ETH'))
      return element
    },
    buttons: [
      'Settings',
      'Copy address',
      'Receive',
      'Send',
      'Recovery phrase',
      'Save it now',
      'Not now',
      'Log out',
    ],
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
  'recovery phrase': {
    draw: () => screen(html`<we-recovery-phrase .app=${signedIn().app}></we-recovery-phrase>`),
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

async function screen(content: TemplateResult): Promise<ParentNode> {
  const element = await fixture(html`<div><we-shell>${content}</we-shell></div>`)
  await until(() => all(element, 'h1').length)
  return element
}

describe('the wallet’s screens', () => {
  before(() => setViewport({ width: 400, height: 640 }))
  afterEach(() => {
    fixtureCleanup()
    sessionStorage.clear()
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

  it('answer to the keyboard: Enter approves, Escape rejects', async () => {
    const { app } = signedIn()
    await fixture<App>(html`<we-app .app=${app}></we-app>`)
    const approved = app.rpc('personal_sign', ['0x6869', ADDRESS])
    await until(
      () => all(document, 'we-sign-message').length && names(document).includes('Approve'),
    )
    ;(await readyButton(document, 'Approve')).focus()
    await sendKeys({ press: 'Enter' })
    expect(await approved).to.equal('0xsigned-message')
    const rejected = codeOf(app.rpc('personal_sign', ['0x6869', ADDRESS]))
    await until(() => names(document).includes('Reject'))
    await sendKeys({ press: 'Escape' })
    expect(await rejected).to.equal('USER_REJECTED')
  })

  it('let nobody approve what the account cannot pay, or what would fail', async () => {
    for (const [own, words] of [
      [{ eth_getBalance: '0x1' }, 'You do not have enough ETH'],
      [{ eth_estimateGas: new WalletError('CHAIN_DISCONNECTED') }, 'does not answer'],
    ] as const) {
      const { app } = signedIn({ node: fakeNode(own).node })
      let approved = 0
      const root =
        await screen(html`<we-send-transaction .site=${SITE} address=${ADDRESS} .request=${REQUEST}
        .chain=${CHAIN} .prepare=${() => app.prepare(REQUEST)} .onApprove=${() => approved++}></we-send-transaction>`)
      await until(() => textOf(root).includes(words))
      const approve = button(root, 'Approve')
      approve.click()
      expect([approve.ariaDisabled, approved]).to.deep.equal(['true', 0])
      fixtureCleanup()
    }
  })

  it('show 24 numbered words, only after a press', async () => {
    const root = await screen(
      html`<we-recovery-phrase .app=${signedIn().app}></we-recovery-phrase>`,
    )
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
