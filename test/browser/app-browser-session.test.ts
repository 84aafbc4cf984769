/** The page where a person sees who is signed in in this browser. */
import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/session/browser-session.js'
import type { BrowserSession } from '../../src/app/screens/session/browser-session.js'
import { buttonOf, CONFIG, clearStorage, textOf } from './app-support.js'
import { until } from './support.js'

const { fetch } = window
const KEPT = {
  ...{ id: 'session', until: Date.now() + 60_000, endsWithBrowser: false, keyId: 'key' },
  ...{ iv: 'iv', data: 'data' },
}

describe('the session of this browser', () => {
  beforeEach(() => localStorage.setItem('wallet-embed:browser-session', JSON.stringify(KEPT)))
  afterEach(() => {
    window.fetch = fetch
    clearStorage()
  })

  it('can be asked for again where the sign-in service did not answer', async () => {
    let isAway = true
    window.fetch = async (url) => {
      if (isAway) throw new TypeError('Failed to fetch')
      return Response.json(String(url).endsWith('/sessions/half') ? { half: null } : CONFIG)
    }
    const screen = await fixture<BrowserSession>(html`<we-browser-session></we-browser-session>`)
    expect(textOf(screen)).to.include('One moment…')
    await until(() => textOf(screen).includes('The sign-in service does not answer.'))
    await expect(screen).to.be.accessible()
    isAway = false
    buttonOf(screen, 'Try again').click()
    await until(() => textOf(screen).includes('You are not signed in in this browser'))
    expect(textOf(screen)).not.to.include('does not answer')
  })
})
