/** Checked by the compiler alone: the fixture of docs/development.md, as a site writes it. */
import { test as base, expect } from '@playwright/test'

import { walletFixtures } from '../../demo/testing/index.js'

const test = base.extend(walletFixtures)

test('signs the order', async ({ page, wallet }) => {
  await wallet.signIn('sample.person@example.test', { provider: undefined })
  await wallet.approve()
  await expect(page).toHaveTitle('Thank you')
})
