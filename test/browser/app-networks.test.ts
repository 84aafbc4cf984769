import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import type { App } from '../../src/app/screens/app.js'
import type { Home } from '../../src/app/screens/home/home.js'
import type { NetworkForm } from '../../src/app/screens/settings/network-form.js'
import type { Networks } from '../../src/app/screens/settings/networks.js'
import { SiteStore } from '../../src/app/sites/site-store.js'
import { Chains } from '../../src/app/stores/chains.js'
import { OwnNetworks } from '../../src/app/stores/own-networks.js'
import { type NodeTest, testNode } from '../../src/app/stores/test-node.js'
import { addedChain, type Chain } from '../../src/chain/networks/networks.js'
import { buttonOf, CHAIN, CONFIG, clearStorage, signedIn, textOf } from './app-support.js'
import { until } from './support.js'

const MINE = {
  chainId: 98_765,
  name: 'My chain',
  rpcUrl: 'https://node.example.test/rpc',
  ticker: 'MINE',
  tickerName: 'MINE',
} satisfies Chain
/** The same as a site names it. */
const { name, ticker, tickerName, ...bare } = MINE
const SAID: Chain = { ...bare, said: { name, ticker, tickerName } }

async function form(answer: NodeTest, own: Partial<NetworkForm> = {}) {
  const saved: Chain[] = []
  const element = await fixture<NetworkForm>(html`<we-network-form .test=${async () => answer}
    .onSave=${(chain: Chain) => saved.push(chain)}></we-network-form>`)
  Object.assign(element, own)
  await element.updateComplete
  const type = (name: string, value: string) => {
    const input = element.shadowRoot!.querySelector<HTMLInputElement>(`[name=${name}]`)!
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const problem = () => element.shadowRoot!.querySelector('#problem')!.textContent!.trim()
  return { element, saved, type, problem }
}

describe('a network of one’s own', () => {
  beforeEach(clearStorage)
  after(clearStorage)

  it('is kept on this device, is believed at the wallet’s own page, and can be forgotten', () => {
    const own = () => new Chains({ configured: CONFIG.chains, store: new SiteStore(true, null) })
    own().add(MINE)
    expect(own().find(MINE.chainId)).to.deep.equal({ ...MINE, nodeUrl: MINE.rpcUrl })
    expect([own().isAdded(MINE.chainId), own().isAdded(CHAIN.chainId)]).to.deep.equal([true, false])
    own().remove(MINE.chainId)
    expect(own().find(MINE.chainId)).to.equal(undefined)
  })

  it('is asked for its chain id before it is kept, which comes from the node', async () => {
    const { element, saved, type } = await form({ chainId: MINE.chainId })
    await expect(element).to.be.accessible()
    type('rpcUrl', MINE.rpcUrl)
    type('name', MINE.name)
    type('ticker', MINE.ticker)
    buttonOf(element, 'Save').click()
    await until(() => saved.length)
    expect(saved).to.deep.equal([{ ...MINE, nodeUrl: MINE.rpcUrl }])
    expect(textOf(element)).to.contain('The node answers. It is for chain ID 98765.')
  })

  it('is not added where the person goes back before the node has answered', async () => {
    const { app } = signedIn({ site: null }, { connected: [] })
    new OwnNetworks(app.own.first).add(addedChain(MINE))
    const screen = await fixture<Networks>(html`<we-networks .app=${app}></we-networks>`)
    ;[...screen.shadowRoot!.querySelectorAll<HTMLElement>('.choice')].at(-1)!.click()
    await screen.updateComplete
    const form = screen.shadowRoot!.querySelector<NetworkForm>('we-network-form')!
    await form.updateComplete
    let answer = (_: NodeTest) => {}
    form.test = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    buttonOf(form, 'Save').click()
    buttonOf(form, 'Back').click()
    await screen.updateComplete
    answer({ chainId: MINE.chainId })
    await new Promise((resolve) => setTimeout(resolve))
    expect(app.chains.find(MINE.chainId)).to.equal(undefined)
  })

  it('stays of its chain when it is edited: one of a different chain is a new network', async () => {
    const { element, saved, type, problem } = await form(
      { chainId: 5 },
      { chain: MINE, isNew: false },
    )
    type('chainId', '5')
    buttonOf(element, 'Save').click()
    await until(() => problem())
    expect(problem()).to.match(/it says 5, not 98765/)
    expect(saved).to.deep.equal([])
  })

  it('has its own name if its id is known, whatever somebody was told to call it', async () => {
    const { element, saved, type } = await form({ chainId: 1 })
    type('rpcUrl', MINE.rpcUrl)
    type('name', 'Goerli test network')
    type('ticker', 'TEST')
    buttonOf(element, 'Save').click()
    await until(() => saved.length)
    expect(textOf(element)).to.contain('It is for Ethereum (chain ID 1).')
    const own = new Chains({ configured: CONFIG.chains, store: new SiteStore(true, null) })
    own.add(saved[0]!)
    expect(own.find(1)).to.deep.equal({
      ...{ chainId: 1, rpcUrl: MINE.rpcUrl, nodeUrl: MINE.rpcUrl },
      ...{ name: 'Ethereum', ticker: 'ETH', tickerName: 'Ether' },
      said: { name: 'Goerli test network' },
    })
  })

  const WRONG: [string, NodeTest, Record<string, string>, RegExp, string][] = [
    ['no URL', { chainId: 1 }, { rpcUrl: 'ftp://x' }, /no URL of a node/, 'rpcUrl'],
    ['nobody there', { problem: 'silent' }, {}, /There is no answer at this URL/, 'rpcUrl'],
    [
      'a server that lets nobody read',
      { problem: 'closed' },
      {},
      /let websites read its answers/,
      'rpcUrl',
    ],
    [
      'a policy that forbids it',
      { problem: 'forbidden' },
      {},
      /operator of this wallet does not allow/,
      'rpcUrl',
    ],
    ['no node', { problem: 'no-node' }, {}, /no Ethereum node/, 'rpcUrl'],
    ['another chain', { chainId: 5 }, { chainId: '7' }, /it says 5, not 7/, 'chainId'],
    ['one that is there', { chainId: 31_337 }, {}, /chain ID 31337 already/, 'rpcUrl'],
    ['no name', { chainId: 1 }, { name: '' }, /needs a name/, 'name'],
    ['no explorer', { chainId: 1 }, { blockExplorer: 'x' }, /no URL of a website/, 'blockExplorer'],
  ]
  for (const [what, answer, typed, text, field] of WRONG) {
    it(`with ${what} is not kept, and it is said what is wrong, beside the field`, async () => {
      const { element, saved, type, problem } = await form(answer, { taken: [31_337] })
      for (const [name, value] of Object.entries({
        rpcUrl: MINE.rpcUrl,
        name: 'My chain',
        ...typed,
      })) {
        type(name, value)
      }
      buttonOf(element, 'Save').click()
      await until(() => problem())
      expect(problem()).to.match(text)
      expect(saved).to.deep.equal([])
      const wrong = element.shadowRoot!.querySelector('[aria-invalid=true]')!
      expect([
        wrong.getAttribute('name'),
        element.shadowRoot!.activeElement === wrong,
      ]).to.deep.equal([field, true])
    })
  }

  it('is none where a website answers, and where nothing does', async () => {
    expect(await testNode(`${location.origin}/index.html`)).to.deep.equal({ problem: 'no-node' })
    // No service has this port: browsers and systems keep it free.
    expect(await testNode('http://localhost:9')).to.deep.equal({ problem: 'silent' })
  })
})

/** The form of the network that the person added. */
async function edit(screen: Networks): Promise<NetworkForm> {
  buttonOf(screen, 'Edit My chain').click()
  await screen.updateComplete
  const form = screen.shadowRoot!.querySelector<NetworkForm>('we-network-form')!
  await form.updateComplete
  return form
}

describe('the screen of networks', () => {
  beforeEach(clearStorage)
  after(clearStorage)

  it('goes to the one that is pressed, and the page hears of it', async () => {
    const { app, told } = signedIn()
    app.chains.add(SAID)
    const screen = await fixture<Networks>(html`<we-networks .app=${app}></we-networks>`)
    await expect(screen).to.be.accessible()
    const mine = [...screen.shadowRoot!.querySelectorAll<HTMLElement>('.choice')][1]!
    expect(mine.innerText.replace(/\s+/g, ' ')).to.contain(
      'Unknown network “\u2068MINE\u2069” · Chain ID 98765 The site calls it “\u2068My chain\u2069”.',
    )
    mine.click()
    expect(app.router.current).to.equal('home')
    const states = told.filter(([name]) => name === 'state').map(([, state]) => state)
    expect((states.at(-1) as { chainId: number }).chainId).to.equal(MINE.chainId)
  })

  it('suggests those of other devices, and adds one once its node has answered', async () => {
    const { app } = signedIn({ site: null }, { connected: [] })
    const own = new OwnNetworks(app.own.first)
    own.add(addedChain(MINE))
    const screen = await fixture<Networks>(html`<we-networks .app=${app}></we-networks>`)
    expect(textOf(screen)).to.contain('From your other devices')
    expect(textOf(screen)).to.contain('node.example.test')
    await expect(screen).to.be.accessible()
    ;[...screen.shadowRoot!.querySelectorAll<HTMLElement>('.choice')].at(-1)!.click()
    await screen.updateComplete
    const form = screen.shadowRoot!.querySelector<NetworkForm>('we-network-form')!
    await form.updateComplete
    expect(form.shadowRoot!.querySelector('h1')!.innerText).to.equal('Add a network')
    expect(app.chains.find(MINE.chainId)).to.equal(undefined)
    form.test = async () => ({ chainId: MINE.chainId })
    buttonOf(form, 'Save').click()
    await until(() => app.chains.find(MINE.chainId))
    await screen.updateComplete
    expect(textOf(screen)).not.to.contain('From your other devices')
    buttonOf(await edit(screen), 'Remove this network').click()
    expect(own.kept).to.deep.equal([])
  })

  it('asks the new node once the network in use is edited', async () => {
    const { app } = signedIn({ site: null }, { connected: [] })
    app.chains.add(MINE)
    app.chains.switchTo(app.chains.find(MINE.chainId)!)
    const screen = await fixture<Networks>(html`<we-networks .app=${app}></we-networks>`)
    const form = await edit(screen)
    form.test = async () => ({ chainId: MINE.chainId })
    const input = form.shadowRoot!.querySelector<HTMLInputElement>('[name=rpcUrl]')!
    input.value = 'https://new.example.test/'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    buttonOf(form, 'Save').click()
    await until(() => app.chains.current.nodeUrl === 'https://new.example.test/')
    expect(app.chains.node.url).to.equal('https://new.example.test/')
  })

  it('offers to add none where there are as many as the wallet keeps, and says so', async () => {
    const { app } = signedIn({ site: null }, { connected: [] })
    for (let at = 0; at < 20; at++) app.chains.add({ ...MINE, chainId: MINE.chainId + at })
    new OwnNetworks(app.own.first).add(addedChain({ ...MINE, chainId: 5 }))
    const screen = await fixture<Networks>(html`<we-networks .app=${app}></we-networks>`)
    expect(textOf(screen)).to.contain('You have added 20 networks')
    expect(textOf(screen)).not.to.contain('From your other devices')
    expect(!!buttonOf(screen, 'Add a network')).to.equal(false)
  })

  it('on a site suggests none of one’s own', async () => {
    const { app } = signedIn()
    new OwnNetworks(app.own.first).add(addedChain(MINE))
    const screen = await fixture<Networks>(html`<we-networks .app=${app}></we-networks>`)
    expect(textOf(screen)).not.to.contain('From your other devices')
  })

  it('is one press from home, and leads back to where the person came from', async () => {
    const { app } = signedIn()
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    home.shadowRoot!.querySelector<HTMLElement>('.network button')!.click()
    expect(app.router.current).to.equal('networks')
    const back = async () => {
      const screen = await fixture<Networks>(html`<we-networks .app=${app}></we-networks>`)
      buttonOf(screen, 'Back').click()
      return app.router.current
    }
    expect(await back()).to.equal('home')
    app.show('networks')
    expect(await back()).to.equal('settings')
  })

  it('shows a site’s name for a network as the site’s, also on the home screen', async () => {
    const { app } = signedIn()
    app.chains.add(SAID)
    app.chains.switchTo(app.chains.find(MINE.chainId)!)
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    const network = home.shadowRoot!.querySelector<HTMLElement>('.network')!
    expect(network.innerText.replace(/\s+/g, ' ')).to.contain(
      'Unknown network · Chain ID 98765 The site calls it “\u2068My chain\u2069”.',
    )
  })

  it('cannot be removed while a transaction waits there, unless its node is silent', async () => {
    for (const isOwn of [true, false]) {
      const { app } = signedIn(isOwn ? { site: null } : {}, isOwn ? { connected: [] } : {})
      app.chains.add(isOwn ? MINE : SAID)
      let isSilent = false
      const everybodys = [{ chainId: MINE.chainId, status: 'pending' }]
      const activity = { everybodys, isSilent: () => isSilent }
      Object.defineProperty(app.core, 'activity', { value: activity })
      const screen = await fixture<Networks>(html`<we-networks .app=${app}></we-networks>`)
      expect(textOf(screen)).to.contain('Transactions: On its way')
      const shown = isOwn ? await edit(screen) : screen
      const button = () => buttonOf(shown, isOwn ? 'Remove this network' : 'Remove Chain 98765')
      expect(!!button()).to.equal(false)
      isSilent = true
      screen.requestUpdate()
      await screen.updateComplete
      await shown.updateComplete
      expect(!!button()).to.equal(true)
    }
  })

  it('on a site offers no network of one’s own, says why, and forgets what the site added', async () => {
    const { app } = signedIn()
    app.chains.add(SAID)
    const screen = await fixture<Networks>(html`<we-networks .app=${app}></we-networks>`)
    expect(textOf(screen)).to.contain('To add your own networks, open the full wallet.')
    expect(!!buttonOf(screen, 'Add a network')).to.equal(false)
    buttonOf(screen, 'Remove Chain 98765').click()
    expect(app.chains.find(MINE.chainId)).to.equal(undefined)
  })

  it('are compared with the one in use now, also if the site asked while another was', async () => {
    const { app } = signedIn()
    const chains = [MINE, { ...MINE, chainId: 5, name: 'Third chain' }]
    for (const chain of chains) app.chains.add(chain)
    const asked = chains.map(({ chainId }) => {
      return app.core.rpc('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }])
    })
    await until(() => app.requests.size === 2)
    const first = app.requests.current!
    if (first.kind === 'switchChain') first.approve(null)
    await asked[0]
    const element = await fixture<App>(html`<we-app .app=${app}></we-app>`)
    await until(() => element.querySelector('we-switch-chain')?.shadowRoot?.querySelector('dd'))
    expect(textOf(element.querySelector('we-switch-chain')!)).to.match(/Now .*98765.* Then .*ID 5/)
    app.dismiss()
    expect(await asked[1]!.catch(() => 'rejected')).to.equal('rejected')
  })
})
