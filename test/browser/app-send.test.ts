import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/rest.js'
import { assetKey } from '../../src/app/assets.js'
import { Contacts } from '../../src/app/contacts.js'
import { acquaintancesOf, recentRecipients } from '../../src/app/people.js'
import type { Send } from '../../src/app/screens/send.js'
import type { WalletApp } from '../../src/app/wallet-app.js'
import type { Asset } from '../../src/chain/asset.js'
import { UNIVERSAL_RESOLVER } from '../../src/chain/ens-networks.js'
import type { Rpc } from '../../src/chain/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { ADDRESS, CHAIN, fakeNode, fakeSigner, OTHER, signedIn, THIRD } from './app-support.js'
import { until } from './support.js'

const TOKEN = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const NFT = '0x3599689e6292b81b2d85451025146515070129bb'
const DOLLAR: Asset = { type: 'ERC20', address: TOKEN, symbol: 'SUSD', decimals: 6 }
const PICTURE: Asset = { type: 'ERC721', address: NFT, symbol: 'ART', decimals: 0, tokenId: '7' }
const TICKETS: Asset = { type: 'ERC1155', address: NFT, symbol: 'TIX', decimals: 0, tokenId: '8' }
const ETHER = 10n ** 18n
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
const hex = (value: bigint | string) => `0x${word(value)}`

interface World {
  /** Of the coin, in wei. */
  balance?: bigint
  contracts?: string[]
  own?: Record<string, unknown>
}

/** A node with one token, of which the account has 5, and collectibles of its. */
function chainNode({ balance = ETHER, contracts = [TOKEN, NFT], own = {} }: World = {}) {
  const { node, asked } = fakeNode({ eth_getBalance: `0x${balance.toString(16)}`, ...own })
  const views: Record<string, string> = {
    '0x70a08231': hex(5_000_000n),
    '0x6352211e': hex(ADDRESS),
    '0x00fdd58e': hex(3n),
    '0x313ce567': hex(6n),
  }
  const request = async (method: string, params: unknown) => {
    const [first] = params as [{ to: string; data?: string; input?: string } | string]
    if (method === 'eth_getCode')
      return contracts.includes(String(first).toLowerCase()) ? '0x60' : '0x'
    if (method !== 'eth_call' || typeof first === 'string')
      return node.request(method, params as [])
    const data = first.data ?? first.input ?? ''
    const isThere = contracts.includes(first.to.toLowerCase())
    const isCollection = first.to === NFT && data.startsWith('0x313ce567')
    return isThere && !isCollection ? (views[data.slice(0, 10)] ?? '0x') : '0x'
  }
  return { node: { ...node, request } as unknown as Rpc, asked }
}

/** Checksums that count: everything else is as the fake signer has it. */
const signer = () =>
  fakeSigner({
    checksum: (text: string) =>
      /^0x[0-9a-fA-F]{40}$/.test(text) && !/BAD/.test(text) ? text : null,
  }).signer

async function open(world: World = {}, { assets = [] as Asset[], sends = '' } = {}) {
  const { node, asked } = chainNode(world)
  const { app } = signedIn({ node, signer: signer() }, { addresses: [ADDRESS, THIRD] })
  for (const asset of assets) app.assets.add({ account: ADDRESS, chainId: CHAIN.chainId }, asset)
  app.show('send', sends)
  /** What the confirmation would be asked for. */
  const sent: unknown[] = []
  Object.assign(app, { send: async (request: unknown) => sent.push(request) })
  const screen = await fixture<Send>(html`<we-send .app=${app}></we-send>`)
  await until(() => textOf(screen).includes('You have') || sends)
  return { app, screen, sent, asked }
}

const textOf = (element: Element) =>
  [...element.shadowRoot!.querySelectorAll<HTMLElement>('form, main')]
    .map((one) => one.innerText)
    .join(' ')
    .replace(/\s+/g, ' ')
const buttonOf = (element: Element, name: string | RegExp) => {
  const said = (button: HTMLElement) =>
    button.ariaLabel ?? button.textContent!.trim().replace(/\s+/g, ' ')
  return [...element.shadowRoot!.querySelectorAll('button')].find((button) =>
    typeof name === 'string' ? said(button) === name : name.test(said(button)),
  )!
}
const field = (screen: Send, name: string) =>
  screen.renderRoot.querySelector<HTMLInputElement>(`input[name=${name}]`)!
