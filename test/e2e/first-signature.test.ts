/** How many presses a person who is new needs until a site has their first signature, counted in all windows but the provider's. */
import assert from 'node:assert/strict'
import { verifyMessage } from 'viem'
import { generateSiweNonce, parseSiweMessage } from 'viem/siwe'

import { CHAIN_ID } from '../../demo/stack/settings.js'
import type { SignedIn } from '../../src/index.js'
import { describe, it } from '../support/suite.js'
import { barePage } from './site.js'
import { approve, PERSON, pickAccount, pressButton, walletFrame, windowOf } from './support.js'
import { newProfile, Place, pageAt } from './visit.js'

describe('the first signature', () => {
  const here = new Place()

  it('of a person who is new takes three presses: on the site, on a way to sign in, on the yes', async () => {
    const { wallet, idp } = here.world.stack.urls
    const nonce = generateSiweNonce()
    here.site.page(
      '/',
      barePage(`
        const wallet = new lib.Wallet({ walletUrls: { production: '${wallet}' } })
        await wallet.init({ network: { host: 'localhost' } })
        const button = document.body.appendChild(document.createElement('button'))
        button.textContent = 'Enter'
        button.onclick = async () => {
          window.signedIn = await wallet.login({ signIn: { nonce: '${nonce}', statement: 'Enter the shop.' } })
        }`),
    )
    const context = await newProfile(here.world)
    const presses: string[] = []
    await context.exposeBinding('notePress', ({ frame }, what: string) => {
      if (!frame.url().startsWith(idp)) presses.push(what)
    })
    await context.addInitScript(`
      addEventListener('click', (event) => {
        const button = event.composedPath()[0].closest('button')
        if (event.isTrusted) notePress(button?.innerText.split('\\n')[0] ?? 'elsewhere')
      }, true)`)
    const page = await pageAt(context, `${here.site.origin('shop')}/`)
    await page.getByRole('button', { name: 'Enter' }).click()
    const google = walletFrame(page).getByRole('button', { name: 'Continue with Google' })
    await pickAccount(await windowOf(page, () => pressButton(google)), PERSON)
    await approve(page, 'Sign in')
    await page.waitForFunction(() => 'signedIn' in window)
    const { accounts, message, signature } = await page.evaluate(
      () => (window as unknown as { signedIn: SignedIn }).signedIn,
    )
    const { domain, statement, chainId, ...said } = parseSiweMessage(message)
    const expected = [new URL(here.site.origin('shop')).host, 'Enter the shop.', CHAIN_ID]
    assert.deepEqual([domain, statement, chainId], expected)
    assert.equal(said.nonce, nonce)
    const address = accounts[0] as `0x${string}`
    assert.equal(said.address, address)
    assert.ok(await verifyMessage({ address, message, signature }))
    assert.deepEqual(presses, ['Enter', 'Continue with Google', 'Sign in'])
    await context.close()
  })
})
