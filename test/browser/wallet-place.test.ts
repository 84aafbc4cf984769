import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { executeServerCommand, setViewport } from '@web/test-runner-commands'

import type { WalletEmbed } from '../../components/wallet-embed/wallet-embed.js'
import type { ProviderDetail } from '../../src/client/provider/announce.js'
import { dismissals, part, ready } from './element-support.js'
import { pressKey } from './keys.js'
import { ACCOUNT } from './stand-in/orders.js'
import { loadOf, next, order, STAND_IN, until } from './support.js'

const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const

const rectOf = (element: Element) => element.getBoundingClientRect()

const devtools = (method: string, params: object) =>
  executeServerCommand<boolean, object>('devtools', { method, params })

afterEach(fixtureCleanup)

describe('a button of the page’s own', () => {
  const withOwn = () =>
    ready(html`<wallet-embed wallet-url=${STAND_IN}>
      <button slot="button" type="button">My wallet</button>
    </wallet-embed>`)
  const own = (element: WalletEmbed) => element.querySelector('button')!

  it('takes the place of the floating one, and says what it does', async () => {
    const element = await withOwn()
    expect(part(element, '.open')).to.equal(null)
    expect(rectOf(own(element)).width).to.be.above(0)
    expect(own(element).ariaHasPopup).to.equal('dialog')
    expect(own(element).ariaExpanded).to.equal('false')
    await expect(element).to.be.accessible()
  })

  it('opens the panel by keyboard, and has the focus back when that closes', async () => {
    const element = await withOwn()
    own(element).focus()
    await pressKey('Enter')
    expect(element.isOpen).to.be.true
    expect(own(element).ariaExpanded).to.equal('true')
    part(element, 'dialog button').focus()
    await pressKey('Enter')
    expect(element.isOpen).to.be.false
    expect(own(element).ariaExpanded).to.equal('false')
    expect(document.activeElement === own(element)).to.be.true
  })

  it('closes the panel too', async () => {
    const element = await withOwn()
    own(element).click()
    own(element).click()
    expect(element.isOpen).to.be.false
  })

  it('opens the panel as soon as there is one', async () => {
    const element = await fixture<WalletEmbed>(html`<wallet-embed wallet-url=${STAND_IN}>
      <button slot="button" type="button">My wallet</button>
    </wallet-embed>`)
    own(element).click()
    expect(element.isOpen).to.be.false
    await next(element, 'wallet-show')
  })

  it('gives the floating one back when it goes, and keeps nothing of ours', async () => {
    const element = await withOwn()
    const button = own(element)
    button.remove()
    await until(() => part(element, '.open'))
    expect(part(element, '.open').matches(':popover-open')).to.be.true
    expect(button.outerHTML).to.equal('<button slot="button" type="button">My wallet</button>')
  })
})