function type(screen: Send, name: string, text: string): void {
  field(screen, name).value = text
  field(screen, name).dispatchEvent(new InputEvent('input'))
}
const leave = (screen: Send, name: string) => field(screen, name).dispatchEvent(new Event('change'))

/** Presses the button, and waits for what was sent. */
async function finish(screen: Send, sent: unknown[]): Promise<unknown> {
  buttonOf(screen, 'Continue').click()
  await until(() => sent.length)
  return sent[0]
}

const clear = () => {
  sessionStorage.clear()
  localStorage.clear()
}

describe('sending', () => {
  beforeEach(clear)
  after(clear)

  it('a coin asks for a payment of the amount in wei', async () => {
    const { screen, sent } = await open()
    type(screen, 'to', OTHER)
    type(screen, 'amount', '0.25')
    expect(await finish(screen, sent)).to.deep.include({
      ...{ to: OTHER, value: ETHER / 4n, data: '0x', from: ADDRESS },
    })
  })

  const ASSETS: [string, Asset, string, string][] = [
    [
      'a token calls its contract with the amount in its own decimals',
      DOLLAR,
      '1.5',
      `0xa9059cbb${word(OTHER)}${word(1_500_000n)}`,
    ],
    [
      'a collectible moves the one of its id',
      PICTURE,
      '',
      `0x42842e0e${word(ADDRESS)}${word(OTHER)}${word(7n)}`,
    ],
    [
      'some of a collectible moves as many as were typed',
      TICKETS,
      '2',
      `0xf242432a${word(ADDRESS)}${word(OTHER)}${word(8n)}${word(2n)}${word(160n)}${word(0n)}`,
    ],
  ]
  for (const [what, asset, amount, data] of ASSETS) {
    it(what, async () => {
      const { screen, sent } = await open({}, { assets: [asset], sends: assetKey(asset) })
      await until(() => screen.asset)
      type(screen, 'to', OTHER)
      if (amount) type(screen, 'amount', amount)
      else expect(field(screen, 'amount')).to.equal(null)
      expect(await finish(screen, sent)).to.deep.include({ to: asset.address, value: 0n, data })
    })
  }

  it('is of what was chosen from the list of what there is', async () => {
    const { screen } = await open({}, { assets: [DOLLAR, PICTURE] })
    buttonOf(screen, /^What to send/).click()
    await until(() => screen.renderRoot.querySelector('we-asset-choice'))
    const choice = screen.renderRoot.querySelector('we-asset-choice')!
    await until(() => textOf(choice).includes('Yours'))
    expect(textOf(choice)).to.match(/Ether.*1 ETH.*SUSD.*5.*ART.*#7.*Yours/)
    await expect(choice).to.be.accessible()
    buttonOf(choice, /SUSD/).click()
    await until(() => textOf(screen).includes('You have 5 SUSD.'))
    expect(screen.renderRoot.querySelector('#what')).to.equal(
      (screen.renderRoot as ShadowRoot).activeElement,
    )
    await expect(screen).to.be.accessible()
  })

  it('takes all of a token, and of the coin what the fee leaves, at a price that stays', async () => {
    const token = await open({}, { assets: [DOLLAR], sends: assetKey(DOLLAR) })
    await until(() => buttonOf(token.screen, 'Max'))
    buttonOf(token.screen, 'Max').click()
    await until(() => field(token.screen, 'amount').value === '5')
    const { screen, sent } = await open()
    type(screen, 'to', OTHER)
    buttonOf(screen, 'Max').click()
    await until(() => field(screen, 'amount').value)
    const request = (await finish(screen, sent)) as { value: bigint; gas: bigint; fees: unknown }
    // The node’s base fee is 1 gwei, and its tip 1.
    expect(request.fees).to.deep.include({ type: 'eip1559', maxFeePerGas: 3_000_000_000n })
    expect(request.value + request.gas * 3_000_000_000n).to.equal(ETHER)
  })

  const WRONG: [string, World, Asset | undefined, string, RegExp][] = [
    ['more than there is', {}, undefined, '1.1', /more than you have: 1 ETH/],
    ['more of a token than there is', {}, DOLLAR, '5.000001', /more than you have: 5 SUSD/],
    ['more decimals than a token has', {}, DOLLAR, '0.0000001', /SUSD has at most 6 decimals/],
    ['what can be read as two amounts', {}, undefined, '1,000', /two amounts/],
    ['all, with nothing left for the fee', {}, undefined, '1', /With the network fee this is more/],
    ['a token, with no coin for the fee', { balance: 0n }, DOLLAR, '1', /not have enough ETH/],
    [
      'what would fail',
      { own: { eth_estimateGas: new ProviderRpcError(3, 'paused') } },
      DOLLAR,
      '1',
      /would fail. The network says: paused/,
    ],
  ]
  for (const [what, world, asset, amount, said] of WRONG) {
    it(`says before one goes on: ${what}`, async () => {
      const assets = asset ? [asset] : []
      const { screen } = await open(world, { assets, sends: asset ? assetKey(asset) : '' })
      await until(() => /You have (1|5) /.test(textOf(screen)))
      type(screen, 'to', OTHER)
      type(screen, 'amount', amount)
      await until(() => said.test(textOf(screen)))
      await expect(screen).to.be.accessible()
    })
  }

  it('reads a comma before decimals, as people write in their language', async () => {
    const { app, screen, sent } = await open()
    await app.chooseLanguage('de')
    screen.requestUpdate()
    type(screen, 'to', OTHER)
    type(screen, 'amount', '0,125')
    await screen.updateComplete
    screen.renderRoot.querySelector('form')!.requestSubmit()
    await until(() => sent.length)
    expect(sent[0]).to.deep.include({ value: ETHER / 8n })
    await app.chooseLanguage(undefined)
  })

  it('goes back from a list to the form with Escape, and keeps what was typed', async () => {
    const { app, screen } = await open()
    type(screen, 'to', OTHER)
    buttonOf(screen, /^What to send/).click()
    await until(
      () => (screen.renderRoot as ShadowRoot).activeElement?.localName === 'we-asset-choice',
    )
    const choice = screen.renderRoot.querySelector('we-asset-choice')!
    const options = { key: 'Escape', bubbles: true, composed: true }
    choice.shadowRoot!.querySelector('h1')!.dispatchEvent(new KeyboardEvent('keydown', options))
    await until(() => !screen.renderRoot.querySelector('we-asset-choice'))
    expect([field(screen, 'to').value, app.place]).to.deep.equal([OTHER, 'send'])
  })

  it('forgets what was chosen and how much where another network is in use', async () => {
    const { app, screen } = await open({}, { assets: [DOLLAR], sends: assetKey(DOLLAR) })
    await until(() => screen.asset)
    type(screen, 'amount', '1')
    app.chain = { ...CHAIN, chainId: 5, name: 'Other chain' }
    screen.requestUpdate()
    await until(() => !screen.asset && field(screen, 'amount').value === '')
  })

  it('leads from the screen of a token to the form for it', async () => {
    const { app } = await open({}, { assets: [DOLLAR] })
    app.show('asset', assetKey(DOLLAR))
    const screen = await fixture(html`<we-asset .app=${app}></we-asset>`)
    buttonOf(screen, 'Send').click()
    expect([app.place, app.places.subject]).to.deep.equal(['send', assetKey(DOLLAR)])
  })
})

/** Somebody whom a record in the journal makes known. */
function sendBefore(app: WalletApp, ...records: { to: string; data?: string; status?: string }[]) {
  const everybodys = records.map(({ data = '0x', status = 'done', to }) => ({ to, data, status }))
  Object.defineProperty(app, 'activity', { value: { everybodys, all: everybodys } })
}

describe('who gets it', () => {
  beforeEach(clear)
  after(clear)

  const WRONG: [string, string, RegExp][] = [
    ['what is no address', 'somebody', /This is no address/],
    [
      'an address with a letter that is wrong',
      `0x${'BAD1'.repeat(10)}`,
      /A letter of this address/,
    ],
    ['a name where there are none', 'sample.eth', /There are no names on the Local chain network/],
  ]
  for (const [what, to, said] of WRONG) {
    it(`cannot be ${what}`, async () => {
      const { screen, sent } = await open()
      type(screen, 'to', to)
      type(screen, 'amount', '0.25')
      leave(screen, 'to')
      await until(() => said.test(textOf(screen)))
      buttonOf(screen, 'Continue').click()
      await until(() => (screen.renderRoot as ShadowRoot).activeElement === field(screen, 'to'))
      expect(sent).to.deep.equal([])
    })
  }

  it('is not looked up at a node of which only the page knows', async () => {
    const { app, screen, asked } = await open()
    const { nodeUrl: _, ...chain } = CHAIN
    app.chain = { ...chain, chainId: 1 }
    const before = asked.length
    type(screen, 'to', 'sample.eth')
    leave(screen, 'to')
    await until(() => /Only the site could look this name up/.test(textOf(screen)))
    expect(asked.slice(before).filter(([method]) => method === 'eth_call')).to.deep.equal([])
  })

  /** Ethereum, where one name leads to what `leadsTo` says. */
  async function openWithNames(leadsTo: () => string) {
    const opened = await open()
    const { app } = opened
    const { node } = app
    const asked: string[] = []
    const request = async (method: string, params: unknown) => {
      const [{ to = '' }] = params as [{ to?: string }]
      if (method !== 'eth_call' || to !== UNIVERSAL_RESOLVER) return node.request(method, params)
      asked.push(to)
      return `0x${word(64n)}${word(THIRD)}${word(32n)}${word(leadsTo())}`
    }
    Object.assign(app, { node: { ...node, request }, chain: { ...CHAIN, chainId: 1 } })
    opened.screen.requestUpdate()
    await opened.screen.updateComplete
    return { ...opened, lookUps: asked }
  }

  it('is shown by the address that a name leads to, as the name is normally written', async () => {
    const { screen, sent, lookUps } = await openWithNames(() => OTHER)
    type(screen, 'to', 'Sample.ETH')
    await until(() => /sample\.eth 0x 8617 E340/i.test(textOf(screen)))
    await expect(screen).to.be.accessible()
    type(screen, 'amount', '0.25')
    const request = (await finish(screen, sent)) as { to: string }
    expect(request.to.toLowerCase()).to.equal(OTHER.toLowerCase())
    expect(lookUps.length, 'asked again at the end').to.equal(2)
  })

  it('gets nothing if a name leads elsewhere than was shown, until that was seen', async () => {
    let leadsTo: string = OTHER
    const { screen, sent } = await openWithNames(() => leadsTo)
    type(screen, 'to', 'sample.eth')
    await until(() => /0x 8617 E340/i.test(textOf(screen)))
    type(screen, 'amount', '0.25')
    leadsTo = NFT
    buttonOf(screen, 'Continue').click()
    await until(() => /leads to another address now/.test(textOf(screen)))
    expect(textOf(screen)).to.match(/0x 3599 689e/i)
    expect(sent).to.deep.equal([])
    expect(((await finish(screen, sent)) as { to: string }).to.toLowerCase()).to.equal(NFT)
  })

  it('gets nothing by a name that was sent off before its address was shown', async () => {
    const { screen, sent } = await openWithNames(() => OTHER)
    type(screen, 'to', 'sample.eth')
    type(screen, 'amount', '0.25')
    buttonOf(screen, 'Continue').click()
    await until(() => /0x 8617 E340/i.test(textOf(screen)))
    expect(sent).to.deep.equal([])
    await finish(screen, sent)
  })

  const POISON = `0x8617${'0'.repeat(32)}070D`
  const RISKS: [string, string, Asset | undefined, RegExp][] = [
    ['is somebody new', POISON, undefined, /not sent anything to this address/],
    ['looks like somebody known', POISON, undefined, /looks like one that you know.*8617 E340/],
    ['is oneself', ADDRESS, undefined, /your own address/],
    ['is a token’s own contract', TOKEN, DOLLAR, /to a token’s contract itself/],
    ['is a contract', NFT, undefined, /A contract has this address/],
  ]
  for (const [what, to, asset, said] of RISKS) {
    it(`is warned of beside the field: ${what}`, async () => {
      const assets = asset ? [asset] : []
      const { app, screen } = await open({}, { assets, sends: asset ? assetKey(asset) : '' })
      if (/looks like/.test(what)) sendBefore(app, { to: OTHER })
      type(screen, 'to', to)
      await until(() => said.test(textOf(screen)))
      await expect(screen).to.be.accessible()
    })
  }

  it('is no stranger who was sent a token, or is in the address book', async () => {
    const { app } = await open()
    const data = `0xa9059cbb${word(OTHER)}${word(1n)}`
    sendBefore(app, { to: TOKEN, data }, { to: NFT, status: 'refused' })
    new Contacts(ADDRESS).save(`0x${'ab'.repeat(20)}`, 'Sample friend')
    const { known, names } = acquaintancesOf(app)
    expect(known.map((one) => one.toLowerCase())).to.include.members(
      [OTHER, TOKEN, `0x${'ab'.repeat(20)}`].map((one) => one.toLowerCase()),
    )
    expect(known).not.to.include(NFT)
    expect(names).to.include({ [`0x${'ab'.repeat(20)}`]: 'Sample friend' })
    expect(recentRecipients(app)).to.deep.equal([OTHER.toLowerCase()])
  })

  it('is chosen from the book, the own accounts, and who got something last', async () => {
    const { app, screen } = await open()
    new Contacts(ADDRESS).save(OTHER, 'Sample friend')
    sendBefore(app, { to: TOKEN })
    buttonOf(screen, 'Choose a recipient').click()
    await until(() => screen.renderRoot.querySelector('we-contacts'))
    const people = screen.renderRoot.querySelector('we-contacts')!
    await until(() => textOf(people).includes('Sample friend'))
    expect(textOf(people)).to.match(
      /Your other accounts Account 2.*Sent to last 0x27b1…1c26.*Address book Sample friend/,
    )
    await expect(people).to.be.accessible()
    buttonOf(people, /^Sample friend/).click()
    await until(() => field(screen, 'to').value === OTHER)
    await until(() => textOf(screen).includes('Sample friend'))
    expect(textOf(screen)).not.to.include('not sent anything')
  })

  it('is found by a part of their name in the book', async () => {
    const { screen } = await open()
    new Contacts(ADDRESS).save(OTHER, 'Sample friend')
    type(screen, 'to', 'frie')
    await until(() => buttonOf(screen, /^Sample friend/))
    await expect(screen).to.be.accessible()
    buttonOf(screen, /^Sample friend/).click()
    await until(() => field(screen, 'to').value === OTHER)
    expect(buttonOf(screen, /^Sample friend/)).to.equal(undefined)
  })

  it('is put into the book, called otherwise, and taken out again', async () => {
    const { app, screen } = await open()
    type(screen, 'to', OTHER)
    await until(() => buttonOf(screen, 'Save in the address book'))
    buttonOf(screen, 'Save in the address book').click()
    await until(() => screen.renderRoot.querySelector('we-contacts'))
    const people = () => screen.renderRoot.querySelector('we-contacts')!
    const save = async (element: Element, name: string) => {
      element.shadowRoot!.querySelector<HTMLInputElement>('[name=name]')!.value = name
      buttonOf(element, 'Save').click()
    }
    await until(() => people().shadowRoot?.querySelector('[name=name]'))
    await save(people(), ' ')
    await until(() => textOf(people()).includes('Enter a name.'))
    await expect(people()).to.be.accessible()
    await save(people(), 'Sample friend')
    await until(() => textOf(screen).includes('Sample friend') && !people())
    const book = await fixture(html`<we-contacts .app=${app}></we-contacts>`)
    buttonOf(book, /^Sample friend/).click()
    await until(() => buttonOf(book, 'Remove'))
    await save(book, 'Sample colleague')
    await until(() => textOf(book).includes('Sample colleague'))
    expect(new Contacts(ADDRESS).all).to.deep.equal([{ address: OTHER, name: 'Sample colleague' }])
    buttonOf(book, /^Sample colleague/).click()
    await until(() => buttonOf(book, 'Remove'))
    buttonOf(book, 'Remove').click()
    await until(() => textOf(book).includes('Give the addresses of people'))
    expect(new Contacts(ADDRESS).all).to.deep.equal([])
  })
})

describe('receiving', () => {
  beforeEach(clear)
  after(clear)

  it('names the network, and shares the address where the browser can', async () => {
    const { app } = signedIn()
    const shared: unknown[] = []
    const own = {
      canShare: { value: () => true, configurable: true },
      share: { value: async (what: unknown) => shared.push(what), configurable: true },
    }
    Object.defineProperties(navigator, own)
    try {
      const screen = await fixture(html`<we-receive .app=${app}></we-receive>`)
      expect(textOf(screen)).to.include('only what is on the Local chain network')
      await expect(screen).to.be.accessible()
      buttonOf(screen, 'Share').click()
      await until(() => shared.length)
      expect(shared).to.deep.equal([{ text: ADDRESS }])
    } finally {
      Reflect.deleteProperty(navigator, 'canShare')
      Reflect.deleteProperty(navigator, 'share')
    }
  })
})
