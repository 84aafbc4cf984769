import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'

import { approve, windowOf as newWindowOf, PERSON, ready } from '../e2e/support.js'
import { until } from '../support/until.js'
import { claim } from './claim.js'
import {
  AT_ONCE,
  ended,
  isLoggedIn,
  KeptSession,
  NONCE,
  PRETEND,
  provider,
  question,
  YES,
} from './kept-session.js'

claim(
  'The session that the browser keeps goes to nobody but the frame that asks for it, by a person’s press in a window that names the site',
  { concurrency: AT_ONCE },
  (suite) => {
    const at = new KeptSession(suite)

    const planted = {
      'opens the window itself, and tells it to offer the session': () => 'login#go',
      'opens the window by way of `/begin`, with a provider of its choice': () =>
        `begin#go=${encodeURIComponent(`https://idp.example/?state=${NONCE}`)}`,
      'opens the window that asks for a recovery phrase, with its own key': () => {
        const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
        const { x, y } = publicKey.export({ format: 'jwk' })
        const key = { kty: 'EC', crv: 'P-256', x, y }
        const asked = { state: NONCE, key, continues: true }
        return `login#restore=${Buffer.from(JSON.stringify(asked)).toString('base64url')}`
      },
    }
    for (const [what, path] of Object.entries(planted)) {
      at.attack(
        `A page ${what}, and answers it as a frame would`,
        'the window speaks to the wallet’s own origin alone, and offers nothing',
        async () => {
          const thief = await at.open('thief', '/bare')
          const popup = await at.opened(thief, path())
          await ended(popup)
          assert.deepEqual(await thief.evaluate('said'), [])
        },
      )
    }

    at.attack(
      'A page opens the window without a handle on it',
      'without a frame that asked there is nobody to hand a session to: it offers nothing',
      async () => {
        const thief = await at.open('thief', '/bare')
        const popup = await newWindowOf(thief, () =>
          thief.evaluate(
            (url) => void window.open(url, '', 'noopener'),
            `${at.world.stack.urls.wallet}/login#go`,
          ),
        )
        await ended(popup)
      },
    )

    at.attack(
      'A page puts the window into a frame of its own, under a press that it wants',
      'no page can frame it',
      async () => {
        const thief = await at.open('thief', '/bare')
        const url = `${at.world.stack.urls.wallet}/login#go`
        const blocked = thief.waitForEvent('console', (line) => line.text().includes('frame'))
        await thief.evaluate((src) => {
          document.body.append(Object.assign(document.createElement('iframe'), { src }))
          Reflect.get(window, 'pretend')(() => frames[0])
        }, url)
        await blocked
        assert.deepEqual(await thief.evaluate('said'), [])
      },
    )

    at.attack(
      'A page that opened the window in the person’s click speaks to it while it asks',
      'the window hears the frame alone, and the session goes to nobody else',
      async () => {
        const thief = await at.open('thief')
        await thief.evaluate(PRETEND)
        await thief.evaluate(() => {
          const { open } = window
          window.open = (...parts) => {
            const opened = open(...parts)
            Reflect.get(window, 'pretend')(() => opened)
            return opened
          }
          window.onclick = () => void window.wallet.login({ verifier: 'google' })
        })
        const popup = await newWindowOf(thief, () => thief.mouse.click(5, 5))
        await approve(popup, YES)
        await thief.waitForFunction(() => window.wallet.isLoggedIn)
        assert.deepEqual(await thief.evaluate('said'), [])
      },
    )

    at.attack(
      'The same page sends the window on, to where a recovery phrase is typed for the page’s key',
      'the page hears nothing of the window',
      async () => {
        const thief = await at.open('thief')
        await thief.evaluate(PRETEND)
        await thief.evaluate(
          (url) => {
            const { open } = window
            window.open = (...parts) => {
              const opened = open(...parts)!
              // Before and after the frame finds it. More often would keep the window itself from running.
              for (const times of Array(20).keys()) {
                setTimeout(() => {
                  if (!opened.closed) opened.location = url
                }, times * 50)
              }
              Reflect.get(window, 'pretend')(() => opened)
              return opened
            }
            window.onclick = () => void window.wallet.login({ verifier: 'google' })
          },
          `${at.world.stack.urls.wallet}/login#${planted['opens the window that asks for a recovery phrase, with its own key']().split('#')[1]}`,
        )
        const popup = await newWindowOf(thief, () => thief.mouse.click(5, 5))
        await popup.getByText(/./).first().waitFor()
        assert.equal(await popup.locator('we-continue-as').count(), 0)
        assert.deepEqual(await thief.evaluate('said'), [])
        assert.equal(await isLoggedIn(thief), false)
      },
    )

    at.attack(
      'Two sites ask at once, and the person says yes to one',
      'the other gets nothing',
      async () => {
        const [thief, second] = [await at.open('thief'), await at.open('second')]
        const [popup, wanted] = [await at.asked(thief), await at.asked(second)]
        await question(popup).waitFor()
        await approve(wanted, YES)
        await second.waitForFunction(() => window.wallet.isLoggedIn)
        // A press would count now, and the window goes on to the provider instead.
        await ready(popup, YES)
        await popup.getByRole('button', { name: 'Another account' }).click()
        await provider(popup).waitFor()
        assert.equal(await isLoggedIn(thief), false)
      },
    )

    at.attack(
      'A page opens the window that keeps a session, with an answer of a provider’s that nobody asked for, and answers it as a frame would',
      'a window whose login did not begin in the wallet keeps nothing, and the person’s session stays',
      async () => {
        const thief = await at.open('thief', '/bare')
        const popup = await at.opened(thief, `login?state=planted&code=planted#keep=${NONCE}`)
        await ended(popup)
        assert.deepEqual(await thief.evaluate('said'), [])
        const own = await at.own()
        await own.getByText(PERSON).waitFor()
      },
    )

    at.attack(
      'A page has its frame open the window, and puts a document of its own in the place of the frame, which answers the window',
      'that document hears nothing, and nothing is handed over',
      async () => {
        const thief = await at.open('thief')
        await at.begin(thief)
        const url = `${at.site.origin('thief')}/answering`
        // In the press itself, before the window has greeted anybody.
        await at
          .button(thief)
          .evaluate((button) =>
            button.addEventListener('click', () => parent.postMessage('pressed', '*')),
          )
        await thief.evaluate((url) => {
          const frame = document.querySelector('wallet-embed')!.shadowRoot!.querySelector('iframe')!
          addEventListener('message', ({ data }) => {
            if (data === 'pressed') frame.src = url
          })
        }, url)
        const popup = await at.window(thief)
        const taken = await until('the document of the thief', () =>
          thief.frames().find((one) => one.url() === url),
        )
        await taken.waitForFunction(() => 'loaded' in window)
        if (
          await question(popup)
            .isVisible()
            .catch(() => false)
        ) {
          await approve(popup, YES).catch(() => {})
        }
        await ended(popup)
        // What the window said before this has arrived before it.
        await popup.evaluate(`opener.postMessage('last', '*')`).catch(() => {})
        if (!popup.isClosed()) await taken.waitForFunction(`said.includes('last')`)
        assert.deepEqual(
          ((await taken.evaluate('said')) as unknown[]).filter((one) => one !== 'last'),
          [],
        )
      },
    )

    at.attack(
      'A page has the person press in its frame without knowing, and waits',
      'nothing is handed over without a press in the window itself',
      async () => {
        const thief = await at.open('thief')
        const popup = await at.asked(thief)
        await question(popup).waitFor()
        // A press would count now, and the one that does not come is answered by a no, by the same port.
        await ready(popup, YES)
        await popup.getByRole('button', { name: 'Another account' }).click()
        await provider(popup).waitFor()
        assert.equal(await isLoggedIn(thief), false)
      },
    )

    at.attack(
      'A page has the window come up under the second of two clicks',
      'a press in haste counts for nothing',
      async () => {
        const thief = await at.open('thief')
        const popup = await at.asked(thief)
        const yes = popup.getByRole('button', { name: YES })
        await yes.dispatchEvent('click')
        await yes.click({ force: true, clickCount: 2 })
        // It asks as before, after the wait that presses in haste begin anew: none of them was a yes.
        await ready(popup, YES)
        assert.equal(await isLoggedIn(thief), false)
        await approve(popup, YES)
        await thief.waitForFunction(() => window.wallet.isLoggedIn)
      },
    )

    at.attack(
      'A page calls itself by another’s name',
      'the window names the origin that the browser vouches for, and no name of the page’s',
      async () => {
        const thief = await at.open('thief', '/posing')
        const popup = await at.asked(thief)
        await ready(popup, YES)
        const heading = await question(popup).innerText()
        assert.equal(heading, `Sign in to thief.localhost:${at.site.port}?`)
        assert.equal(await popup.getByText('Big Bank').count(), 0)
      },
    )
  },
)
