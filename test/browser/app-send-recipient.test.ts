import { expect, fixture, html } from '@open-wc/testing'
import type { Send } from '../../src/app/screens/send/send.js'
import { assetKey } from '../../src/app/stores/assets.js'
import { Contacts, MAX_CONTACTS } from '../../src/app/stores/contacts.js'
import { knownAddressesOf, recentRecipients } from '../../src/app/wallet/known-addresses.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import type { Asset } from '../../src/chain/reads/asset.js'
import { UNIVERSAL_RESOLVER } from '../../src/chain/reads/ens-networks.js'
import { groupedAddress } from '../../src/chain/values/addresses.js'
import {
  buttonOf,
  clear,
  DOLLAR,
  field,
  finish,
  NFT,
  open,
  TOKEN,
  textOf,
  type,
  word,
} from './app-send-support.js'
import { ADDRESS, CHAIN, OTHER, THIRD } from './app-support.js'
import { until } from './support.js'

const leave = (screen: Send, name: string) => field(screen, name).dispatchEvent(new Event('change'))

/** Somebody whom a record in the journal makes known. */
function sendBefore(app: WalletApp, ...records: { to: string; data?: string; status?: string }[]) {
  const everybodys = records.map(({ data = '0x', status = 'done', to }) => ({ to, data, status }))
  Object.defineProperty(app.core, 'activity', { value: { everybodys, all: everybodys } })
}
describe('who gets it', () => {
  beforeEach(clear)
  after(clear)

  const WRONG: [string, string, RegExp][] = [
    ['what is no address', 'somebody', /This is not an address/],
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

  const PASTED: [string, string][] = [
    ['in groups, as the wallet shows it', groupedAddress(OTHER)],
    ['with hidden characters, as some mails have it', `\u200b${OTHER}\u2069`],
    ['in capitals alone', OTHER.toUpperCase()],
  ]
  for (const [how, pasted] of PASTED) {
    it(`can be pasted ${how}`, async () => {
      const { screen, sent } = await open()
      type(screen, 'to', pasted)
      type(screen, 'amount', '0.25')
      expect(((await finish(screen, sent)) as { to: string }).to).to.equal(OTHER)
    })
  }

  it('is not looked up at a node of which only the page knows', async () => {
    const { app, screen, asked } = await open()
    const { nodeUrl: _, ...chain } = CHAIN
    app.chains.current = { ...chain, chainId: 1 }
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
    const { node } = app.chains
    const asked: string[] = []
    const request = async (method: string, params: unknown) => {
      const [{ to = '' }] = params as [{ to?: string }]
      if (method !== 'eth_call' || to !== UNIVERSAL_RESOLVER) return node.request(method, params)
      asked.push(to)
      return `0x${word(64n)}${word(THIRD)}${word(32n)}${word(leadsTo())}`
    }
    Object.assign(app.chains, { node: { ...node, request }, current: { ...CHAIN, chainId: 1 } })
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
    await until(() => /has a different address now/.test(textOf(screen)))
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
    ['looks like somebody known', POISON, undefined, /NOT the address that you know.*8617 E340/],
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
    const { known, names } = knownAddressesOf(app)
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

  it('is found by a name that is typed with the space in it', async () => {
    const { screen } = await open()
    new Contacts(ADDRESS).save(OTHER, 'Sample friend')
    new Contacts(ADDRESS).save(THIRD, 'Sample guest')
    for (const key of 'Sample f') {
      type(screen, 'to', field(screen, 'to').value + key)
      await screen.updateComplete
    }
    await until(() => !buttonOf(screen, /^Sample guest/))
    expect(field(screen, 'to').value).to.equal('Sample f')
    expect(buttonOf(screen, /^Sample friend/)).not.to.equal(undefined)
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

  it('is put into the book as the wallet shows an address: in groups', async () => {
    const { app } = await open()
    const book = await fixture(html`<we-contacts .app=${app}></we-contacts>`)
    buttonOf(book, 'Add an address').click()
    const input = (name: string) =>
      book.shadowRoot!.querySelector<HTMLInputElement>(`[name=${name}]`)!
    await until(() => input('address'))
    input('address').value = groupedAddress(OTHER)
    input('name').value = 'Sample friend'
    buttonOf(book, 'Save').click()
    await until(() => /40 digits|Sample friend/.test(textOf(book)))
    expect(new Contacts(ADDRESS).all).to.deep.equal([{ address: OTHER, name: 'Sample friend' }])
  })

  it('is not asked for a name where the book is full: the list says so', async () => {
    const all = Array.from(
      { length: MAX_CONTACTS },
      (_, at) => `0x${`${at}`.padStart(40, '0')}` as const,
    )
    new Contacts(ADDRESS).keep(all.map((address) => ({ address, name: 'Sample' })))
    const { app } = await open()
    const bookFor = (draft: string) =>
      fixture(html`<we-contacts .app=${app} .draft=${draft}></we-contacts>`)
    expect(textOf(await bookFor(OTHER))).to.include('as many as the wallet keeps')
    expect(textOf(await bookFor(all[0]!))).to.include('Name')
  })
})
