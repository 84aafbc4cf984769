import { expect, fixtureCleanup } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'

import type { WalletEmbed } from '../../components/wallet-embed/wallet-embed.js'
import { dismissals, part, ready } from './element-support.js'
import { pressKey } from './keys.js'
import { ACCOUNT } from './stand-in/orders.js'
import { codeOf, next, order, STAND_IN } from './support.js'

const openButton = (element: WalletEmbed) => part(element, '.open')
const closeButton = (element: WalletEmbed) => part(element, 'dialog button')
const focused = (element: WalletEmbed) => element.shadowRoot!.activeElement?.ariaLabel

describe('<wallet-embed>', () => {
  afterEach(fixtureCleanup)

  it('starts by itself, and shows its button when it is ready', async () => {
    const element = await ready()
    expect(openButton(element).ariaLabel).to.equal('Open wallet')
    expect(openButton(element).matches(':popover-open')).to.be.true
    expect(openButton(element).offsetWidth).to.be.at.least(56)
    expect(element.isOpen).to.be.false
  })

  it('is accessible, closed and open', async () => {
    const element = await ready()
    await expect(element).to.be.accessible()
    openButton(element).click()
    await expect(element).to.be.accessible()
  })

  it('opens by its button and closes by the other, with the focus back where it was', async () => {
    const element = await ready()
    openButton(element).focus()
    await pressKey('Enter')
    expect(element.isOpen).to.be.true
    expect(element.matches(':state(open)')).to.be.true
    expect(getComputedStyle(openButton(element)).visibility).to.equal('hidden')
    expect(closeButton(element).ariaLabel).to.equal('Close wallet')
    closeButton(element).click()
    expect(element.isOpen).to.be.false
    expect(focused(element)).to.equal('Open wallet')
    expect(await dismissals(element)).to.equal(1)
  })

  it('closes on Escape and says so once', async () => {
    const element = await ready()
    const heard: string[] = []
    for (const type of ['wallet-show', 'wallet-hide'] as const) {
      element.addEventListener(type, () => heard.push(type))
    }
    openButton(element).focus()
    openButton(element).click()
    // The wallet has shown its screen: what it said of that has arrived.
    expect(await dismissals(element)).to.equal(0)
    closeButton(element).focus()
    expect(focused(element)).to.equal('Close wallet')
    const hidden = next(element, 'wallet-hide')
    await pressKey('Escape')
    await hidden
    expect(part(element, 'dialog').hasAttribute('open')).to.be.false
    expect(focused(element)).to.equal('Open wallet')
    expect(await dismissals(element)).to.equal(1)
    expect(heard).to.deep.equal(['wallet-show', 'wallet-hide'])
  })

  it('closes on a click beside the panel, not in it', async () => {
    const element = await ready()
    openButton(element).click()
    part(element, '.panel').click()
    expect(element.isOpen).to.be.true
    part(element, 'dialog').click()
    expect(element.isOpen).to.be.false
  })

  it('opens and closes when the wallet asks for it, which is no dismissal', async () => {
    const element = await ready()
    await order(element.provider, { notices: { panel: { open: true } } })
    expect(element.isOpen).to.be.true
    await order(element.provider, { notices: { panel: { open: false } } })
    expect(element.isOpen).to.be.false
    expect(await dismissals(element)).to.equal(0)
  })

  it('puts the panel beside the button, and nothing over the frame', async function () {
    // Nobody can resize WebKit's window here.
    if (/Version\/.*Safari/.test(navigator.userAgent)) this.skip()
    const element = await ready()
    for (const [width, height] of [
      [1280, 800],
      [844, 390],
      [375, 667],
      [320, 256],
    ] as const) {
      await setViewport({ width, height })
      for (const corner of ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const) {
        element.buttonPosition = corner
        openButton(element).click()
        const frame = part(element, 'iframe').getBoundingClientRect()
        const close = closeButton(element).getBoundingClientRect()
        const isApart =
          close.bottom <= frame.top ||
          close.top >= frame.bottom ||
          close.right <= frame.left ||
          close.left >= frame.right
        expect(isApart, `${corner} at ${width} x ${height}`).to.be.true
        for (const { left, top, right, bottom } of [frame, close]) {
          expect(left >= 0 && top >= 0 && right <= width && bottom <= height).to.be.true
        }
        // A question and its buttons need that much.
        expect(frame.height >= 200 && frame.width >= 320, `${frame.width} x ${frame.height}`).to.be
          .true
        closeButton(element).click()
      }
    }
    await setViewport({ width: 800, height: 600 })
  })

  it('moves and hides its button while it runs', async () => {
    const element = await ready()
    element.setAttribute('button-position', 'top-right')
    const { top, right } = openButton(element).getBoundingClientRect()
    expect([top, innerWidth - right]).to.deep.equal([24, 24])
    element.hideButton = true
    expect(element.shadowRoot!.querySelectorAll('.open').length).to.equal(0)
    element.removeAttribute('hide-button')
    element.hideButton = false
    expect(openButton(element).matches(':popover-open')).to.be.true
  })

  it('counts properties that were set before, and right after it is made', async () => {
    const early = document.createElement('wallet-embed')
    document.body.append(early)
    early.walletUrl = STAND_IN
    early.hideButton = true
    await next(early, 'wallet-ready')
    expect(early.shadowRoot!.querySelectorAll('.open').length).to.equal(0)
    early.remove()
  })

  it('keeps what was set before its class was known', async () => {
    const { WalletEmbed: Class } = await import('../../components/wallet-embed/wallet-embed.js')
    const element = document.createElement('late-wallet') as WalletEmbed
    element.walletUrl = STAND_IN
    document.body.append(element)
    customElements.define('late-wallet', class extends Class {})
    customElements.upgrade(element)
    await next(element, 'wallet-ready')
    element.remove()
  })

  it('says what goes wrong, and starts again when asked', async () => {
    const element = document.createElement('wallet-embed')
    element.buildEnv = 'lrc'
    const failed = next(element, 'wallet-error')
    document.body.append(element)
    expect((await failed).error.code).to.equal('WALLET_URL_MISSING')
    element.walletUrl = STAND_IN
    await element.init()
    element.remove()
  })

  it('tells of logins with the state in step', async () => {
    const element = await ready()
    setTimeout(() => element.login())
    const { accounts } = await next(element, 'wallet-login')
    expect(accounts).to.deep.equal([ACCOUNT])
    expect(element.accounts).to.deep.equal([ACCOUNT])
    expect(element.matches(':state(logged-in)')).to.be.true
    setTimeout(() => element.logout())
    await next(element, 'wallet-logout')
    expect(element.matches(':state(logged-in)')).to.be.false
    for (const [notice, type] of [
      ['popupBlocked', 'wallet-popup-blocked'],
      ['sessionExpired', 'wallet-session-expired'],
    ] as const) {
      const told = next(element, type)
      await order(element.provider, { notices: { [notice]: null } })
      await told
    }
  })

  it('goes on when it is moved, and stops when it is removed', async () => {
    const element = await ready()
    const place = document.createElement('div')
    document.body.append(place)
    place.append(element)
    await element.provider.request({ method: 'wallet_test', params: {} }).catch(() => {})
    expect(await element.provider.request({ method: 'eth_chainId' })).to.equal('0x7a69')
    expect(openButton(element).matches(':popover-open')).to.be.true
    place.remove()
    await Promise.resolve()
    expect(element.isInitialized).to.be.false
    expect(await codeOf(element.login())).to.equal('NOT_INITIALIZED')
    expect(part(element, 'dialog, .open')).to.equal(null)
  })

  it('lets only the wallet in, and only as much', async () => {
    const frame = part(await ready(), 'iframe') as HTMLIFrameElement
    expect(frame.sandbox.value).to.equal(
      'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-downloads allow-top-navigation-by-user-activation',
    )
    expect(frame.referrerPolicy).to.equal('no-referrer')
    const permissions = ['clipboard-write', ...('share' in navigator ? ['web-share'] : [])]
    const { origin } = new URL(frame.src)
    expect(frame.allow).to.equal(permissions.map((one) => `${one} ${origin}`).join('; '))
    expect(frame.title).to.equal('Wallet')
  })
})
