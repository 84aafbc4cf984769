/** Run by Playwright's own runner, in a project that installed `wallet-embed-dev`. */
import { test as base, expect } from '@playwright/test'
import { approve, pickAccount, signIn, walletFixtures } from 'wallet-embed-dev/testing'

const test = base.extend(walletFixtures)
const { SITE, OTHER_SITE, WALLET } = process.env
const at = (site) => `${site}/?wallet=${WALLET}`

/** A signature, or the code of why there is none. */
const sign = (page) =>
  page.evaluate(async () => {
    const { provider } = window.wallet
    const [account] = await provider.request({ method: 'eth_requestAccounts' })
    const params = ['0x68656c6c6f', account]
    return provider.request({ method: 'personal_sign', params }).catch(({ code }) => code)
  })

test('the fixture signs in, says yes and says no', async ({ page, wallet }) => {
  await page.goto(at(SITE))
  await expect(page).toHaveTitle('ready')
  await wallet.signIn('sample.person@example.test')
  const signed = sign(page)
  await wallet.approve()
  expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
  const refused = sign(page)
  await wallet.reject()
  expect(await refused).toBe(4001)
})

test('a page of another port has people approve in a window', async ({ page }) => {
  await page.goto(at(OTHER_SITE))
  await expect(page).toHaveTitle('ready')
  await signIn(page, 'other.person@example.test')
  const signed = sign(page)
  await approve(page)
  expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
})

test('a page of another port logs people in', async ({ page }) => {
  await page.goto(at(OTHER_SITE))
  await expect(page).toHaveTitle('ready')
  const popup = page.waitForEvent('popup')
  const login = page.evaluate(() => window.client.login({ loginProvider: 'google' }))
  await pickAccount(await popup, 'third.person@example.test')
  expect((await login).privKey).toMatch(/^[0-9a-f]{64}$/)
})
