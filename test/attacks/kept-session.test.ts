import assert from 'node:assert/strict'

import { sessionName } from '../../src/shared/session-name.js'
import { approve, PERSON, pressButton, ready, walletFrame, windowOf } from '../e2e/support.js'
import { until as eventually } from '../support/until.js'
import { claim } from './claim.js'
import { AT_ONCE, isLoggedIn, KeptSession, provider, YES } from './kept-session.js'

claim(
  'The session that the browser keeps is offered while it lasts, and proves nothing about who is there',
  { concurrency: AT_ONCE },
  (suite) => {
    const at = new KeptSession(suite)
    const post = (path: string, body: object, origin: string) =>
      fetch(`${at.world.stack.urls.login}/sessions/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify(body),
      }).then((response) => response.json() as Promise<Record<string, unknown>>)

    at.attack(
      'Their time is over, and the computer’s clock says so',
      'nothing is offered',
      async () => {
        await at.context.clock.install({ time: Date.now() + 25 * 3_600_000 })
        const second = await at.open('second')
        await provider(await at.asked(second)).waitFor()
        assert.equal(await isLoggedIn(second), false)
      },
    )

    at.attack(
      'A program reads all that the wallet’s windows keep',
      'ciphertext, and a key that cannot be taken out',
      async () => {
        const own = await at.own()
        await own.getByText(PERSON).waitFor()
        const { item, keys } = await own.evaluate(async () => {
          const names = (await indexedDB.databases()).map(({ name }) => name!)
          const all = names.map(
            (name) =>
              new Promise<unknown[]>((resolve) => {
                const opening = indexedDB.open(name)
                opening.onsuccess = () => {
                  const { result } = opening
                  const stores = [...result.objectStoreNames]
                  const reading = stores.map(
                    (store) =>
                      new Promise<unknown[]>((done) => {
                        const asking = result.transaction(store).objectStore(store).getAll()
                        asking.onsuccess = () => done(asking.result)
                      }),
                  )
                  void Promise.all(reading).then((found) => resolve(found.flat()))
                }
              }),
          )
          const keys = (await Promise.all(all)).flat() as { key: CryptoKey }[]
          const item = localStorage.getItem('wallet-embed:browser-session')!
          return { item, keys: keys.map(({ key }) => [key.type, key.extractable]) }
        })
        assert.deepEqual(keys, [['secret', false]])
        const stored = Object.keys(JSON.parse(item)).sort()
        assert.deepEqual(stored, ['data', 'endsWithBrowser', 'id', 'iv', 'keyId', 'until'])
      },
    )

    at.attack(
      'The person has logged out, and a program asks the login service for its half of what the windows still keep',
      'nobody gets it, nor one for a session that lasts longer',
      async () => {
        const { wallet } = at.world.stack.urls
        const own = await at.own()
        await own.getByText(PERSON).waitFor()
        const item = await own.evaluate(() => localStorage.getItem('wallet-embed:browser-session')!)
        const { id, until } = JSON.parse(item) as { id: string; until: number }
        const name = await sessionName(id)
        const half = () => post('half', { name, expires: until }, wallet)
        assert.equal(typeof (await half()).half, 'string')
        assert.deepEqual(await half(), await half())
        await at.shop.evaluate(() => window.wallet.logout())
        await eventually('no half', async () => (await half()).half === null)
        for (const expires of [until + 1, until + 30 * 3_600_000]) {
          assert.deepEqual(await post('half', { name, expires }, wallet), { half: null })
        }
      },
    )

    at.attack(
      'Who carried on at a second site asks for the recovery phrase, as somebody new may who has just signed in',
      'they have to prove that it is them',
      async () => {
        const second = await at.open('second')
        await approve(await at.asked(second), YES)
        await second.waitForFunction(() => window.wallet.isLoggedIn)
        await second.evaluate(() => void window.wallet.showWallet())
        const frame = walletFrame(second)
        await pressButton(frame.getByRole('button', { name: 'Settings', exact: true }))
        await pressButton(frame.getByRole('button', { name: 'Recovery phrase', exact: true }))
        const again = frame.getByRole('button', { name: 'Sign in again', exact: true })
        const show = frame.getByRole('button', { name: 'Show the words' })
        await again.or(show).first().waitFor()
        assert.ok(await again.isVisible())
        // And not by the session that the window might offer.
        const popup = await windowOf(second, () => pressButton(again))
        await provider(popup).or(popup.getByText(PERSON)).first().waitFor()
        assert.equal(await popup.locator('we-continue-as').count(), 0)
      },
    )

    at.attack(
      'Somebody at the device carries on elsewhere after the person has logged out',
      'the window offers nothing',
      async () => {
        await at.shop.evaluate(() => window.wallet.logout())
        const popup = await at.asked(await at.open('thief'))
        await provider(popup).waitFor()
      },
    )

    at.attack(
      'The same, and the login service is kept from answering whether the session was ended',
      'nothing is carried anywhere without its word',
      async () => {
        await at.shop.evaluate(() => window.wallet.logout())
        await at.context.route('**/sessions/half', (route) => route.abort())
        const thief = await at.open('thief')
        await provider(await at.asked(thief)).waitFor()
        assert.equal(await isLoggedIn(thief), false)
      },
    )

    at.attack(
      'The same, with a window that was opened before and asks already',
      'it asks again whether the session was ended, and hands nothing over',
      async () => {
        const thief = await at.open('thief')
        const popup = await at.asked(thief)
        await ready(popup, YES)
        await at.shop.evaluate(() => window.wallet.logout())
        await approve(popup, YES)
        await provider(popup).waitFor()
        assert.equal(await isLoggedIn(thief), false)
      },
    )

    at.attack(
      'Who sees by which name the login service is asked for a session ends it with that, and so does a page with its id',
      'a name ends nothing, and the service hears the wallet’s own pages alone',
      async () => {
        const id = await at.id()
        const name = await sessionName(id)
        const { wallet } = at.world.stack.urls
        await post('end', { id: name }, wallet)
        const refused = await post('end', { id }, at.site.origin('thief'))
        assert.equal((refused.error as { code: string }).code, 'ORIGIN_NOT_ALLOWED')
        assert.deepEqual(await post('ended', { name }, wallet), { isEnded: false })
        await post('end', { id }, wallet)
        assert.deepEqual(await post('ended', { name }, wallet), { isEnded: true })
      },
    )
  },
)
