import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import type { App } from '../../src/app/screens/app.js'
import { createApp, SITE } from './app-support.js'
import { until } from './support.js'

const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/21E219 Instagram 325.0'

describe('the wallet in a page that an app shows', () => {
  let shown: App
  let opened: string[]
  const { open } = window

  beforeEach(async () => {
    Object.defineProperty(navigator, 'userAgent', { value: INSTAGRAM, configurable: true })
    opened = []
    window.open = (url) => {
      opened.push(String(url))
      return null
    }
    const { app } = createApp()
    shown = await fixture<App>(html`<we-app .app=${app}></we-app>`)
    app.show('home')
    await until(() => !!screen('we-sign-in'))
  })

  afterEach(() => {
    Reflect.deleteProperty(navigator, 'userAgent')
    window.open = open
  })

  const screen = (name: string) => shown.querySelector<HTMLElement>(name)
  const press = async (name: string, text: string) => {
    const find = () =>
      [...(screen(name)?.shadowRoot?.querySelectorAll('button') ?? [])].find(
        (button) => (button.getAttribute('aria-label') ?? button.textContent)?.trim() === text,
      )
    await until(() => !!find())
    find()!.click()
  }

  it('says that the provider refuses it, opens no window, and has the person’s other ways at hand', async () => {
    await press('we-sign-in', 'Continue with Google')
    await until(() => !!screen('we-open-elsewhere'))
    const text = screen('we-open-elsewhere')!.shadowRoot!.textContent
    expect(text).to.include('Google does not allow signing in inside Instagram.')
    expect(text).to.include(SITE)
    expect(opened).to.deep.equal([])
    await press('we-open-elsewhere', 'Cancel')
    await until(() => !!screen('we-sign-in'))
    await press('we-sign-in', 'Continue with GitHub')
    expect(opened).to.have.length(1)
  })

  it('lets the person try all the same', async () => {
    await press('we-sign-in', 'Continue with Google')
    await press('we-open-elsewhere', 'Try it here')
    expect(opened).to.have.length(1)
  })
})
