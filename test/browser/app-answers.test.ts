/** What lies on the button that says yes, what is said of a button that is grey, and who is asked for what account. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import type { SignTypedData } from '../../src/app/screens/approve/sign/sign-typed-data.js'
import { Explaining } from '../../src/app/screens/approve/transactions/explaining.js'
import type { SendTransaction } from '../../src/app/screens/approve/transactions/send-transaction.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { ADDRESS, CHAIN, OTHER } from './app-support.js'
import { approve, draw, nodeOf, readToTheEnd, word } from './shown-support.js'
import { until } from './support.js'

const PAYMENT = {
  from: ADDRESS,
  to: OTHER,
  value: 10n ** 18n,
  data: '0x',
  fees: undefined,
} as const
const TOKEN = '0x4444444444444444444444444444444444444400'
/** Without end, of whatever token it is sent to. */
const APPROVE = `0x095ea7b3${word(BigInt(OTHER))}${word(2n ** 256n - 1n)}` as const
/** Characters that only keep others in their order, or on one line. */
const ORDER = /[\u2060\u2066-\u2069]/g

const yes = (root: ShadowRoot) => root.querySelector<HTMLElement>('footer .primary')!
const gist = (root: ShadowRoot) => root.querySelector<HTMLElement>('#gist')!
const textOf = (element: Element | null) => element?.textContent?.replace(ORDER, '').trim() ?? ''
/** What a screen reader says after the button's name. */
const described = (root: ShadowRoot) =>
  yes(root)
    .getAttribute('aria-describedby')!
    .split(' ')
    .map((id) => textOf(root.querySelector(`#${id}`)))
    .filter((text) => text)
const ignored = (root: ShadowRoot) => textOf(root.querySelector('.ignored'))

describe('the button that says yes', function () {
  this.timeout(60_000)
  afterEach(() => fixtureCleanup())

  it('has on it who gets how much: nothing covers the one and not the other', async () => {
    const { root, approved } = await draw(PAYMENT)
    await until(() => textOf(gist(root)).startsWith('1 ETH to 0x'))
    const [inner, outer] = [gist(root), yes(root)].map((one) => one.getBoundingClientRect())
    expect(inner!.top).to.be.at.least(outer!.top)
    expect(inner!.bottom).to.be.at.most(outer!.bottom)
    expect(inner!.left).to.be.at.least(outer!.left)
    expect(inner!.right).to.be.at.most(outer!.right)
    const [x, y] = [inner!.left + inner!.width / 2, inner!.top + inner!.height / 2]
    expect(root.elementFromPoint(x, y), 'a press on the words').to.equal(yes(root))
    await approve(root)
    await until(approved)
  })

  it('has the danger on it in place of the amount', async () => {
    const isContract: Rpc['request'] = async (method, params) =>
      method === 'eth_getCode' ? '0x6000' : nodeOf().request(method, params)
    const { root } = await draw({ ...PAYMENT, value: 0n, data: APPROVE }, {
      ...nodeOf(),
      request: isContract,
    } as unknown as Rpc)
    await until(() => textOf(gist(root)) === '⚠ Can spend all of these tokens')
  })

  it('says why it is grey, and what is missing when it is pressed all the same', async () => {
    const { root } = await draw({ ...PAYMENT, data: APPROVE })
    await until(() => root.querySelector('.second'))
    await readToTheEnd(root)
    const missing = 'Confirm first that you know the danger.'
    await until(() => described(root).includes(missing))
    expect(ignored(root)).to.equal('')
    yes(root).click()
    await until(() => ignored(root) === missing)
  })

  it('is not grey for good where the code that explains did not load', async () => {
    const { explain } = Explaining.prototype
    Explaining.prototype.explain = () => Promise.reject(new TypeError('Failed to fetch'))
    try {
      const { root } = await draw(PAYMENT)
      const again = () =>
        [...root.querySelectorAll('button')].find((one) => textOf(one) === 'Try again')
      await until(again)
      expect(textOf(root.querySelector('main'))).to.contain('Check your connection and try again.')
      Explaining.prototype.explain = explain
      again()!.click()
      await until(() => textOf(gist(root)).startsWith('1 ETH to 0x'))
      expect(again()).to.equal(undefined)
    } finally {
      Explaining.prototype.explain = explain
    }
  })

  it('asks for another press after one that did not count', async () => {
    const { root, approved } = await draw(PAYMENT)
    await readToTheEnd(root)
    await until(() => yes(root).ariaDisabled === 'false')
    // No press of a person.
    yes(root).click()
    await until(() => ignored(root) === 'Press once more.')
    expect(approved()).to.equal(undefined)
    await approve(root)
    await until(approved)
  })
})

