/** Pictures of collectibles: where they may come from, and which are shown. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import { assetKey, assetsOf } from '../../src/app/stores/assets.js'
import { pictureOf } from '../../src/app/wallet/assets/pictures.js'
import type { Asset } from '../../src/chain/reads/asset.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { ADDRESS, CHAIN, CONFIG, clearStorage, fakeNode, signedIn } from './app-support.js'
import { until } from './support.js'

const { fetch } = window
const GATEWAY = `${location.origin}/ipfs`
const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const APE: Asset = {
  ...{ type: 'ERC721', address: '0x27b1fdb04752bbc536007a920d24acb045561c26' },
  ...{ symbol: 'APE', name: 'Sample ape', decimals: 0, tokenId: '7' },
}
const ITEM: Asset = { ...APE, type: 'ERC1155', tokenId: '255' }
/** One red pixel. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>top.stolen = 1</script></svg>'
const json = (image: unknown) => `data:application/json;base64,${btoa(JSON.stringify({ image }))}`

const word = (value: number) => value.toString(16).padStart(64, '0')
function abi(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  const data = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const padded = data.padEnd(Math.ceil(data.length / 64) * 64, '0')
  return `0x${word(32)}${word(bytes.length)}${padded}`
}

/** A wallet whose contract says this of its metadata. */
function walletOf(
  uri: string,
  own: { chain?: object; ipfsGateway?: string | undefined; tokenLogos?: string } = {},
) {
  const { node, asked } = fakeNode()
  const request = async (method: string, params: unknown) => {
    const [{ data = '' } = {}] = (params ?? []) as [{ data?: string }]
    if (method !== 'eth_call') return node.request(method, params as [])
    asked.push([data.slice(0, 10), params])
    const isUri = /^0x(c87b56dd|0e89341c)/.test(data)
    return isUri ? abi(uri) : `0x${word(0)}${ADDRESS.slice(2)}`.slice(0, 66)
  }
  const { chain, ...operator } = own
  const config = { ...CONFIG, ipfsGateway: GATEWAY, ...operator }
  const { app } = signedIn({ config, node: { ...node, request } as unknown as Rpc })
  app.chains.current = { ...CHAIN, ...chain }
  return { app, asked }
}

let files: Record<string, [kind: string, body: string]>
let asked: [string, RequestInit | undefined][]

beforeEach(() => {
  clearStorage()
  files = {}
  asked = []
  window.fetch = async (url, init) => {
    asked.push([String(url), init])
    const [kind, body] = files[String(url)] ?? []
    if (body === undefined) return new Response('', { status: 404 })
    return new Response(body, { headers: { 'content-type': kind! } })
  }
})
afterEach(() => {
  fixtureCleanup()
  window.fetch = fetch
})
after(clearStorage)

