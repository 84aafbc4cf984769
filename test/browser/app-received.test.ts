/** Tokens that were sent to the account: found without typing, and added after a look. */
import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import type { ActivityScreen } from '../../src/app/screens/activity/activity.js'
import type { AddAsset } from '../../src/app/screens/assets/add-asset.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import { Contacts } from '../../src/app/stores/contacts.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { ADDRESS, buttonOf, CHAIN, clearStorage, fakeNode, signedIn } from './app-support.js'
import { until } from './support.js'

const TOKEN = `0x${'12'.repeat(20)}` as const
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
const text = (name: string) =>
  `0x${[...name]
    .map((one) => one.charCodeAt(0).toString(16))
    .join('')
    .padEnd(64, '0')}`
const ARRIVAL = {
  address: TOKEN,
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    `0x${word(1n)}`,
    `0x${word(ADDRESS)}`,
  ],
  data: `0x${word(5n)}`,
}
const VIEWS: Record<string, string> = {
  '0x06fdde03': text('Harbour Dollar'),
  '0x95d89b41': text('HUSD'),
  '0x313ce567': `0x${word(6n)}`,
  '0x70a08231': `0x${word(1_250_500_000n)}`,
}

async function open(logs: () => unknown, views = VIEWS) {
  const { node } = fakeNode({ eth_getCode: '0x' })
  const request = async (method: string, params: unknown) => {
    if (method === 'eth_getLogs') return logs()
    if (method !== 'eth_call') return node.request(method, params as [])
    const [{ data, input = data }] = params as [{ data?: string; input?: string }]
    return views[input?.slice(0, 10) ?? ''] ?? '0x'
  }
  const { app } = signedIn({ node: { ...node, request } as unknown as Rpc })
  const screen = await fixture<AddAsset>(html`<we-add-asset .app=${app}></we-add-asset>`)
  const list = () => screen.shadowRoot!.querySelector('we-received')!
  const said = () => (list().shadowRoot!.textContent ?? '').replace(/\s+/g, ' ')
  return { app, screen, list, said }
}

describe('tokens that were sent to the account', () => {
  beforeEach(clearStorage)
  after(clearStorage)

  it('are offered with a word of warning, looked at, and added', async () => {
    const { app, screen, list, said } = await open(() => [ARRIVAL])
    await until(() => said().includes('Harbour Dollar'))
    expect(said()).to.contain('1,250.5').and.contain('Anyone can send you a token')
    await expect(screen).to.be.accessible()
    list().shadowRoot!.querySelector<HTMLElement>('.choice')!.click()
    await until(() => buttonOf(screen, 'Add'))
    expect(screen.shadowRoot!.textContent).to.contain('Compare the address.')
    buttonOf(screen, 'Add').click()
    const [asset] = assetsOf(app).of({ account: ADDRESS, chainId: CHAIN.chainId })
    expect(asset).to.deep.include({ type: 'ERC20', address: TOKEN, symbol: 'HUSD', decimals: 6 })
    expect(app.router.current).to.equal('home')
  })

  it('that are most likely spam are folded away, with a word of warning', async () => {
    const views = { ...VIEWS, '0x06fdde03': text('Visit harbour-claim.example') }
    const { screen, list, said } = await open(() => [ARRIVAL], views)
    await until(() => said().includes('Likely spam: 1'))
    const folded = list().shadowRoot!.querySelector('details')!
    expect([folded.open, folded.querySelectorAll('.choice').length]).to.deep.equal([false, 1])
    expect(list().shadowRoot!.querySelectorAll('.choice').length).to.equal(1)
    expect(said()).not.to.contain('Nothing else was found.')
    folded.open = true
    await expect(screen).to.be.accessible()
    expect(list().shadowRoot!.querySelectorAll('img').length).to.equal(0)
  })

  it('are not offered again', async () => {
    const { app } = await open(() => [ARRIVAL])
    const asset = { type: 'ERC20', address: TOKEN, symbol: 'HUSD', decimals: 6 } as const
    assetsOf(app).add({ account: ADDRESS, chainId: CHAIN.chainId }, asset)
    const { said } = await open(() => [ARRIVAL])
    await until(() => said().includes('Nothing else was found.'))
  })

  it('that could not be looked for are not none', async () => {
    let isSilent = true
    const { list, said } = await open(() => {
      if (isSilent) throw new ProviderRpcError(-32_000, 'busy')
      return []
    })
    await until(() => said().includes('The network does not say what was sent'))
    isSilent = false
    list().shadowRoot!.querySelector<HTMLElement>('.quiet')!.click()
    await until(() => said().includes('Nothing else was found.'))
  })
})

describe('activity', () => {
  beforeEach(clearStorage)
  after(clearStorage)

  /** The screen, once the node has said what came; of a token that the person has added, or has not. */
  async function activity(isAdded: boolean, events: () => unknown[]) {
    const { node } = fakeNode({ eth_getBlockByNumber: { timestamp: '0x69000000' } })
    const request = async (method: string, params: unknown) =>
      method === 'eth_getLogs' ? events() : node.request(method, params as [])
    const { app } = signedIn({ node: { ...node, request } as unknown as Rpc })
    const asset = { type: 'ERC20', address: TOKEN, symbol: 'HUSD', decimals: 6 } as const
    if (isAdded) assetsOf(app).add({ account: ADDRESS, chainId: CHAIN.chainId }, asset)
    const screen = await fixture<ActivityScreen>(html`<we-activity .app=${app}></we-activity>`)
    return { app, screen, said: () => (screen.shadowRoot!.textContent ?? '').replace(/\s+/g, ' ') }
  }
  const event = (amount: bigint, own: object = {}) => ({
    ...{ ...ARRIVAL, data: `0x${word(amount)}`, blockNumber: '0x8' },
    ...{ transactionHash: `0x${word(amount)}`, ...own },
  })

  it('has tokens that came, each with its amount, sender and day', async () => {
    const { app, screen, said } = await activity(true, () => [
      event(1_250_500_000n),
      event(7n, { blockTimestamp: '0x69100000' }),
    ])
    new Contacts(ADDRESS).save(`0x${word(1n).slice(-40)}`, 'Harbour master')
    await until(() => said().includes('+1,250.5 HUSD'))
    expect(said()).to.contain('Received').and.contain('+0.000007 HUSD')
    const days = [...screen.shadowRoot!.querySelectorAll('h2')].map(
      ({ textContent }) => textContent,
    )
    expect(days.length).to.equal(2)
    app.dispatchEvent(new Event('change'))
    await until(() => said().includes('Harbour master'))
    await expect(screen).to.be.accessible()
  })

  it('has none of tokens that the person does not know', async () => {
    let isAsked = false
    const { said } = await activity(false, () => {
      isAsked = true
      return [event(5n)]
    })
    await until(() => isAsked && said().includes('Nothing has been sent from here yet.'))
    expect(said()).not.to.contain('Received')
  })

  it('says if the network does not tell what came', async () => {
    const { said } = await activity(true, () => {
      throw new ProviderRpcError(-32_000, 'busy')
    })
    await until(() => said().includes('The network does not say what was sent to this account.'))
  })
})
