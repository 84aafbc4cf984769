/** The main job on real parts: the demo page, a provider's window, three nodes, a chain. */
import assert from 'node:assert/strict'
import {
  createPublicClient,
  createTestClient,
  getAddress,
  http,
  parseEther,
  publicActions,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'

import { callData, deployData } from '../support/contracts.js'
import { after, before, describe, it } from '../support/suite.js'
import {
  type Demo,
  OTHER,
  openDemo,
  PERSON,
  request,
  type SharedWorld,
  shareWorld,
  walletFrame,
} from './support.js'

const TYPED_DATA = {
  domain: { name: 'Test', version: '1', chainId: 31337 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: { to: '0x52908400098527886E0F7030069857D2E4169EE7', contents: 'Hello' },
} as const

describe('the demo, signed in', () => {
  let world: SharedWorld
  let demo: Demo
  let address: `0x${string}`

  before(async () => {
    world = await shareWorld()
    demo = await openDemo(world)
    await demo.signIn(PERSON)
    ;[address] = (await request(demo.page, 'eth_accounts')) as [`0x${string}`]
  })
  after(() => world?.stop())

  it('has one account, checksummed, and the page knows it', async () => {
    const state = await demo.page.evaluate(() => ({
      isLoggedIn: window.wallet.isLoggedIn,
      isInitialized: window.wallet.isInitialized,
    }))
    assert.deepEqual(state, { isLoggedIn: true, isInitialized: true })
    assert.deepEqual(await request(demo.page, 'eth_requestAccounts'), [address])
    assert.equal(address, getAddress(address))
    const { email, verifier, verifierId, typeOfLogin } = await demo.page.evaluate(() =>
      window.wallet.getUserInfo(),
    )
    assert.deepEqual(
      { email, verifier, verifierId, typeOfLogin },
      {
        email: PERSON,
        verifier: 'google',
        verifierId: PERSON,
        typeOfLogin: 'google',
      },
    )
  })

  it('signs a message that viem verifies', async () => {
    const message = 'Hello, wörld'
    const pending = request(demo.page, 'personal_sign', [
      `0x${Buffer.from(message).toString('hex')}`,
      address,
    ])
    await walletFrame(demo.page).getByText(message).waitFor()
    await demo.approve()
    const signature = (await pending) as `0x${string}`
    assert.ok(await verifyMessage({ address, message, signature }))
  })

  it('signs typed data that viem verifies', async () => {
    const pending = request(demo.page, 'eth_signTypedData_v4', [
      address,
      JSON.stringify(TYPED_DATA),
    ])
    await demo.approve()
    const signature = (await pending) as `0x${string}`
    assert.ok(
      await verifyTypedData({
        address,
        ...TYPED_DATA,
        domain: { ...TYPED_DATA.domain, chainId: 31337n },
        signature,
      }),
    )
  })

  it('sends a transaction that is mined, and the balance in the wallet changes', async () => {
    const client = createPublicClient({ transport: http(world.stack.urls.chain) })
    await client.request({
      method: 'anvil_setBalance' as never,
      params: [address, '0xde0b6b3a7640000'] as never,
    })
    const to = privateKeyToAddress(generatePrivateKey())
    const pending = request(demo.page, 'eth_sendTransaction', [
      { from: address, to, value: `0x${parseEther('0.25').toString(16)}` },
    ])
    const frame = walletFrame(demo.page)
    await frame.getByText(/0\.25/).first().waitFor()
    await demo.approve()
    const hash = (await pending) as `0x${string}`
    const receipt = await client.waitForTransactionReceipt({ hash })
    assert.equal(receipt.status, 'success')
    assert.equal(receipt.from, address.toLowerCase())
    assert.equal(await client.getBalance({ address: to }), parseEther('0.25'))
    await demo.openWallet()
    await frame
      .getByText(/0\.7499/)
      .first()
      .waitFor()
    await demo.closeWallet()
  })

  it('sends a token and a collectible that the person added, to somebody in the address book', async () => {
    const client = createTestClient({
      mode: 'anvil',
      transport: http(world.stack.urls.chain),
    }).extend(publicActions)
    const [maker] = (await client.request({ method: 'eth_accounts' as never })) as [`0x${string}`]
    const mined = async (sent: { to?: `0x${string}`; data: `0x${string}` }) => {
      const params = [{ from: maker, ...sent }] as never
      const hash = (await client.request({
        method: 'eth_sendTransaction' as never,
        params,
      })) as `0x${string}`
      return client.waitForTransactionReceipt({ hash })
    }
    const made = async (name: string, ...args: unknown[]) =>
      getAddress((await mined({ data: deployData(name, args) })).contractAddress!)
    const token = await made('Token', 'Sample dollar', 'SUSD', 6)
    const art = await made('Collectible', 'Sample art', 'ART')
    await mined({ to: token, data: callData('Token', 'mint', [address, 5_000_000n]) })
    await mined({ to: art, data: callData('Collectible', 'mint', [address, 7n]) })
    const read = async (name: string, to: `0x${string}`, method: string, ...args: unknown[]) =>
      BigInt((await client.call({ to, data: callData(name, method, args) })).data!)
    const to = privateKeyToAddress(generatePrivateKey())

    const frame = walletFrame(demo.page)
    await demo.openWallet()
    await addAsset(token)
    await frame.getByRole('button', { name: /Sample dollar/ }).click()
    await demo.press('Send')
    await demo.press('Choose a recipient')
    await demo.press('Add an address')
    await frame.getByLabel('Name').fill('Sample friend')
    await frame.getByLabel('Address', { exact: true }).fill(to)
    await demo.press('Save')
    await frame.getByRole('button', { name: /^Sample friend/ }).click()
    await frame.getByLabel('Amount').fill('1.5')
    await frame.getByText(/Network fee: at most/).waitFor()
    await demo.press('Continue')
    await frame.getByText('Sample friend').first().waitFor()
    await demo.approve()
    await frame.getByText('Your transaction is done.').waitFor()
    assert.equal(await read('Token', token, 'balanceOf', to), 1_500_000n)

    await addAsset(art, '7')
    await frame.getByRole('button', { name: /#7/ }).click()
    await demo.press('Send')
    await frame.getByLabel('To', { exact: true }).fill(to)
    await demo.press('Continue')
    await demo.approve()
    await frame.getByText('Your transaction is done.').waitFor()
    assert.equal(await read('Collectible', art, 'ownerOf', 7n), BigInt(to))
    await demo.closeWallet()

    async function addAsset(contract: string, tokenId = '') {
      await demo.press('Add')
      await frame.getByLabel('Contract address').fill(contract)
      await frame.getByLabel(/Token ID/).fill(tokenId)
      await demo.press('Find it')
      await demo.press('Add')
    }
  })

  for (const [method, params] of [
    ['personal_sign', () => ['0x6869', address]],
    ['eth_signTypedData_v4', () => [address, JSON.stringify(TYPED_DATA)]],
    ['eth_sendTransaction', () => [{ from: address, to: address, value: '0x1' }]],
  ] as const) {
    it(`rejects ${method} with 4001 when the person does`, async () => {
      const pending = request(demo.page, method, params())
      const refused = assert.rejects(pending, /4001/)
      await demo.press('Reject')
      await refused
    })
  }

  for (const [what, method, params, code] of [
    ['a method that nobody knows', 'wallet_noSuchThing', [], 4200],
    ['a message for another account', 'personal_sign', ['0x00', `0x${'11'.repeat(20)}`], 4100],
    ['a message that is no text', 'personal_sign', [7], -32602],
    ['typed data that is no JSON', 'eth_signTypedData_v4', ['ACCOUNT', '{'], -32602],
    [
      'a value that is no quantity',
      'eth_sendTransaction',
      [{ to: 'ACCOUNT', value: '1 ETH' }],
      -32602,
    ],
    [
      'a transaction from another account',
      'eth_sendTransaction',
      [{ from: `0x${'11'.repeat(20)}` }],
      4100,
    ],
    ['a read that the node refuses', 'eth_getBalance', ['nonsense', 'latest'], -32602],
  ] as const) {
    it(`refuses ${what} with ${code}, and asks nobody`, async () => {
      const filled = JSON.parse(JSON.stringify(params).replaceAll('ACCOUNT', address))
      await assert.rejects(request(demo.page, method, filled), new RegExp(`\\[${code}\\]`))
      assert.equal(await demo.isPanelOpen(), false)
    })
  }

  it('is still signed in after a reload, with the same account', async () => {
    await demo.page.reload()
    await demo.ready()
    assert.deepEqual(await request(demo.page, 'eth_accounts'), [address])
    assert.equal(await demo.page.evaluate(() => window.wallet.isLoggedIn), true)
  })

  it('shows 24 words that give the same address in viem, once the provider has asked again who it is', async () => {
    const asked = demo.page
      .context()
      .waitForEvent('request', (one) => new URL(one.url()).pathname === '/auth')
    const phrase = await demo.recoveryPhrase()
    const { searchParams } = new URL((await asked).url())
    const anew = ['prompt', 'max_age', 'login_hint'].map((name) => searchParams.get(name))
    assert.deepEqual(anew, ['login', '0', PERSON])
    assert.equal(phrase.split(' ').length, 24)
    assert.equal(mnemonicToAccount(phrase).address, address)
  })

  it('gives the same person the same address in a fresh browser, and another person another', async () => {
    const fresh = await openDemo(world)
    await fresh.signIn(PERSON)
    assert.deepEqual(await request(fresh.page, 'eth_accounts'), [address])
    const other = await openDemo(world)
    await other.signIn(OTHER)
    const [another] = (await request(other.page, 'eth_accounts')) as string[]
    assert.notEqual(another, address)
    await fresh.close()
    await other.close()
  })

  for (const [where, logOut] of [
    ['the page', (d: Demo) => d.page.evaluate(() => window.wallet.logout())],
    ['inside the wallet', (d: Demo) => d.logOutInside()],
  ] as const) {
    it(`updates every state and event on a logout from ${where}`, async () => {
      const one = await openDemo(world)
      await one.signIn(PERSON)
      await one.page.evaluate(() => {
        window.heard = []
        window.wallet.on('logout', () => window.heard.push('logout'))
        window.wallet.on('accountsChanged', (accounts) =>
          window.heard.push(`wallet ${JSON.stringify(accounts)}`),
        )
        window.wallet.provider.on('accountsChanged', (accounts) =>
          window.heard.push(`provider ${JSON.stringify(accounts)}`),
        )
      })
      await logOut(one)
      await one.page.waitForFunction(() => window.heard.length >= 3)
      const heard = await one.page.evaluate(() => window.heard.toSorted())
      assert.deepEqual(heard, ['logout', 'provider []', 'wallet []'])
      assert.equal(await one.page.evaluate(() => window.wallet.isLoggedIn), false)
      assert.deepEqual(await request(one.page, 'eth_accounts'), [])
      await assert.rejects(
        one.page.evaluate(() => window.wallet.logout()),
        /Nobody is logged in/,
      )
      await one.page.reload()
      await one.ready()
      assert.equal(await one.page.evaluate(() => window.wallet.isLoggedIn), false)
      await one.close()
    })
  }

  it('cleanUp logs out and takes all away; init works again after', async () => {
    const one = await openDemo(world)
    await one.signIn(PERSON)
    await one.page.evaluate(() => window.wallet.cleanUp())
    const left = await one.page.evaluate(() => ({
      elements: document.querySelectorAll('wallet-embed').length,
      frames: window.length,
      isLoggedIn: window.wallet.isLoggedIn,
      isInitialized: window.wallet.isInitialized,
    }))
    assert.deepEqual(left, { elements: 0, frames: 0, isLoggedIn: false, isInitialized: false })
    await one.page.evaluate(() =>
      window.wallet.init({ buildEnv: 'development', network: { host: 'localhost' } }),
    )
    assert.equal(await one.page.evaluate(() => window.wallet.isInitialized), true)
    assert.equal(await one.page.evaluate(() => window.wallet.isLoggedIn), false)
    await one.close()
  })

  it('asks to connect when the person is signed in and the site is not yet known to them', async () => {
    const one = await openDemo(world)
    const accounts = request(one.page, 'eth_requestAccounts')
    await one.finishSignIn(PERSON)
    assert.deepEqual(await accounts, [address])
    await one.close()
  })
})