describe('the floating button', () => {
  for (const dir of ['ltr', 'rtl']) {
    it(`is in the corner that was asked for, in a page that reads ${dir}`, async () => {
      document.dir = dir
      const element = await ready()
      for (const corner of CORNERS) {
        element.buttonPosition = corner
        for (const open of [false, true]) {
          if (open) await element.show()
          const { left, top, right, bottom } = rectOf(
            part(element, open ? 'dialog button' : '.open'),
          )
          const found = `${top === 24 ? 'top' : innerHeight - bottom === 24 ? 'bottom' : top}-${
            left === 24 ? 'left' : innerWidth - right === 24 ? 'right' : left
          }`
          expect(found).to.equal(corner)
        }
        element.hide()
      }
      document.dir = ''
    })
  }

  it('keeps clear of notches, in every corner and on phones', async () => {
    const element = await ready()
    const insets = { top: 11, right: 12, bottom: 13, left: 14 }
    await devtools('Emulation.setSafeAreaInsetsOverride', { insets })
    for (const [width, height] of [
      [800, 600],
      [844, 390],
      [375, 667],
    ] as const) {
      await setViewport({ width, height })
      for (const corner of CORNERS) {
        element.buttonPosition = corner
        const button = rectOf(part(element, '.open'))
        const aside = corner.endsWith('left') ? button.left : width - button.right
        expect(aside).to.equal(24 + (corner.endsWith('left') ? 14 : 12))
        const shown = [button]
        await element.show()
        for (const animation of element.shadowRoot!.getAnimations()) animation.finish()
        shown.push(rectOf(part(element, 'dialog button')), rectOf(part(element, 'iframe')))
        for (const { left, top, right, bottom } of shown) {
          expect(left >= 14 && top >= 11 && width - right >= 12 && height - bottom >= 13).to.be.true
        }
        element.hide()
      }
    }
    await devtools('Emulation.setSafeAreaInsetsOverride', { insets: {} })
    await setViewport({ width: 800, height: 600 })
  })

  it('is a sheet on a phone, which a swipe at its handle closes, unless the wallet asks something', async () => {
    const element = await ready()
    await setViewport({ width: 375, height: 667 })
    const sheet = part(element, '.panel')
    const touch = (type: string, ...y: number[]) => {
      const touchPoints = y.map((one) => ({ x: 187, y: one }))
      return devtools('Input.dispatchTouchEvent', { type, touchPoints })
    }
    const swipe = async (way: number) => {
      const { top } = rectOf(sheet)
      await touch('touchStart', top + 8)
      await touch('touchMove', top + 8 + way)
      const moved = () => rectOf(sheet).top - top
      await until('the sheet to follow', () => moved() === Math.max(0, way))
      await touch('touchEnd')
      await until('the sheet to go back', () => !moved() || !element.isOpen)
    }
    await element.show()
    // Not far enough, and upward.
    for (const way of [60, -40]) {
      await swipe(way)
      expect(element.isOpen).to.be.true
    }
    await swipe(200)
    await until('the sheet to close', () => !element.isOpen)
    await element.show()
    expect(await dismissals(element)).to.equal(1)
    // The wallet keeps what asks something open.
    await order(element.provider, { holds: true })
    await swipe(200)
    expect(await dismissals(element)).to.equal(1)
    expect(element.isOpen).to.be.true
    // A finger that the system takes away meant nothing.
    const { top } = rectOf(sheet)
    await touch('touchStart', top + 8)
    await touch('touchMove', top + 208)
    await until('the sheet to follow', () => rectOf(sheet).top === top + 200)
    await touch('touchCancel')
    await until('the sheet to go back', () => rectOf(sheet).top === top)
    await setViewport({ width: 800, height: 600 })
  })

  it('can be seen in forced colours, and where the focus is', async () => {
    const element = await ready()
    const name = 'forced-colors'
    await devtools('Emulation.setEmulatedMedia', { features: [{ name, value: 'active' }] })
    expect(matchMedia('(forced-colors: active)').matches).to.be.true
    await pressKey('Tab')
    expect(element.shadowRoot!.activeElement === part(element, '.open')).to.be.true
    const { borderTopStyle, borderTopColor, backgroundColor, color, outlineStyle } =
      getComputedStyle(part(element, '.open'))
    expect([borderTopStyle, outlineStyle]).to.deep.equal(['solid', 'solid'])
    expect(borderTopColor).not.to.equal(backgroundColor)
    expect(color).not.to.equal(backgroundColor)
    part(element, '.open').click()
    expect(getComputedStyle(part(element, '.panel')).borderTopStyle).to.equal('solid')
    await devtools('Emulation.setEmulatedMedia', { features: [] })
  })

  it("has the brand's colour, unless the page's style says another", async () => {
    const element = await ready()
    const color = () => getComputedStyle(part(element, '.open')).backgroundColor
    expect(color()).to.equal('rgb(3, 100, 255)')
    element.theme = { isDark: false, colors: { walletBrand1: '#0b7a53' } }
    expect(color()).to.equal('rgb(11, 122, 83)')
    element.style.setProperty('--wallet-embed-accent', '#ff0000')
    expect(color()).to.equal('rgb(255, 0, 0)')
  })
})

