/** Every screen with amounts or permissions, under every trouble of a node: nothing jumps to 0, and words say what is the matter. */
import { expect, fixture, fixtureCleanup } from '@open-wc/testing'
import { html as literal, unsafeStatic } from 'lit/static-html.js'

import '../../src/app/screens/lazy-screens.js'
import { forgetLists } from '../../src/app/operator-files/token-lists.js'
import { assetKey, assetsOf } from '../../src/app/stores/assets.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
import { ADDRESS, CHAIN, clearStorage, OTHER, signedIn, THIRD } from './app-support.js'
import { everything, until } from './support.js'

type Answers = (method: string, to: string | undefined) => unknown

const TOKEN = { type: 'ERC20', address: OTHER, symbol: 'OURS', decimals: 6 } as const
const SECOND = { ...TOKEN, address: THIRD, symbol: 'MORE' } as const
const SUBJECT = assetKey(TOKEN)
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const healthy: Answers = (method, to) => {
  if (method === 'eth_getBalance') return '0x22b1c8c1227a0000' // 2.5 ETH
  if (method === 'eth_call') {
    // Many calls in one, which not every node takes.
    if (!to) throw new ProviderRpcError(-32602, 'missing field `to`')
    return word(7_250_000n)
  }
  if (method === 'eth_getCode') return '0x'
  return method === 'eth_getLogs' ? [] : '0x1'
}
const fails = (error: Error): Answers => {
  return () => {
    throw error
  }
}

/** What comes of a trouble that lasts. */
const TROUBLES: Record<string, Answers> = {
  'out of reach': fails(new WalletError('CHAIN_DISCONNECTED')),
  'with an error of its own': fails(new ProviderRpcError(-32603, 'internal')),
  'that takes no more requests': fails(new ProviderRpcError(-32005, 'limit exceeded')),
  'that answers with junk': () => ({}),
  'that answers with nothing': () => '0x',
  'that answers with null': () => null,
}

/** What each screen says then; and the amounts of before that it keeps. */
const SCREENS: Record<string, { says: RegExp; keeps: string[] }> = {
  'we-home': { says: /does not answer\. Amounts are as of/, keeps: ['2.5', '7.25'] },
  'we-asset': { says: /does not answer\. Amounts are as of/, keeps: ['7.25'] },
  'we-send': { says: /does not answer\. The wallet keeps trying/, keeps: [] },
  'we-permissions': { says: /There may still be some/, keeps: [] },
}

/** A number of units that the account does not have: 0, and nothing else before it. */
const ZERO = /(^|[^\d.,])0(\.0+)? (ETH|OURS|MORE)/

/** What can be read on it, in every shadow tree. */
const readable = (screen: Element): string =>
  [...everything(screen.shadowRoot!)]
    .filter((one) => one.checkVisibility() && one.localName !== 'style')
    .flatMap((one) => [...one.childNodes])
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent)
    .join(' ')
    .replace(/\s+/g, ' ')

async function open(tag: string, answers: Answers): Promise<Element> {
  const node = new Rpc(CHAIN.rpcUrl, async (_, method, params) => {
    const [call] = params as [{ to?: string }?]
    return answers(method, call?.to?.toLowerCase())
  })
  const { app } = signedIn({ node })
  for (const one of [TOKEN, SECOND]) {
    assetsOf(app).add({ account: ADDRESS, chainId: CHAIN.chainId }, one)
  }
  app.show('asset', SUBJECT)
  const name = unsafeStatic(tag)
  return fixture(literal`<${name} .app=${app}></${name}>`)
}

/** All of it comes, and no 0 on the way. */
async function untilShown(screen: Element, says: RegExp, keeps: readonly string[]): Promise<void> {
  let text = ''
  await until(says.source, () => {
    text = readable(screen)
    // At once: what is wrong now may be gone later.
    return ZERO.test(text) || (says.test(text) && keeps.every((amount) => text.includes(amount)))
  })
  expect(text).not.to.match(ZERO)
}

describe('at a node', () => {
  beforeEach(async () => {
    clearStorage()
    forgetLists()
    const home = await open('we-home', healthy)
    await until(() => readable(home).includes('2.5 ETH') && readable(home).includes('7.25'))
    home.remove()
  })
  afterEach(() => {
    fixtureCleanup()
    clearStorage()
    forgetLists()
  })

  for (const [trouble, answers] of Object.entries(TROUBLES)) {
    for (const [tag, { says, keeps }] of Object.entries(SCREENS)) {
      it(`${trouble}, ${tag} says so and shows no 0`, async () => {
        await untilShown(await open(tag, answers), says, keeps)
      })
    }
  }

  for (const tag of Object.keys(SCREENS)) {
    it(`that is slow, ${tag} shows no 0 until the answer is there`, async () => {
      let answer = () => {}
      const wait = new Promise<void>((resolve) => {
        answer = resolve
      })
      let asked = 0
      const screen = await open(tag, async (method, to) => {
        asked++
        await wait
        return healthy(method, to)
      })
      await until(() => asked)
      expect(readable(screen)).not.to.match(ZERO)
      answer()
      const { says, keeps } = SCREENS[tag]!
      await until(() => keeps.every((amount) => readable(screen).includes(amount)))
      expect(readable(screen)).not.to.match(says)
      expect(readable(screen)).not.to.match(ZERO)
    })
  }

  it('that lies about one token, the rest is there and nothing of it is 0', async () => {
    for (const lie of ['0x', {}, word(2n ** 256n - 1n)] as const) {
      const home = await open('we-home', (method, to) =>
        method === 'eth_call' && to === THIRD.toLowerCase() ? lie : healthy(method, to),
      )
      await until(() => /7\.25/.test(readable(home)) && readable(home).includes('2.5 ETH'))
      expect(readable(home)).not.to.match(ZERO)
      home.remove()
    }
  })
})