/** The screen of typed data, of a token with six decimals of which the account has 1,250.5. */
async function drawData(primaryType: string, fields: string, message: object, domain: object) {
  const types = {
    [primaryType]: fields.split(',').map((field) => {
      const [type, name] = field.split(' ') as [string, string]
      return { type, name }
    }),
  }
  const asked = { types, primaryType, domain, message }
  const { value: _, ...data } = parseTypedData([ADDRESS, asked], ADDRESS, CHAIN.chainId)
  const request = async (method: string) =>
    method === 'eth_call' ? `0x${word(1_250_500_000n)}` : undefined
  const lookUp = async () => ({ isContract: true, name: 'Harbour', symbol: 'HUSD', decimals: 6 })
  const element = await fixture<SignTypedData>(
    html`<we-sign-typed-data .site=${'https://a.example'} address=${ADDRESS} .data=${data} .chain=${CHAIN}
      .node=${{ request }} .lookUp=${lookUp}></we-sign-typed-data>`,
  )
  const root = element.shadowRoot!
  await until(() => textOf(root.querySelector('.who')))
  return root
}
const rows = (root: ShadowRoot) => [...root.querySelectorAll('.row')].map((row) => textOf(row))

describe('a permission that is signed', () => {
  afterEach(() => fixtureCleanup())

  it('says how much of it the account has today', async () => {
    const deadline = Math.floor(Date.now() / 1000) + 600
    const root = await drawData(
      'Permit',
      'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline',
      { owner: ADDRESS, spender: OTHER, value: 100_000_000, nonce: 0, deadline },
      { name: 'Harbour', chainId: CHAIN.chainId, verifyingContract: TOKEN },
    )
    await until(() =>
      rows(root).some((row) => row.startsWith('You have today') && row.includes('1,250.5 HUSD')),
    )
    await until(() => textOf(gist(root)).startsWith('100 HUSD for 0x'))
  })
})

describe('the top line', () => {
  afterEach(() => fixtureCleanup())

  it('names no network for an action on Hyperliquid, which is on none of the wallet’s', async () => {
    const zero = `0x${'0'.repeat(40)}`
    const root = await drawData(
      'Agent',
      'string source,bytes32 connectionId',
      { source: 'a', connectionId: `0x${word(1n)}` },
      { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: zero },
    )
    await until(() => textOf(gist(root)) === '⚠ Can stand for anything')
    expect(root.querySelector('main')!.innerText).not.to.include(CHAIN.name)
  })

  it('has the account by its name and its address, and the network', async () => {
    const people = { names: { [ADDRESS.toLowerCase()]: 'Savings' }, known: [] }
    const element = await fixture<SendTransaction>(
      html`<we-send-transaction .site=${'https://a.example'} address=${ADDRESS} .people=${people}
        .request=${PAYMENT} .chain=${CHAIN} .node=${nodeOf()} .prepare=${() => new Promise(() => {})}></we-send-transaction>`,
    )
    const top = element.shadowRoot!.querySelector<HTMLElement>('main > .lead > .who')!
    const ends = `${ADDRESS.slice(0, 6)}…${ADDRESS.slice(-4)}`
    for (const text of ['a.example', 'Savings', ends, CHAIN.name]) {
      expect(top.innerText).to.include(text)
    }
  })
})