describe('a wallet that is moved in the page', () => {
  /** The stand-in keeps what it is told for its next document. */
  async function signedIn() {
    const element = await ready()
    await element.login()
    await order(element.provider, { keep: true })
    return element
  }

  it('keeps its session and its provider, and who asks meanwhile gets an answer', async () => {
    const element = await signedIn()
    const { provider } = element
    const heard: string[] = []
    for (const type of ['wallet-login', 'wallet-logout', 'wallet-ready'] as const) {
      element.addEventListener(type, () => heard.push(type))
    }
    const place = await fixture<HTMLElement>(html`<div></div>`)
    const load = await loadOf(provider)
    place.append(element)
    // It is the new document that answers this, not the old one that fails it.
    expect(await loadOf(provider)).not.to.equal(load)
    expect(await provider.request({ method: 'eth_accounts' })).to.deep.equal([ACCOUNT])
    expect(element.provider === provider).to.be.true
    expect(element.isInitialized && element.isLoggedIn).to.be.true
    expect(part(element, '.open').matches(':popover-open')).to.be.true
    expect(heard).to.deep.equal([])
  })

  it('does not even load again where the browser can move it', async () => {
    const element = await signedIn()
    const load = await loadOf(element.provider)
    const place = await fixture<HTMLElement>(html`<div></div>`)
    const heard: string[] = []
    element.provider.on('disconnect', () => heard.push('disconnect'))
    ;(place as HTMLElement & { moveBefore(node: Node, child: null): void }).moveBefore(
      element,
      null,
    )
    expect(await loadOf(element.provider)).to.equal(load)
    expect(element.isLoggedIn).to.be.true
    expect(heard).to.deep.equal([])
    part(element, '.open').click()
    expect(element.isOpen).to.be.true
  })

  it('starts again when it was taken out and put back, with the same provider', async () => {
    const element = await signedIn()
    const { provider } = element
    element.remove()
    await Promise.resolve()
    expect(element.isInitialized).to.be.false
    document.body.append(element)
    await next(element, 'wallet-ready')
    expect(element.provider === provider).to.be.true
    expect(await provider.request({ method: 'eth_accounts' })).to.deep.equal([ACCOUNT])
    element.remove()
  })
})

describe('several wallets in a page', () => {
  const two = async () => [await ready(), await ready()] as const
  const discover = () => {
    const found: ProviderDetail[] = []
    const hear = (event: Event) => found.push((event as CustomEvent<ProviderDetail>).detail)
    window.addEventListener('eip6963:announceProvider', hear)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    window.removeEventListener('eip6963:announceProvider', hear)
    return found.map(({ provider }) => provider)
  }

  it('have a frame and a provider each', async () => {
    const [first, second] = await two()
    expect(first.provider === second.provider).to.be.false
    expect(await loadOf(first.provider)).not.to.equal(await loadOf(second.provider))
    first.theme = 'dark'
    await first.applied
    await first.cleanUp()
    expect(await second.provider.request({ method: 'eth_chainId' })).to.equal('0x7a69')
  })

  it('line their buttons up where they want one corner', async () => {
    const [first, second] = await two()
    const third = await ready()
    for (const width of [1024, 375]) {
      await setViewport({ width, height: 667 })
      for (const corner of CORNERS) {
        for (const element of [first, second, third]) element.buttonPosition = corner
        const rects = [first, second, third].map((element) => rectOf(part(element, '.open')))
        rects.sort((a, b) => a.left - b.left)
        expect(rects[0]!.right <= rects[1]!.left && rects[1]!.right <= rects[2]!.left).to.be.true
        expect(rects[0]!.left >= 0 && rects[2]!.right <= width).to.be.true
      }
    }
    await setViewport({ width: 800, height: 600 })
    for (const element of [first, second, third]) element.buttonPosition = 'top-left'
    first.hideButton = true
    expect([second, third].map((element) => rectOf(part(element, '.open')).left)).to.deep.equal([
      24, 96,
    ])
    third.buttonPosition = 'top-right'
    second.remove()
    await Promise.resolve()
    first.hideButton = false
    expect(rectOf(part(first, '.open')).left).to.equal(24)
  })

  it('are one to whoever looks for wallets: the first, and the next when that has gone', async () => {
    const [first, second] = await two()
    expect(discover().map((provider) => provider === first.provider)).to.deep.equal([true])
    const announced: unknown[] = []
    const hear = (event: Event) => announced.push((event as CustomEvent).detail.provider)
    window.addEventListener('eip6963:announceProvider', hear)
    first.remove()
    await Promise.resolve()
    window.removeEventListener('eip6963:announceProvider', hear)
    expect(announced.map((provider) => provider === second.provider)).to.deep.equal([true])
    expect(discover().map((provider) => provider === second.provider)).to.deep.equal([true])
  })
})
