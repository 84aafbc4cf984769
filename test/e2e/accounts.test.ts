/** Which account a person has, by which way they sign in. */
import assert from 'node:assert/strict'

import { after, before, describe, it } from '../support/suite.js'
import { openDemo, PERSON, request, startWorld, type World } from './support.js'

describe('a person who signs in', () => {
  let world: World

  before(async () => {
    const aggregates = { people: { verifiers: ['google', 'discord'] } }
    world = await startWorld({ aggregates })
  })
  after(() => world?.stop())

  it('by two verifiers of one aggregate has one address; by one outside of it another, and is told', async () => {
    const demo = await openDemo(world)
    const accountOf = async (provider: string) => {
      await demo.signIn(PERSON, provider)
      const [address] = (await request(demo.page, 'eth_accounts')) as string[]
      const userInfo = await demo.page.evaluate(() => window.wallet.getUserInfo())
      return { address, ...userInfo }
    }
    const google = await accountOf('Google')
    await demo.logOutInside()
    const discord = await accountOf('Discord')
    assert.equal(discord.address, google.address)
    assert.deepEqual(
      [discord.aggregateVerifier, discord.verifier, discord.verifierId, discord.typeOfLogin],
      ['people', 'discord', PERSON, 'discord'],
    )
    await demo.openWallet()
    const notice = demo.frame.getByText('This is another account')
    assert.equal(await notice.count(), 0)
    await demo.press('Log out')
    const github = await accountOf('GitHub')
    assert.notEqual(github.address, google.address)
    assert.equal(github.aggregateVerifier, '')
    await demo.openWallet()
    await notice.waitFor()
    await demo.frame.getByText('Last time you signed in with Discord.').waitFor()
    await demo.press('I understand')
    await notice.waitFor({ state: 'detached' })
    await demo.close()
  })
})
