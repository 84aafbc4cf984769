import { expect, fixtureCleanup } from '@open-wc/testing'
import { noteOnboarding } from '../../src/app/session/backup.js'
import { all, names, open, text, WHITE_LABEL } from './app-look-support.js'
import { ADDRESS, CONFIG, signedIn } from './app-support.js'
import { codeOf, until } from './support.js'

describe('top-up and billboard', () => {
  const topup = [{ id: 'card', name: 'Card shop', url: 'https://card.example.test/?to={address}' }]
  const billboard = {
    title: { en: 'News', de: 'Neues' },
    text: { en: 'Something is new.' },
    url: 'https://news.example.test',
  }
  before(() => {
    // Home, and not what somebody new sees in its place.
    noteOnboarding(ADDRESS)
    Object.assign(CONFIG, { topup, billboard })
  })
  after(() => {
    Reflect.deleteProperty(CONFIG, 'topup')
    Reflect.deleteProperty(CONFIG, 'billboard')
  })
  afterEach(() => {
    fixtureCleanup()
    sessionStorage.clear()
  })

  it('are on the wallet’s home, and lead to the service with the address in it', async () => {
    const app = await open({ language: 'en' }, signedIn)
    await until(() => names().includes('Top up'))
    expect(text()).to.include('Something is new.')
    app.show('topup')
    await until(() => all('we-topup a').length || all('a.button').length)
    const [link] = all('a.button') as HTMLAnchorElement[]
    expect([link?.href, link?.target, link?.rel]).to.deep.equal([
      `https://card.example.test/?to=${ADDRESS}`,
      '_blank',
      'noopener noreferrer',
    ])
    app.show('topup', 'card')
    await until(() => text().includes('Open Card shop'))
  })

  it('are hidden where the page says so, and then TOPUP_UNAVAILABLE', async () => {
    const whiteLabel = { ...WHITE_LABEL, topupHide: true, featuredBillboardHide: true }
    const app = await open({ language: 'en', whiteLabel }, signedIn)
    expect(names()).to.not.include('Top up')
    expect(text()).to.not.include('Something is new.')
    expect(await codeOf((async () => app.show('topup'))())).to.equal('TOPUP_UNAVAILABLE')
    await app.configure({ language: 'de' })
    await until(() => names().includes('Aufladen') && text().includes('Neues'))
    expect(await codeOf((async () => app.show('topup', 'bank'))())).to.equal('TOPUP_UNAVAILABLE')
  })
})
