/** The testing kit, without a browser: what it says where a step does not come. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '@playwright/test'

import { approve, pickAccount, signIn } from '../../demo/testing/index.js'

const EMAIL = 'sample.person@example.test'

/**
 * A page in which every event is late, and every locator is there; but presses on the button end with an error, later.
 *
 * @param answers - What members of all locators return instead.
 */
function pageWithout(button: RegExp, answers: Record<string, () => unknown> = {}): Page {
  const locatorOf = (name = ''): object =>
    new Proxy(
      {},
      {
        get: (_, member) => {
          if (member === 'then') return undefined
          if (Object.hasOwn(answers, member)) return async () => answers[String(member)]!()
          if (member === 'isVisible') return async () => false
          if (member === 'getByRole')
            return (_: string, options: { name: string }) => locatorOf(options.name)
          if (
            ['locator', 'frameLocator', 'and', 'or', 'first', 'getByLabel'].includes(String(member))
          )
            return () => locatorOf(name)
          return async () => {
            // The event's time is over first: its wait began first.
            await new Promise((resolve) => setImmediate(resolve))
            if (button.test(name)) throw new Error(`no ${name}`)
          }
        },
      },
    )
  const page = {
    waitForEvent: async (event: string) => {
      throw new Error(`no ${event}`)
    },
    goto: () => {},
    isClosed: () => false,
    url: () => 'https://shop.test/',
  }
  return new Proxy(locatorOf(), {
    get: (locator, member) => Reflect.get(member in page ? page : locator, member),
  }) as Page
}

describe('the testing kit', () => {
  it('names the provider that the wallet does not offer, not the window that did not open', async () => {
    const page = pageWithout(/^Continue with Gogle$/)
    await assert.rejects(signIn(page, EMAIL, { provider: 'Gogle' }), /no Continue with Gogle/)
  })

  it('names the button that is not there, not the window that did not close', async () => {
    await assert.rejects(pickAccount(pageWithout(/^Continue$/), EMAIL), /no Continue$/)
  })

  it('names the button whose presses did not count', async () => {
    const isThere = Object.assign(new Error('it is there'), { name: 'TimeoutError' })
    const page = pageWithout(/^none/, {
      isVisible: () => true,
      elementHandle: () => page.getByRole('button', { name: 'Approve' }),
      evaluateHandle: () => ({ evaluate: async () => true }),
      waitForElementState: () => Promise.reject(isThere),
      getAttribute: () => 'false',
    })
    await assert.rejects(approve(page), /None of 3 presses on “Approve” counted/)
  })
})
