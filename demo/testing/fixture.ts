import type { Fixtures, PlaywrightTestArgs } from '@playwright/test'

import { approve, reject, type SignInOptions, signIn } from './kit.js'

/** The wallet of a test's page. */
export interface TestWallet {
  signIn(email: string, options?: SignInOptions): Promise<void>
  approve(): Promise<void>
  reject(): Promise<void>
}

export interface WalletFixtures {
  wallet: TestWallet
}

/**
 * For Playwright's tests.
 *
 * @example
 * const test = base.extend(walletFixtures)
 * test('greets', async ({ page, wallet }) => {
 *   await page.goto('/')
 *   await wallet.signIn('sample.person@example.test')
 * })
 */
export const walletFixtures: Fixtures<WalletFixtures, object, PlaywrightTestArgs> = {
  wallet: async ({ page }, use) => {
    await use({
      signIn: (email, options) => signIn(page, email, options),
      approve: () => approve(page),
      reject: () => reject(page),
    })
  },
}
