/** Descriptors that the operator offers, in the wallet: what they load, what is not believed, and how they are shown. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { OfferedDescriptors } from '../../src/app/operator-files/descriptors.js'
import type { SendTransaction } from '../../src/app/screens/approve/transactions/send-transaction.js'
import '../../src/app/screens/approve/transactions/send-transaction.js'
import type { SignTypedData } from '../../src/app/screens/approve/sign/sign-typed-data.js'
import '../../src/app/screens/approve/sign/sign-typed-data.js'
import { prepareTransaction } from '../../src/chain/costs/prepare-transaction.js'
import type { TransactionRequest } from '../../src/chain/requests/transaction.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { toHex, utf8 } from '../../src/shared/encoding.js'
import { ADDRESS, CHAIN, OTHER, SITE } from './app-support.js'
import { approve, nodeOf, word } from './shown-support.js'
import { until } from './support.js'

const { fetch } = window
const { warn } = console
const { timeout } = AbortSignal
const SHOP = '0x52908400098527886e0f7030069857d2e4169ee7'
const KEY = `${CHAIN.chainId}:${SHOP}` as const
/** Selector of `buy(uint256)`. */
const BUY = `0xd96a094a${word(7n)}` as const

type Files = Record<string, Uint8Array<ArrayBuffer> | (() => Response | Promise<Response>)>

const deployments = [{ chainId: CHAIN.chainId, address: SHOP }]
const shop = (intent = 'Buy') => ({
  context: { contract: { deployments } },
  metadata: { owner: 'Shop' },
  display: {
    formats: {
      'buy(uint256 price)': {
        intent,
        interpolatedIntent: `${intent} for {price}`,
        fields: [{ path: 'price', label: 'Price', format: 'raw' }],
      },
    },
  },
})
const letter = {
  context: { eip712: { deployments, domain: { name: 'Post' } } },
  metadata: { owner: 'Post' },
  display: {
    formats: {
      'Letter(address to,string text)': {
        intent: 'Write',
        interpolatedIntent: 'Write to {to}',
        fields: [
          { path: 'to', label: 'To whom', format: 'addressName' },
          { path: 'text', label: 'What', format: 'raw' },
        ],
      },
    },
  },
}

const bytesOf = (json: unknown) => utf8(JSON.stringify(json))
const hashOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

