/** The main job on real parts: the demo page, a provider's window, three nodes, a chain. */
import assert from 'node:assert/strict'
import {
  createPublicClient,
  createTestClient,
  getAddress,
  http,
  parseEther,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'

import { callData, deployData } from '../support/contracts.js'
import { after, before, describe, it } from '../support/suite.js'
import {
  type Demo,
  openDemo,
  PERSON,
  pressButton,
  request,
  type SharedWorld,
  shareWorld,
  walletFrame,
} from './support.js'

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
    await pressButton(frame.getByRole('button', { name: /Sample dollar/ }))
    await demo.press('Send')
    await demo.press('Choose a recipient')
    await demo.press('Add an address')
    await frame.getByLabel('Name').fill('Sample friend')
    await frame.getByLabel('Address', { exact: true }).fill(to)
    await demo.press('Save')
    await pressButton(frame.getByRole('button', { name: /^Sample friend/ }))
    await frame.getByLabel('Amount').fill('1.5')
    await frame.getByText(/Network fee: at most/).waitFor()
    await demo.press('Continue')
    await frame.getByText('Sample friend').first().waitFor()
    await demo.approve()
    await frame.getByText('Your transaction is done.').waitFor()
    assert.equal(await read('Token', token, 'balanceOf', to), 1_500_000n)

    await addAsset(art, '7')
    await pressButton(frame.getByRole('button', { name: /#7/ }))
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
})