describe('the picture of a collectible', () => {
  it('is in the answer of the contract, and is shown in lists and by itself', async () => {
    const { app } = walletOf(json(PNG))
    assetsOf(app).add({ account: ADDRESS, chainId: CHAIN.chainId }, APE)
    const list = await fixture(html`<we-holdings .app=${app} .round=${1}></we-holdings>`)
    await until(() => list.shadowRoot!.querySelector('img')?.src === PNG)
    app.show('asset', assetKey(APE))
    const screen = await fixture(html`<we-asset .app=${app}></we-asset>`)
    await until(
      () => screen.shadowRoot!.querySelector<HTMLImageElement>('img.picture')?.src === PNG,
    )
    expect(screen.shadowRoot!.querySelector('img')!.alt).to.equal('Sample ape')
    await expect(screen).to.be.accessible()
    expect(asked.map(([url]) => url)).to.deep.equal(['/config.json', '/config.json'])
  })

  it('comes from IPFS by way of the operator’s gateway, without leaving it', async () => {
    files[`${GATEWAY}/${CID}/7`] = [
      'text/plain',
      JSON.stringify({ image: `ipfs://ipfs/${CID}/a%20b.png` }),
    ]
    files[`${GATEWAY}/${CID}/a%20b.png`] = ['image/png; q=1', 'picture']
    const { app } = walletOf(`ipfs://${CID}/../%2e%2e/7`)
    expect(await pictureOf(app, APE)).to.equal(`data:image/png;base64,${btoa('picture')}`)
    expect(asked.map(([url]) => url)).to.deep.equal(Object.keys(files))
    for (const [, init] of asked) {
      const { credentials, redirect, referrerPolicy } = init!
      expect([credentials, redirect, referrerPolicy]).to.deep.equal([
        'omit',
        'error',
        'no-referrer',
      ])
    }
  })

  it('of ERC-1155 is that of its id, in 64 digits', async () => {
    const id = 'ff'.padStart(64, '0')
    files[`${GATEWAY}/${CID}/${id}.json`] = ['application/json', JSON.stringify({ image: PNG })]
    expect(await pictureOf(walletOf(`ipfs://${CID}/{id}.json`).app, ITEM)).to.equal(PNG)
  })

  it('may be SVG, which as an image runs no script', async () => {
    const image = `data:image/svg+xml;utf8,${SVG}`
    const { app } = walletOf(`data:application/json;utf8,${JSON.stringify({ image })}`)
    const picture = (await pictureOf(app, APE))!
    expect(picture.startsWith('data:image/svg+xml;base64,')).to.be.true
    expect(atob(picture.split(',')[1]!)).to.equal(SVG)
  })

  const NONE: [string, string, Parameters<typeof walletOf>[1]?][] = [
    ['on the web', json('https://pictures.example.test/7.png')],
    ['described on the web', 'https://pictures.example.test/7.json'],
    ['at a host without its kind', json('//pictures.example.test/7.png')],
    [
      'on IPFS, where the operator names no gateway',
      json(`ipfs://${CID}`),
      { ipfsGateway: undefined },
    ],
    ['beside what the id names', json(`ipfs://${CID}.example.test/7`)],
    ['at a short id', json('ipfs://abc/7')],
    ['a page', json(`data:text/html,${SVG}`)],
    ['a script', json('javascript:alert(1)')],
    ['too large', json(`data:image/png;base64,${btoa('x'.repeat(600_000))}`)],
    ['a number', json(7)],
    ['not there', json(undefined)],
    ['in no JSON', 'data:application/json,{'],
    ['nowhere', ''],
    ['told by a node that the site chose', json(PNG), { chain: { nodeUrl: undefined } }],
    ['a page at the gateway', json(`ipfs://${CID}/page`)],
    ['larger than a picture at the gateway', json(`ipfs://${CID}/large`)],
  ]
  for (const [what, uri, own] of NONE) {
    it(`is not shown if it is ${what}, and no other host is asked`, async () => {
      files[`${GATEWAY}/${CID}/page`] = ['text/html', SVG]
      files[`${GATEWAY}/${CID}/large`] = ['image/png', 'x'.repeat(2 ** 20 + 1)]
      expect(await pictureOf(walletOf(uri, own).app, APE)).to.equal(undefined)
      const hosts = asked.filter(([url]) => !url.startsWith(`${GATEWAY}/${CID}/`))
      expect(hosts).to.deep.equal([])
    })
  }
})

describe('the logo of a token', () => {
  const LOGOS = `${location.origin}/logos/{chainId}/{address}.png`
  const TOKEN: Asset = { ...APE, type: 'ERC20' }
  const url = LOGOS.replace('{chainId}', `${CHAIN.chainId}`).replace('{address}', TOKEN.address)

  it('comes from where the operator says, for its network and address', async () => {
    files[url] = ['image/png', 'logo']
    const { app, asked: calls } = walletOf('', { tokenLogos: LOGOS })
    expect(await pictureOf(app, TOKEN)).to.equal(`data:image/png;base64,${btoa('logo')}`)
    const [[, init] = []] = asked
    expect([calls, asked.length, init!.credentials, init!.redirect]).to.deep.equal([
      [],
      1,
      'omit',
      'error',
    ])
    const of = { account: ADDRESS as `0x${string}`, chainId: CHAIN.chainId }
    assetsOf(app).add(of, TOKEN)
    const list = await fixture(html`<we-holdings .app=${app} .round=${1}></we-holdings>`)
    await until(() => list.shadowRoot!.querySelector('.coin img'))
    await expect(list).to.be.accessible()
  })

  const WITHOUT: [string, string, string, Parameters<typeof walletOf>[1]][] = [
    ['the operator names no place', 'image/png', 'logo', {}],
    ['it is a page', 'text/html', SVG, { tokenLogos: LOGOS }],
    ['it is too large', 'image/png', 'x'.repeat(2 ** 16 + 1), { tokenLogos: LOGOS }],
    [
      'the site chose the node',
      ...(['image/png', 'logo'] as const),
      { tokenLogos: LOGOS, chain: { nodeUrl: undefined } },
    ],
  ]
  for (const [why, kind, body, own] of WITHOUT) {
    it(`is not shown where ${why}`, async () => {
      files[url] = [kind, body]
      expect(await pictureOf(walletOf('', own).app, TOKEN)).to.equal(undefined)
    })
  }
})
