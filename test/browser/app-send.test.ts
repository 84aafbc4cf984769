import { expect, fixture, html } from '@open-wc/testing'
import { sentOne } from '../../demo/states/sent.js'
import { Journal } from '../../src/app/activity/journal.js'
import { assetKey, assetsOf } from '../../src/app/stores/assets.js'
import type { Asset } from '../../src/chain/reads/asset.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import {
  buttonOf,
  clear,
  DOLLAR,
  ETHER,
  field,
  finish,
  NFT,
  open,
  textOf,
  type,
  type World,
  word,
} from './app-send-support.js'
import { ADDRESS, CHAIN, OTHER, signedIn, THIRD } from './app-support.js'
import { until } from './support.js'

const PICTURE: Asset = { type: 'ERC721', address: NFT, symbol: 'ART', decimals: 0, tokenId: '7' }
const TICKETS: Asset = { type: 'ERC1155', address: NFT, symbol: 'TIX', decimals: 0, tokenId: '8' }
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

  it('takes no more of the coin than transactions on their way leave', async () => {
    const { screen, sent } = await open()
    // It takes 21,000 gas, at most at 2 gwei.
    new Journal().add([sentOne({ account: ADDRESS, value: ETHER / 4n, nonce: 0n })])
    type(screen, 'to', OTHER)
    buttonOf(screen, 'Max').click()
    await until(() => field(screen, 'amount').value)
    const { value, gas } = (await finish(screen, sent)) as { value: bigint; gas: bigint }
    const before = ETHER / 4n + 21_000n * 2_000_000_000n
    expect(value + gas * 3_000_000_000n + before).to.equal(ETHER)
  })

  it('takes all of the coin also when fees have risen since Max', async () => {
    const block = { baseFeePerGas: '0x3b9aca00' }
    const { screen, sent } = await open({ own: { eth_getBlockByNumber: block } })
    type(screen, 'to', OTHER)
    buttonOf(screen, 'Max').click()
    await until(() => field(screen, 'amount').value)
    const before = field(screen, 'amount').value
    await until(() => /Network fee/.test(textOf(screen)))
    block.baseFeePerGas = '0x2540be400'
    type(screen, 'to', THIRD)
    await until(() => /Network fee: at most 0.00044/.test(textOf(screen)))
    expect(textOf(screen)).not.to.match(/more than you have/)
    await finish(screen, sent)
    expect(Number(field(screen, 'amount').value) < Number(before)).to.equal(true)
  })

  it('leaves what is typed while the network is asked for all', async () => {
    let answer = (_: string) => {}
    const eth_estimateGas = new Promise((resolve) => {
      answer = resolve
    })
    const { screen } = await open({ own: { eth_estimateGas } })
    type(screen, 'to', OTHER)
    buttonOf(screen, 'Max').click()
    type(screen, 'amount', '0.25')
    answer('0x5208')
    await until(() => /fee/i.test(textOf(screen)))
    expect(field(screen, 'amount').value).to.equal('0.25')
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
    const giveUp = (more = {}) => {
      const event = new KeyboardEvent('keydown', { ...options, ...more })
      choice.shadowRoot!.querySelector('h1')!.dispatchEvent(event)
    }
    // It gives up what an input method suggests.
    giveUp({ isComposing: true })
    await screen.updateComplete
    expect(screen.renderRoot.querySelector('we-asset-choice') === choice).to.be.true
    giveUp()
    await until(() => !screen.renderRoot.querySelector('we-asset-choice'))
    expect([field(screen, 'to').value, app.router.current]).to.deep.equal([OTHER, 'send'])
  })

  it('forgets what was chosen and how much where another network is in use', async () => {
    const { app, screen } = await open({}, { assets: [DOLLAR], sends: assetKey(DOLLAR) })
    await until(() => screen.asset)
    type(screen, 'amount', '1')
    app.chains.current = { ...CHAIN, chainId: 5, name: 'Other chain' }
    screen.requestUpdate()
    await until(() => !screen.asset && field(screen, 'amount').value === '')
  })

  it('forgets the amount of a token that is gone: it was not meant for the coin', async () => {
    const { app, screen } = await open({}, { assets: [DOLLAR], sends: assetKey(DOLLAR) })
    await until(() => screen.asset)
    type(screen, 'amount', '0.5')
    await until(() => /≈|You have 5 SUSD/.test(textOf(screen)))
    // In a different tab.
    assetsOf(app).remove({ account: ADDRESS, chainId: CHAIN.chainId }, assetKey(DOLLAR))
    screen.requestUpdate()
    await until(() => /You have 1 ETH/.test(textOf(screen)))
    expect(field(screen, 'amount').value).to.equal('')
  })

  it('stays where the person has gone while the network took its time', async () => {
    const { app, screen } = await open()
    let finished = () => {}
    const sending = new Promise<void>((resolve) => {
      finished = resolve
    })
    let isAsked = false
    const send = () => {
      isAsked = true
      return sending
    }
    Object.assign(app.core, { send })
    type(screen, 'to', OTHER)
    type(screen, 'amount', '0.25')
    buttonOf(screen, 'Continue').click()
    await until(() => isAsked)
    app.dismiss()
    screen.remove()
    finished()
    await sending
    await screen.updateComplete
    expect(app.router.current).to.equal(undefined)
  })

  it('leads from the screen of a token to the form for it', async () => {
    const { app } = await open({}, { assets: [DOLLAR] })
    app.show('asset', assetKey(DOLLAR))
    const screen = await fixture(html`<we-asset .app=${app}></we-asset>`)
    buttonOf(screen, 'Send').click()
    expect([app.router.current, app.router.subject]).to.deep.equal(['send', assetKey(DOLLAR)])
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
      expect(textOf(screen)).to.include('Receive only on the Local chain network')
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
