import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import { Appearance } from '../../src/app/appearance/appearance.js'
import type { App } from '../../src/app/screens/app.js'
import type { About } from '../../src/app/screens/settings/about.js'
import { CONFIG, signedIn } from './app-support.js'
import { until } from './support.js'

const WHITE = { walletBrand1: '#0b7a53', walletSurface1: '#ffffff' }
const labelOf = (colors: Record<string, string>) => ({
  whiteLabel: { theme: { isDark: false, colors }, logoDark: '', logoLight: '' },
})

/** The settings, on a page that wants this. */
async function openSettings(params = {}) {
  const { app } = signedIn({ params })
  await app.appearance.apply(params)
  const drawn = await fixture<App>(html`<we-app .app=${app}></we-app>`)
  app.show('settings')
  const select = () =>
    drawn.querySelector('we-settings')?.shadowRoot?.querySelector<HTMLSelectElement>('#theme')
  await until(select)
  const choose = async (value: string) => {
    const before = app.appearance.look
    select()!.value = value
    select()!.dispatchEvent(new Event('change'))
    await until(() => app.appearance.look !== before)
    await drawn.updateComplete
  }
  const texts = () => [...select()!.options].map(({ text }) => text)
  return { app, drawn, select, choose, texts, shell: drawn.querySelector('we-shell')! }
}

describe('light or dark', () => {
  const clear = () => {
    sessionStorage.clear()
    localStorage.clear()
  }
  beforeEach(clear)
  afterEach(clear)

  it('is the person’s to choose, at once, and remembered', async () => {
    const { choose, texts, shell, select } = await openSettings()
    expect(texts()).to.deep.equal(['Same as browser', 'Light', 'Dark'])
    expect([select()!.value, shell.getAttribute('theme')]).to.deep.equal(['auto', null])
    await choose('dark')
    await until(() => shell.getAttribute('theme') === 'dark')
    const later = new Appearance()
    await later.apply({})
    expect(later.look.scheme).to.equal('dark')
    await choose('auto')
    expect(localStorage.getItem('wallet-embed:theme')).to.equal(null)
  })

  it('is as the site wants it until the person chooses, who comes first then', async () => {
    const { app, choose, texts, select } = await openSettings({ theme: 'light' })
    expect(texts()).to.deep.equal(['As the site', 'Same as browser', 'Light', 'Dark'])
    expect([select()!.value, app.appearance.look.scheme]).to.deep.equal(['', 'light'])
    await choose('dark')
    expect(app.appearance.look.scheme).to.equal('dark')
    await choose('auto')
    expect(app.appearance.look.scheme, 'the browser’s').to.equal(undefined)
    await choose('')
    expect(app.appearance.look.scheme).to.equal('light')
  })

  it('of the person’s choice leaves the site its accent, and its grounds where they fit', async () => {
    const { app, choose } = await openSettings(labelOf(WHITE))
    expect(app.appearance.look.colors).to.deep.equal(WHITE)
    await choose('dark')
    const { scheme, colors } = app.appearance.look
    expect([scheme, colors]).to.deep.equal(['dark', { walletBrand1: '#0b7a53' }])
    await choose('light')
    expect(app.appearance.look.colors).to.deep.equal(WHITE)
  })
})

describe('About', () => {
  it('says what runs here and on which terms, and links the operator’s pages, on the web alone', async () => {
    const meta = document.createElement('meta')
    Object.assign(meta, { name: 'wallet-build', content: '0.1.0 (abc1234)' })
    document.head.append(meta)
    const links = { terms: 'https://operator.example.test/terms', source: 'javascript:alert(1)' }
    const { app } = signedIn({ config: { ...CONFIG, links } })
    const about = await fixture<About>(html`<we-about .app=${app}></we-about>`)
    meta.remove()
    const text = about.shadowRoot!.textContent!.replace(/\s+/g, ' ')
    for (const part of [location.host, '0.1.0 (abc1234)', 'MIT']) expect(text).to.include(part)
    const urls = [...about.shadowRoot!.querySelectorAll('a')].map(({ href }) => href)
    expect(urls).to.deep.equal(['https://operator.example.test/terms'])
    await expect(about).to.be.accessible()
  })
})