/** The operator's host, and which of its paths were asked for. */
function host(files: Files): string[] {
  const asked: string[] = []
  window.fetch = async (url, init) => {
    const path = String(url)
    asked.push(path)
    init?.signal?.throwIfAborted()
    const file = files[path]
    if (!file) return new Response('', { status: 404 })
    const stopped = new Promise<never>((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
    stopped.catch(() => {})
    return typeof file === 'function' ? Promise.race([file(), stopped]) : new Response(file)
  }
  return asked
}

/** Descriptors by the rules, all of one contract. */
async function offering(...descriptors: unknown[]): Promise<{ files: Files; paths: string[] }> {
  const all = descriptors.map(bytesOf)
  const hashes = await Promise.all(all.map(hashOf))
  const index = bytesOf({ [KEY]: hashes, [`5:${SHOP}`]: hashes })
  const hash = await hashOf(index)
  const paths = [hash, ...hashes].map((one) => `/descriptors/${one}.json`)
  const files = Object.fromEntries([index, ...all].map((bytes, at) => [paths[at]!, bytes]))
  return {
    files: { ...files, '/config.json': bytesOf({ loginService: 'a', descriptors: hash }) },
    paths,
  }
}

const find = (files: Files, address: `0x${string}` = SHOP) => {
  const asked = host(files)
  return { asked, found: new OfferedDescriptors().of(CHAIN.chainId, address) }
}

describe('descriptors of the operator', () => {
  let warnings: unknown[][]

  beforeEach(() => {
    warnings = []
    console.warn = (...words) => warnings.push(words)
  })
  afterEach(() => {
    window.fetch = fetch
    console.warn = warn
    AbortSignal.timeout = timeout
    fixtureCleanup()
  })

  it('are loaded for the contract that is asked about alone, each once', async () => {
    const { files, paths } = await offering(shop(), letter)
    const asked = host(files)
    const offered = new OfferedDescriptors()
    expect(await offered.of(CHAIN.chainId, OTHER)).to.deep.equal([])
    expect(asked).to.deep.equal(['/config.json', paths[0]])
    const found = await Promise.all([1, 2].map(() => offered.of(CHAIN.chainId, SHOP)))
    expect(found[0]!.map(({ metadata }) => metadata?.owner)).to.deep.equal(['Shop', 'Post'])
    expect(asked).to.deep.equal(['/config.json', ...paths])
    expect(warnings).to.deep.equal([])
  })

  it('are nothing where the operator offers none, and nobody is told', async () => {
    const { found, asked } = find({ '/config.json': bytesOf({ loginService: 'a' }) })
    expect(await found).to.deep.equal([])
    expect(asked).to.deep.equal(['/config.json'])
    expect(warnings).to.deep.equal([])
  })

  const other = shop('Another')
  const attacks: [
    string,
    (good: Awaited<ReturnType<typeof offering>>) => Files | Promise<Files>,
  ][] = [
    [
      'another file under its name',
      ({ files, paths }) => ({ ...files, [paths[1]!]: bytesOf(other) }),
    ],
    ['another index', ({ files, paths }) => ({ ...files, [paths[0]!]: bytesOf({}) })],
    ['no index', ({ files, paths }) => ({ ...files, [paths[0]!]: () => Response.error() })],
    [
      'no file',
      ({ files: { '/config.json': config, ...files }, paths }) => {
        const { [paths[1]!]: _, ...rest } = files
        return { ...rest, '/config.json': config! }
      },
    ],
    ['no configuration', ({ files }) => ({ ...files, '/config.json': utf8('<html>') })],
    [
      'a hash that leads elsewhere',
      ({ files }) => ({ ...files, '/config.json': bytesOf({ descriptors: '../../frame' }) }),
    ],
    [
      'an index that leads elsewhere',
      async () => {
        const index = bytesOf({ [KEY]: ['../../config'] })
        const hash = await hashOf(index)
        return {
          [`/descriptors/${hash}.json`]: index,
          '/config.json': bytesOf({ descriptors: hash }),
        }
      },
    ],
    ['a file without end', async () => endless()],
    ['what is no JSON', async () => (await offeringText('{')).files],
    [
      'one that includes another',
      async () => (await offering({ ...shop(), includes: '/config.json' })).files,
    ],
    [
      'one that this wallet cannot read',
      async () => (await offering({ ...shop(), context: {} })).files,
    ],
  ]
  for (const [what, change] of attacks) {
    it(`are as if there were none where there is ${what}`, async () => {
      const { found } = find(await change(await offering(shop())))
      expect(await found).to.deep.equal([])
      expect(warnings.length).to.equal(1)
    })
  }

  it('are as if there were none where they do not come, and are asked for again', async () => {
    const { files, paths } = await offering(shop())
    // As long as it takes, at once.
    AbortSignal.timeout = () => timeout.call(AbortSignal, 50)
    const asked = host({ ...files, [paths[1]!]: () => new Promise(() => {}) })
    const offered = new OfferedDescriptors()
    expect(await offered.of(CHAIN.chainId, SHOP)).to.deep.equal([])
    AbortSignal.timeout = timeout
    host(files)
    expect((await offered.of(CHAIN.chainId, SHOP)).length).to.equal(1)
    expect(asked.length).to.equal(3)
  })

  it('of another contract than they are found by explain nothing', async () => {
    const { files } = await offering(shop())
    const asked = host(files)
    const [found] = await new OfferedDescriptors().of(5, SHOP)
    expect(found!.context.contract!.deployments).to.deep.equal(deployments)
    expect(asked.length).to.equal(3)
  })

  it('are shown on the screen of a transaction, as others’ words, and of typed data above all that is signed', async function () {
    this.timeout(60_000)
    host((await offering(shop(), { ...letter, reviewedBy: [OTHER] })).files)
    const node = nodeOf()
    let isSent = false
    const request = { from: ADDRESS, to: SHOP, value: 0n, data: BUY, fees: undefined } as const
    const sending = await fixture<SendTransaction>(
      html`<we-send-transaction style="block-size: 600px" .site=${SITE} address=${ADDRESS}
        .request=${request} .chain=${CHAIN} .node=${node}
        .prepare=${(own: TransactionRequest) => prepareTransaction(node, own, CHAIN.chainId)}
        .onApprove=${() => {
          isSent = true
        }}></we-send-transaction>`,
    )
    const textOf = (element: HTMLElement) => element.shadowRoot!.querySelector('main')!.innerText
    await until(() => textOf(sending).includes('Buy for 7'))
    expect(textOf(sending)).to.include('These words are from a description that others wrote.')
    expect(textOf(sending)).to.include('The wallet has not checked them.')
    expect(sending.shadowRoot!.querySelector('.unreviewed')!.textContent).to.equal('Buy for 7')
    expect(textOf(sending)).to.include('Approve this transaction?')
    expect(textOf(sending)).to.match(/Made by\s+Shop/)
    await expect(sending).to.be.accessible()
    await approve(sending.shadowRoot!)
    expect(isSent).to.equal(true)
    fixtureCleanup()

    const typed = {
      types: {
        Letter: [
          { name: 'to', type: 'address' },
          { name: 'text', type: 'string' },
        ],
      },
      primaryType: 'Letter',
      domain: { name: 'Post', chainId: CHAIN.chainId, verifyingContract: SHOP },
      message: { to: OTHER, text: 'Hello' },
    }
    const { value: _, ...data } = parseTypedData([ADDRESS, typed], ADDRESS, CHAIN.chainId)
    const signing = await fixture<SignTypedData>(
      html`<we-sign-typed-data style="block-size: 600px" .site=${SITE} address=${ADDRESS}
        .data=${data} .chain=${CHAIN} .lookUp=${async () => ({ isContract: false })}></we-sign-typed-data>`,
    )
    await until(() => /Write to/.test(textOf(signing)))
    expect(textOf(signing)).to.include('These words are from a description that others wrote.')
    expect(textOf(signing)).to.match(/Reviewed by .*0x/)
    expect(signing.shadowRoot!.querySelector('.unreviewed')).to.equal(null)
    expect(signing.shadowRoot!.querySelector('.tree')!.textContent).to.include('Hello')
    expect(signing.shadowRoot!.querySelector('details')).to.equal(null)
    await expect(signing).to.be.accessible()
  })
})

/** A file that is larger than any is read. */
async function endless(): Promise<Files> {
  const { files } = await offeringText(`"${'a'.repeat(600_000)}"`)
  return files
}

async function offeringText(text: string) {
  const bytes = utf8(text)
  const own = await hashOf(bytes)
  const index = bytesOf({ [KEY]: [own] })
  const hash = await hashOf(index)
  const files: Files = {
    [`/descriptors/${own}.json`]: bytes,
    [`/descriptors/${hash}.json`]: index,
    '/config.json': bytesOf({ descriptors: hash }),
  }
  return { files }
}
