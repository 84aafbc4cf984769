import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import type { AddAsset } from '../../src/app/screens/assets/add-asset.js'
import type { Home } from '../../src/app/screens/home/home.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { groupedAddress } from '../../src/chain/values/addresses.js'
import {
  ADDRESS,
  buttonOf,
  CHAIN,
  clearStorage,
  fakeNode,
  OTHER,
  signedIn,
  textOf,
} from './app-support.js'
import { until } from './support.js'

const NFT = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
const text = (value: string) => {
  const bytes = [...new TextEncoder().encode(value)].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return `0x${word(32n)}${word(BigInt(bytes.length))}${bytes.join('').padEnd(64, '0')}`
}
/** What contracts answer, by address in lower case and first four bytes. */
const CONTRACTS: Record<string, Record<string, string>> = {
  [OTHER.toLowerCase()]: {
    '0x06fdde03': text('Sample dollar'),
    '0x95d89b41': text('SUSD'),
    '0x313ce567': `0x${word(6n)}`,
    '0x70a08231': `0x${word(1_234_567n)}`,
  },
  [NFT]: {
    '0x06fdde03': text('Sample art'),
    '0x01ffc9a7': `0x${word(1n)}`,
    '0x6352211e': `0x${word(ADDRESS)}`,
  },
}

/** A node with these contracts. */
function chainNode() {
  const { node, asked } = fakeNode()
  const request = async (method: string, params: unknown) => {
    const [first] = params as [{ to?: string; data: string } | string]
    if (method === 'eth_getCode') return CONTRACTS[String(first).toLowerCase()] ? '0x6080' : '0x'
    if (method !== 'eth_call' || typeof first === 'string')
      return node.request(method, params as unknown[])
    asked.push([method, params])
    return CONTRACTS[first.to?.toLowerCase() ?? '']?.[first.data.slice(0, 10)] ?? '0x'
  }
  return { node: { ...node, request, quantity: node.quantity } as unknown as Rpc, asked }
}

async function lookUp(address: string, tokenId = '') {
  const { app } = signedIn({ node: chainNode().node })
  const screen = await fixture<AddAsset>(html`<we-add-asset .app=${app}></we-add-asset>`)
  await expect(screen).to.be.accessible()
  const root = screen.shadowRoot!
  root.querySelector<HTMLInputElement>('[name=address]')!.value = address
  root.querySelector<HTMLInputElement>('[name=tokenId]')!.value = tokenId
  buttonOf(screen, 'Find it').click()
  await until(() => root.querySelector('#problem')?.textContent?.trim() || buttonOf(screen, 'Add'))
  return { app, screen }
}

describe('adding a token', () => {
  beforeEach(clearStorage)
  after(clearStorage)

  it('shows what the chain says of it before it is added, and its balance at home afterwards', async () => {
    const { app, screen } = await lookUp(OTHER)
    expect(textOf(screen)).to.match(/1\.234567 SUSD.*Sample dollar.*Anyone can create a token/)
    await expect(screen).to.be.accessible()
    buttonOf(screen, 'Add').click()
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    const list = home.shadowRoot!.querySelector('we-holdings')!
    await until(() => list.shadowRoot?.textContent?.includes('1.234567'))
    await expect(list).to.be.accessible()
    expect(list.shadowRoot!.querySelector('.choice')!.textContent).to.contain('Sample dollar')
  })

  it('finds it by an address in groups, as the wallet shows one', async () => {
    const { screen } = await lookUp(groupedAddress(OTHER))
    expect(textOf(screen)).to.match(/Sample dollar/)
  })

  it('adds a collectible that the account owns, by its id', async () => {
    const { app, screen } = await lookUp(NFT, '7')
    expect(textOf(screen)).to.match(/Sample art.*7.*Yours/)
    buttonOf(screen, 'Add').click()
    const [kept] = assetsOf(app).of({ account: ADDRESS, chainId: CHAIN.chainId })
    expect(kept).to.deep.include({ type: 'ERC721', tokenId: '7', name: 'Sample art' })
  })

  it('adds it to the network that it was found on', async () => {
    const { app, screen } = await lookUp(OTHER)
    // As a site does.
    app.chains.switchTo({ ...CHAIN, chainId: 5 })
    buttonOf(screen, 'Add').click()
    const found = [CHAIN.chainId, 5].map(
      (chainId) => assetsOf(app).of({ account: ADDRESS, chainId }).length,
    )
    expect(found).to.deep.equal([1, 0])
  })

  const WRONG: [string, string, RegExp][] = [
    ['a text that is no address', 'hello', /no address/],
    ['an address without a contract', ADDRESS, /no contract at this address on the Local chain/],
    ['a collection without an id', NFT, /Type the token ID/],
  ]
  for (const [what, address, said] of WRONG) {
    it(`says what is wrong with ${what}`, async () => {
      const { screen } = await lookUp(address === 'hello' ? '' : address)
      expect(screen.shadowRoot!.querySelector('#problem')!.textContent).to.match(said)
    })
  }

  it('can be undone, and shows no picture of the web', async () => {
    const { app } = signedIn({ node: chainNode().node })
    const owner = { account: ADDRESS as `0x${string}`, chainId: CHAIN.chainId }
    const image = 'https://pictures.example.test/x.png'
    assetsOf(app).add(owner, { type: 'ERC20', address: OTHER, symbol: 'SUSD', decimals: 6, image })
    app.show('asset', `${OTHER},`)
    const screen = await fixture(html`<we-asset .app=${app}></we-asset>`)
    await until(() => textOf(screen).includes('1.234567'))
    await expect(screen).to.be.accessible()
    expect(screen.shadowRoot!.querySelectorAll('img').length).to.equal(0)
    buttonOf(screen, 'Remove from the list').click()
    expect([assetsOf(app).of(owner), app.router.current]).to.deep.equal([[], 'home'])
  })

  it('gives way to home where the token is no longer in the list', async () => {
    const { app } = signedIn({ node: chainNode().node })
    const owner = { account: ADDRESS as `0x${string}`, chainId: CHAIN.chainId }
    assetsOf(app).add(owner, { type: 'ERC20', address: OTHER, symbol: 'SUSD', decimals: 6 })
    app.show('asset', `${OTHER},`)
    const screen = await fixture(html`<we-asset .app=${app}></we-asset>`)
    await until(() => textOf(screen).includes('1.234567'))
    // As in a different tab, or when a site changes the network.
    assetsOf(app).remove(owner, `${OTHER},`)
    app.dispatchEvent(new Event('change'))
    await until(() => app.router.current === 'home')
  })
})
