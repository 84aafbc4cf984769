/** Who opens and closes the panel: the person, the page and the wallet, also all at once. */
import { expect, fixtureCleanup } from '@open-wc/testing'
import { sendKeys, sendMouse } from '@web/test-runner-commands'

import { dismissals, ready } from './element-support.js'
import { keysArrive } from './keys.js'
import { askedOf, next, order, until } from './support.js'

describe('the panel', () => {
  afterEach(fixtureCleanup)

  it('that was closed and opened again stays open when the browser tells of the closing', async () => {
    const element = await ready()
    const dialog = element.shadowRoot!.querySelector('dialog')!
    await element.show()
    element.hide()
    await element.show()
    // Browsers say so with the next frame, which a busy one is late with.
    dialog.dispatchEvent(new Event('close'))
    expect(element.isOpen).to.be.true
    expect(await dismissals(element)).to.equal(1)
  })

  it('that the browser closes by itself is dismissed', async () => {
    const element = await ready()
    await element.show()
    const hidden = next(element, 'wallet-hide')
    element.shadowRoot!.querySelector('dialog')!.close()
    await hidden
    expect(element.isOpen).to.be.false
    expect(await dismissals(element)).to.equal(1)
  })

  it('that the page hides is dismissed, so that it does not block the page unseen', async () => {
    const element = await ready()
    element.parentElement!.hidden = true
    const hidden = next(element, 'wallet-hide')
    await element.show()
    await hidden
    expect(element.shadowRoot!.querySelector(':modal')).to.be.null
    expect(element.isOpen).to.be.false
    expect(await dismissals(element)).to.equal(1)
  })

  for (const zoom of ['1.25', '1.5', '2']) {
    it(`is whole in the window where the page has a zoom of ${zoom}`, async () => {
      const element = await ready()
      document.body.style.zoom = zoom
      try {
        await element.show()
        for (const part of ['iframe', '[part~=close]']) {
          const box = element.shadowRoot!.querySelector(part)!.getBoundingClientRect()
          expect([box.top >= 0, box.bottom <= innerHeight, box.height > 40], part).to.deep.equal([
            true,
            true,
            true,
          ])
        }
      } finally {
        document.body.style.zoom = ''
      }
    })
  }

  it('is above a part of the page that is inert', async () => {
    const element = await ready()
    element.parentElement!.inert = true
    await element.show()
    const close = element.shadowRoot!.querySelector<HTMLElement>('[part~=close]')!
    const { x, y, width, height } = close.getBoundingClientRect()
    const position = [x + width / 2, y + height / 2].map(Math.round) as [number, number]
    await sendMouse({ type: 'click', position })
    await until('the end of the panel', () => !element.isOpen)
  })

  it('that is to show and to hide in one breath is dismissed after it was asked for', async () => {
    const element = await ready()
    const shown = element.show()
    element.hide()
    await shown
    expect(await askedOf(element.provider, 'show')).to.have.length(1)
    expect(await dismissals(element)).to.equal(1)
    // The wallet has the last word.
    await order(element.provider, { notices: { panel: { open: false } } })
    expect(element.isOpen).to.be.false
  })

  it('that the person closes before the wallet has answered the page stays closed', async () => {
    const element = await ready()
    const opened = next(element, 'wallet-show')
    const shown = element.show()
    await opened
    element.shadowRoot!.querySelector<HTMLElement>('[part~=close]')!.click()
    await shown
    expect(element.isOpen).to.be.false
  })

  it('keeps the Escape that closes it from the page, which may have a dialog of its own open', async () => {
    const heard: string[] = []
    const hear = ({ key }: KeyboardEvent) => heard.push(key)
    const element = await ready()
    document.addEventListener('keydown', hear)
    try {
      await element.show()
      element.shadowRoot!.querySelector<HTMLElement>('[part~=close]')!.focus()
      await keysArrive()
      heard.length = 0
      await sendKeys({ press: 'Escape' })
      await until('the end of the panel', () => !element.isOpen)
      expect(heard).to.deep.equal([])
      await sendKeys({ press: 'a' })
      expect(heard).to.deep.equal(['a'])
    } finally {
      document.removeEventListener('keydown', hear)
    }
  })

  it('comes above a dialog that the page opened over it, once the wallet asks something', async () => {
    const element = await ready()
    const dialog = document.createElement('dialog')
    dialog.append(document.createElement('button'))
    document.body.append(dialog)
    try {
      await element.show()
      dialog.showModal()
      const frame = element.shadowRoot!.querySelector('iframe')!
      const { x, y } = frame.getBoundingClientRect()
      const atTop = () => document.elementFromPoint(x + 20, y + 20)
      expect(atTop() === dialog).to.be.true
      await order(element.provider, { notices: { panel: { open: true } } })
      expect(atTop() === element).to.be.true
      expect(element.shadowRoot!.activeElement === frame).to.be.true
      expect([element.isOpen, await dismissals(element)]).to.deep.equal([true, 0])
      element.hide()
      expect(document.activeElement === dialog.firstChild).to.be.true
    } finally {
      dialog.remove()
    }
  })

  it('that the person opens while the wallet closes it is open once the wallet shows its screen', async () => {
    const element = await ready()
    const button = element.shadowRoot!.querySelector<HTMLElement>('.open')!
    const closed = order(element.provider, { notices: { panel: { open: false } } })
    button.click()
    await closed
    expect(element.isOpen).to.be.false
    await order(element.provider, { notices: { panel: { open: true } } })
    expect(element.isOpen).to.be.true
  })

  it('that the person opens, closes and opens faster than the wallet answers stays open', async () => {
    const element = await ready()
    const heard: string[] = []
    for (const name of ['show', 'hide']) {
      element.addEventListener(`wallet-${name}`, () => heard.push(name))
    }
    const button = element.shadowRoot!.querySelector<HTMLElement>('.open')!
    for (let presses = 0; presses < 3; presses++) button.click()
    expect(await dismissals(element)).to.equal(1)
    expect(heard).to.deep.equal(['show', 'hide', 'show'])
    button.click()
    button.click()
    button.click()
    expect(await dismissals(element)).to.equal(3)
    expect(heard.slice(3)).to.deep.equal(['hide', 'show', 'hide'])
  })

  it('that the person opens closes where the wallet is gone before it answers', async () => {
    const element = await ready()
    element.show = () => Promise.reject(new Error('The frame loads again.'))
    element.shadowRoot!.querySelector<HTMLElement>('.open')!.click()
    expect(element.isOpen).to.be.true
    await until('the end of the panel', () => !element.isOpen)
  })

  it('closes with the document that it showed', async () => {
    const element = await ready()
    await element.show()
    const hidden = next(element, 'wallet-hide')
    await order(element.provider, { reload: true }).catch(() => {})
    await hidden
    expect(element.isOpen).to.be.false
  })
})
