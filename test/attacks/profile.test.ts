import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

import type {} from '../../components/define.js'
import { barePage } from '../e2e/site.js'
import { approve, PERSON, pressButton, request, walletFrame } from '../e2e/support.js'
import { Place, signInAt } from '../e2e/visit.js'
import { claim } from './claim.js'

/** A word of the frame's: an answer to the page, or what it says of its own accord. */
interface Word {
  method?: string
  result?: unknown
  error?: unknown
}

/** What a page can do without the library: hear all that comes from the frame, and ask by its port. */
interface Raw {
  said: Word[]
  ask(method: string, params: unknown): Promise<Word>
}

/** As text: it is to be there before the library. */
const RAW = `{
  const add = MessagePort.prototype.addEventListener
  let port
  // None that the library has.
  let last = 1e6
  const raw = {
    said: [],
    ask(method, params) {
      const id = ++last
      const heard = new Promise((resolve) => {
        add.call(port, 'message', ({ data }) => data.id === id && resolve(data))
      })
      port.postMessage({ jsonrpc: '2.0', id, method, params })
      return heard
    },
  }
  window.raw = raw
  MessagePort.prototype.addEventListener = function (type, hear) {
    if (type === 'message') {
      port = this
      add.call(this, type, ({ data }) => raw.said.push(data))
    }
    return add.call(this, type, hear)
  }
}`

type Where = Pick<Page, 'evaluate' | 'waitForFunction'>

const ASKS: [method: string, params: unknown][] = [
  ['eth_accounts', []],
  ['eth_coinbase', []],
  ['wallet_getPermissions', []],
  ['wallet_getIdToken', [{}]],
  ['personal_sign', ['0x6869', '0x52908400098527886E0F7030069857D2E4169EE7']],
  ['eth_sendTransaction', [{ to: '0x52908400098527886E0F7030069857D2E4169EE7' }]],
  ['eth_getEncryptionPublicKey', ['0x52908400098527886E0F7030069857D2E4169EE7']],
  ['wallet_getCapabilities', ['0x52908400098527886E0F7030069857D2E4169EE7']],
  ['wallet_getAssets', [{ account: '0x52908400098527886E0F7030069857D2E4169EE7' }]],
  ['wallet_getCallsStatus', ['known']],
  ['wallet_showCallsStatus', ['known']],
  [
    'wallet_watchAsset',
    { type: 'ERC20', options: { address: '0x52908400098527886E0F7030069857D2E4169EE7' } },
  ],
]

const SAYS =
  'A page learns who somebody is only while it is connected: they signed in on it, or let it see their account'

