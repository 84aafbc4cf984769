/** Every provider in its own shape, as the local one plays it: in the login client and in the wallet. */
import assert from 'node:assert/strict'

import { LOGIN_PROVIDER, type LoginUserInfo } from '../../src/shared/options.js'
import { before, describe, it as test } from '../support/suite.js'
import { barePage } from './site.js'
import { OTHER, PERSON, pickAccount } from './support.js'
import { Place, pageAt } from './visit.js'

/** What each tells of the person, and how it knows them. */
const KNOWN: Record<string, { verifierId: RegExp; email?: ''; name?: string }> = {
  google: { verifierId: /^sample\.person@providers\.example\.test$/ },
  facebook: { verifierId: /^[0-9a-f]{24}$/ },
  reddit: { verifierId: /^[0-9a-f]{8}$/, email: '', name: 'Sample_Person' },
  discord: { verifierId: /^\d+$/ },
  twitch: { verifierId: /^\d+$/ },
  apple: { verifierId: /^[0-9a-f]{24}$/ },
  line: { verifierId: /^U[0-9a-f]{24}$/ },
  github: { verifierId: /^\d+$/ },
  kakao: { verifierId: /^\d+$/ },
  linkedin: { verifierId: /^[0-9a-f]{24}$/ },
  twitter: { verifierId: /^\d+$/ },
  weibo: { verifierId: /^\d+$/, email: '' },
  wechat: { verifierId: /^u[0-9a-f]{24}$/, email: '' },
}
/** Nobody else vouches for those: they have tests of their own. */
const OURS = ['email_passwordless', 'webauthn']
/** Types that say nothing of where: the page names the domain. */
const AT_A_DOMAIN = ['jwt', 'email-password', 'passwordless'] as const
/** The one that tells no picture. */
const NO_PICTURE = 'apple'

describe('every provider', () => {
  const here = new Place()
  const keys = new Set<string>()

  before(async () => {
    here.site.page('/', barePage())
  })

  const it = (title: string, run: () => Promise<void>) =>
    test(
      title,
      here.alone(async () => {
        await pageAt(here.context, `${here.site.origin('shop')}/`)
        await run()
      }),
    )
  const page = () => here.context.pages()[0]!
  const loaded = () => page().waitForFunction(() => 'loaded' in window)
  const makeClient = (uxMode: 'popup' | 'redirect') =>
    page().evaluate(`{
      const walletUrls = { production: ${JSON.stringify(here.world.stack.urls.wallet)} }
      window.loginClient = new lib.LoginClient({ clientId: 'demo', uxMode: '${uxMode}', walletUrls })
      loginClient.init()
    }`)
  const outcome = () =>
    page().evaluate(async () => ({
      key: window.loginClient.privKey,
      info: await window.loginClient.getUserInfo(),
    }))

  test('that the interface names is one of these', () => {
    const named = Object.values(LOGIN_PROVIDER).filter((name) => !OURS.includes(name))
    assert.deepEqual(Object.keys(KNOWN).sort(), named.sort())
  })

  describe('by itself', { concurrency: 3 }, () => {
    for (const [provider, { verifierId, email = PERSON, name = 'Sample Person' }] of Object.entries(
      KNOWN,
    )) {
      it(`logs in by popup and by redirect, and tells who it is: ${provider}`, async () => {
        await makeClient('popup')
        const popup = page().waitForEvent('popup')
        const login = page().evaluate((loginProvider) => {
          return window.loginClient.login({ loginProvider, relogin: true, skipKeyOnboarding: true })
        }, provider)
        await Promise.all([login, popup.then((window) => pickAccount(window, PERSON))])
        const first = await outcome()

        await makeClient('redirect')
        await page().evaluate((loginProvider) => {
          void window.loginClient.login({ loginProvider, relogin: true, skipKeyOnboarding: true })
        }, provider)
        await page().getByLabel('Any other e-mail address').fill(PERSON)
        await page().getByRole('button', { name: 'Continue', exact: true }).click()
        await page().waitForURL(({ origin }) => origin === here.site.origin('shop'))
        await loaded()
        await makeClient('redirect')
        const second = await outcome()

        assert.match(first.key, /^[0-9a-f]{64}$/)
        keys.add(first.key)
        assert.deepEqual(second, first)
        const { verifierId: id, profileImage, ...rest } = first.info
        assert.match(id, verifierId)
        assert.match(profileImage, provider === NO_PICTURE ? /^$/ : /\/picture\/[0-9a-f]{24}\.svg/)
        const expected: Omit<LoginUserInfo, 'verifierId' | 'profileImage'> = {
          ...{ email, name, verifier: provider, typeOfLogin: provider, aggregateVerifier: '' },
        }
        assert.deepEqual(rest, expected)
      })
    }
  })

  test('gives another key than all others', () => {
    assert.equal(keys.size, Object.keys(KNOWN).length)
  })

  it('takes a no for an answer, in its own words', async () => {
    await makeClient('popup')
    const refusals: Record<string, string> = {}
    for (const provider of ['apple', 'facebook', 'wechat']) {
      const popup = page().waitForEvent('popup')
      const refused = page().evaluate((loginProvider) => {
        const login = window.loginClient.login({
          loginProvider,
          relogin: true,
          skipKeyOnboarding: true,
        })
        return login.then(String, ({ code, detail }) => `${code} ${detail}`)
      }, provider)
      await (await popup).getByRole('button', { name: 'Cancel' }).click()
      refusals[provider] = await refused
    }
    assert.deepEqual(refusals, {
      apple: 'LOGIN_FAILED user_cancelled_authorize',
      facebook: 'LOGIN_FAILED access_denied',
      wechat: 'LOGIN_FAILED The answer has no code.',
    })
  })

  for (const typeOfLogin of AT_A_DOMAIN) {
    it(`logs in to the wallet through loginConfig: ${typeOfLogin}`, async () => {
      const jwtParameters = { domain: here.world.stack.urls.idp }
      const mine = { typeOfLogin, jwtParameters }
      await page().evaluate(
        async ([production, mine]) => {
          const { lib } = window as unknown as { lib: typeof import('../../src/index.js') }
          window.wallet = new lib.Wallet({ walletUrls: { production: production as string } })
          await window.wallet.init({ loginConfig: { mine: mine as never } })
        },
        [here.world.stack.urls.wallet, mine] as const,
      )
      const popup = page().waitForEvent('popup')
      const login = page().evaluate(() => window.wallet.login({ verifier: 'mine' }))
      await Promise.all([login, popup.then((window) => pickAccount(window, OTHER))])
      const info = await page().evaluate(() => window.wallet.getUserInfo())
      assert.equal(info.typeOfLogin, typeOfLogin)
      assert.notEqual(info.verifierId, '')
      await page().evaluate(() => window.wallet.cleanUp())
    })
  }
})
