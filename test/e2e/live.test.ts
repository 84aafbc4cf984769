/** What may change while the wallet runs does, in the same document and the same session. */
import assert from 'node:assert/strict'

import { after, before, describe, it } from '../support/suite.js'
import { type Demo, openDemo, PERSON, request, type SharedWorld, shareWorld } from './support.js'

const MESSAGE = '0x7761742d6b6e6f772d6f6e6c792d49'

describe('a wallet that is changed while it runs', () => {
  let world: SharedWorld
  let demo: Demo
  const logged: string[] = []

  before(async () => {
    world = await shareWorld()
    demo = await openDemo(world)
    demo.page.on('console', (line) => logged.push(line.text()))
    await demo.page.evaluate(`document.querySelector('wallet-embed').enableLogging = true`)
    await demo.signIn(PERSON)
  })
  after(() => world.stop())

  const inFrame = (script: string) =>
    demo.page
      .frames()
      .find((one) => one.url().includes('/frame?'))!
      .evaluate(script)
  const untilInFrame = async (script: string) => {
    await demo.page
      .frames()
      .find((one) => one.url().includes('/frame?'))!
      .waitForFunction(script)
  }
  /** Another after every load of the frame. */
  const document = () => inFrame('performance.timeOrigin')
  const isLoggedIn = () => demo.page.evaluate(() => window.wallet.isLoggedIn)

  it('keeps its document and its session through theme, language, network and button', async () => {
    const before = await document()
    await demo.page.evaluate(`window.wallet.setTheme('dark')`)
    await untilInFrame(`document.documentElement.style.colorScheme === 'dark'`)
    await demo.page.evaluate(`window.wallet.setTheme('light')`)
    await untilInFrame(`document.documentElement.style.colorScheme === 'light'`)

    await demo.page.evaluate(`window.wallet.setLanguage('ar')`)
    await untilInFrame(`document.documentElement.dir === 'rtl'`)
    await demo.page.getByRole('button', { name: 'فتح المحفظة' }).click()
    await demo.frame.getByRole('button', { name: 'تسجيل الخروج' }).waitFor()
    await demo.page.getByRole('button', { name: 'إغلاق المحفظة' }).click()
    await demo.page.evaluate(`window.wallet.setLanguage('en')`)
    await untilInFrame(`document.documentElement.dir === 'ltr'`)
    await demo.page.getByRole('button', { name: 'Open wallet' }).waitFor()

    const rpcUrl = world.stack.urls.chain
    await demo.page.evaluate(
      `window.wallet.setNetwork({ host: '${rpcUrl}', networkName: 'By URL' })`,
    )
    assert.equal(await request(demo.page, 'eth_chainId'), '0x7a69')

    await demo.page.evaluate(`window.wallet.hideWalletButton()`)
    await demo.page.getByRole('button', { name: 'Open wallet' }).waitFor({ state: 'detached' })
    await demo.page.evaluate(`window.wallet.showWalletButton()`)
    await demo.page.evaluate(`document.querySelector('wallet-embed').buttonPosition = 'top-right'`)
    await demo.page.getByRole('button', { name: 'Open wallet' }).waitFor()

    assert.equal(await document(), before)
    assert.equal(await isLoggedIn(), true)
  })

  it('logs what was asked and how it ended, and no secret, through a login and a signature', async () => {
    const [account] = (await request(demo.page, 'eth_requestAccounts')) as string[]
    const signed = request(demo.page, 'personal_sign', [MESSAGE, account])
    await demo.approve()
    const signature = (await signed) as string
    const log = logged.filter((line) => line.startsWith('[wallet]')).join('\n')
    assert.match(log, /login waiting/)
    assert.match(log, /personal_sign done \d+ ms/)
    const words = (await demo.recoveryPhrase()).split(' ').slice(0, 4).join(' ')
    const key = await demo.walletKey()
    const secrets = { words, key, signature, account: account!, MESSAGE, PERSON, jwt: 'eyJ' }
    for (const [name, secret] of Object.entries(secrets)) {
      const isThere = logged.join('\n').toLowerCase().includes(secret.toLowerCase())
      assert.equal(isThere, false, name)
    }
  })
})