claim(SAYS, { concurrency: 3 }, (suite) => {
  const here = new Place('trusting', suite)
  const attack = (name: string, outcome: string, run: () => Promise<void>) =>
    suite.attack(name, outcome, here.alone(run))

  suite.before(async () => {
    here.site.page('/', barePage())
  })

  /** A tab with a wallet. Sites whose names end alike are one to the browser: their frames share a storage. */
  async function open(name: string): Promise<Page> {
    const page = await here.context.newPage()
    await page.addInitScript(RAW)
    await page.goto(`${here.site.origin(name)}/`)
    await start(page)
    return page
  }

  async function start(page: Where): Promise<void> {
    await page.waitForFunction('window.loaded')
    await page.evaluate(`(async () => {
      window.wallet = new lib.Wallet({ walletUrls: { production: '${here.world.stack.urls.wallet}' } })
      await wallet.init({ network: { host: 'localhost' }, useLocalStorage: true })
    })()`)
  }

  /** The shop, with somebody signed in on it. */
  async function signedIn(name = 'shop.pair'): Promise<Page> {
    const page = await open(name)
    const accounts = request(page, 'eth_requestAccounts')
    await signInAt(page)
    assert.equal(((await accounts) as string[]).length, 1)
    return page
  }

  /** Asks the frame past the library. */
  const ask = (page: Where, method: string, params: unknown = null): Promise<Word> =>
    page.evaluate(
      ([method, params]) => (window as unknown as { raw: Raw }).raw.ask(method, params),
      [method, params] as const,
    )
  const codeOf = async (answer: Promise<Word>): Promise<string> => {
    const { result, error } = await answer
    if (!error) return `no refusal but ${JSON.stringify(result)}`
    return /"(?:walletError|code)":"([A-Z_]+)"/.exec(JSON.stringify(error))![1]!
  }
  const stateOf = (page: Where) =>
    page.evaluate(async () => ({
      isLoggedIn: window.wallet.isLoggedIn,
      accounts: await window.wallet.provider.request({ method: 'eth_accounts' }),
    }))
  /** What the frame told the page without being asked. */
  const notices = (page: Page): Promise<unknown[]> =>
    page.evaluate(() => (window as unknown as { raw: Raw }).raw.said.filter(({ method }) => method))
  const NOTHING = { isLoggedIn: false, accounts: [] }

  attack(
    'A sibling origin of the shop, which the person never connected, asks for their e-mail and name',
    'It gets NOT_LOGGED_IN, by the library and past it',
    async () => {
      const shop = await signedIn()
      const profile = await shop.evaluate(() => window.wallet.getUserInfo())
      assert.equal(profile.email, PERSON)
      const sibling = await open('evil.pair')
      assert.equal(await codeOf(ask(sibling, 'getUserInfo')), 'NOT_LOGGED_IN')
      const byLibrary = sibling.evaluate(() => window.wallet.getUserInfo().then(JSON.stringify))
      await assert.rejects(byLibrary, /Nobody is logged in/)
    },
  )
  attack(
    'A frame of another site, in the page of the shop, shares the storage and asks for them',
    'It gets NOT_LOGGED_IN, and does not learn that somebody is signed in',
    async () => {
      const shop = await signedIn()
      await shop.evaluate(
        (src) => {
          document.body.append(Object.assign(document.createElement('iframe'), { id: 'ad', src }))
        },
        `${here.site.origin('advertiser')}/`,
      )
      const inner = (await (await shop.waitForSelector('#ad')).contentFrame())!
      await start(inner)
      assert.equal(await codeOf(ask(inner, 'getUserInfo')), 'NOT_LOGGED_IN')
      assert.deepEqual(await stateOf(inner), NOTHING)
    },
  )
  attack(
    'A sibling origin looks whether somebody is signed in at all',
    'Its wallet is as that of a page where nobody ever signed in, and answers each method alike',
    async () => {
      await signedIn()
      const [sibling, stranger] = [await open('evil.pair'), await open('elsewhere')]
      assert.deepEqual(await stateOf(sibling), NOTHING)
      for (const [method, params] of ASKS) {
        const rpc = { method, params }
        const [one, other] = [await ask(sibling, 'rpc', rpc), await ask(stranger, 'rpc', rpc)]
        assert.deepEqual(one, other, method)
      }
    },
  )
  attack(
    'A sibling origin listens while somebody signs in on the shop, signs, and signs out',
    'Its frame says nothing at all',
    async () => {
      const sibling = await open('evil.pair')
      const shop = await signedIn()
      await shop.evaluate(() => window.wallet.logout())
      // Whatever the frame heard of it in its storage it has heard by the time that it answers.
      assert.equal(await codeOf(ask(sibling, 'getUserInfo')), 'NOT_LOGGED_IN')
      assert.deepEqual(await notices(sibling), [])
    },
  )
  attack(
    'A sibling origin listens when the session ends by itself',
    'It hears no sessionExpired; the shop does',
    async () => {
      const shop = await signedIn()
      const inside = shop.frames().find((one) => one.url().includes('/frame?'))!
      await inside.evaluate(() => {
        const item = 'wallet-embed:session'
        const session = JSON.parse(localStorage.getItem(item)!)
        localStorage.setItem(item, JSON.stringify({ ...session, expires: 1 }))
      })
      const expired = await inside.evaluate(() => localStorage.getItem('wallet-embed:session'))
      const sibling = await open('evil.pair')
      assert.deepEqual(await notices(sibling), [])
      // Its frame would take up, and end, what is put back.
      await sibling.close()
      await inside.evaluate((text) => localStorage.setItem('wallet-embed:session', text!), expired)
      await shop.reload()
      await start(shop)
      const told = (await notices(shop)) as { method: string }[]
      assert.ok(told.some(({ method }) => method === 'sessionExpired'))
    },
  )
  attack(
    'A sibling origin logs the person out, by logout and by cleanUp',
    'It gets NOT_LOGGED_IN, and the person stays signed in on the shop',
    async () => {
      const shop = await signedIn()
      const sibling = await open('evil.pair')
      assert.equal(await codeOf(ask(sibling, 'logout')), 'NOT_LOGGED_IN')
      await sibling.evaluate(() => window.wallet.cleanUp())
      assert.equal((await stateOf(shop)).isLoggedIn, true)
      await shop.reload()
      await start(shop)
      assert.equal((await stateOf(shop)).isLoggedIn, true)
    },
  )
  attack(
    'A sibling origin calls login, hoping for the session that is there',
    'The person is asked whether it may see them: it learns nothing by a no, and who they are by a yes',
    async () => {
      await signedIn()
      const sibling = await open('evil.pair')
      const login = () =>
        sibling.evaluate(() =>
          window.wallet.login().then(
            (accounts) => accounts.length,
            (error) => error.code,
          ),
        )
      const refused = login()
      await pressButton(walletFrame(sibling).getByRole('button', { name: 'Cancel' }))
      assert.equal(await refused, 'USER_REJECTED')
      assert.equal(await codeOf(ask(sibling, 'getUserInfo')), 'NOT_LOGGED_IN')
      assert.deepEqual(await stateOf(sibling), NOTHING)
      const approved = login()
      await approve(walletFrame(sibling), 'Connect')
      assert.equal(await approved, 1)
      const { email } = await sibling.evaluate(() => window.wallet.getUserInfo())
      assert.equal(email, PERSON)
    },
  )
  attack(
    'A page that gave its permission back goes on asking who the person is',
    'It gets NOT_LOGGED_IN, also after a reload, and can neither sign nor log out',
    async () => {
      const page = await signedIn()
      const [account] = (await request(page, 'eth_accounts')) as string[]
      await request(page, 'wallet_revokePermissions', [{ eth_accounts: {} }])
      const look = async () => {
        assert.equal(await codeOf(ask(page, 'getUserInfo')), 'NOT_LOGGED_IN')
        assert.equal(await codeOf(ask(page, 'logout')), 'NOT_LOGGED_IN')
        const sign = { method: 'personal_sign', params: ['0x6869', account] }
        assert.equal(await codeOf(ask(page, 'rpc', sign)), 'NOT_LOGGED_IN')
        assert.deepEqual(await stateOf(page), NOTHING)
      }
      await look()
      await page.reload()
      await start(page)
      await look()
      // Nobody was logged out: the person is asked for the page alone, not for a sign-in.
      const again = request(page, 'eth_requestAccounts')
      await approve(walletFrame(page), 'Connect')
      assert.equal(((await again) as string[]).length, 1)
    },
  )
  attack(
    'A page fills the queue with questions, and gives its permission back or is disconnected meanwhile',
    'The questions end with UNAUTHORIZED, and the person is asked none of them any more',
    async () => {
      const page = await signedIn()
      const [account] = (await request(page, 'eth_accounts')) as string[]
      const asked = Promise.allSettled(
        ['0x01', '0x02', '0x03'].map((message) =>
          codeOf(ask(page, 'rpc', { method: 'personal_sign', params: [message, account] })),
        ),
      )
      const approve = walletFrame(page).getByRole('button', { name: 'Approve' })
      await approve.waitFor()
      await request(page, 'wallet_revokePermissions', [{ eth_accounts: {} }])
      await approve.waitFor({ state: 'hidden' })
      const codes = (await asked).map((one) => one.status === 'fulfilled' && one.value)
      assert.deepEqual(codes, ['UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED'])
    },
  )
  attack(
    'A sibling origin asks for the calls that the wallet keeps for the shop, by their id',
    'It gets UNKNOWN_BUNDLE, as for an id that nobody used',
    async () => {
      const shop = await signedIn()
      const url = `${here.world.stack.urls.wallet}`
      const inside = shop.frames().find((one) => one.url().startsWith(url))!
      await inside.evaluate((origin) => {
        const batches = [{ id: 'known', chainId: 31_337, calls: [] }]
        localStorage.setItem(`wallet-embed:site:${origin}:batches`, JSON.stringify(batches))
      }, new URL(shop.url()).origin)
      const status = { method: 'wallet_getCallsStatus', params: ['known'] }
      assert.doesNotMatch(await codeOf(ask(shop, 'rpc', status)), /UNKNOWN_BUNDLE/)
      const sibling = await open('evil.pair')
      assert.equal(await codeOf(ask(sibling, 'rpc', status)), 'UNKNOWN_BUNDLE')
    },
  )
})
