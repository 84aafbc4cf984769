/** Nobody agrees to what was not on the screen, and everybody is told that there is more to read. */
import { expect, fixture, html } from '@open-wc/testing'

import type { SignMessage } from '../../src/app/screens/approve/sign/sign-message.js'
import '../../src/app/screens/approve/sign/sign-message.js'
import { CHAIN } from './app-support.js'
import { until } from './support.js'

const LONG = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n')

/** In a panel that is closed, as it is when the page's question comes. */
async function draw(message: string) {
  const panel = await fixture<HTMLElement>(
    html`<div hidden><we-sign-message style="block-size: 500px" .site=${'https://a.example'} .chain=${CHAIN}
      address="0x0000000000000000000000000000000000000001"
      .message=${new TextEncoder().encode(message)}></we-sign-message></div>`,
  )
  const screen = panel.querySelector<SignMessage>('we-sign-message')!
  await screen.updateComplete
  const root = screen.shadowRoot!
  // The browser has said where the end is: nowhere.
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => resolve())
    observer.observe(root.querySelector('.end')!)
  })
  const button = (name: string) =>
    [...root.querySelectorAll('button')].find(({ innerText }) => innerText === name)
  return { panel, screen, button }
}

describe('a question that was drawn before its panel opened', () => {
  it('offers to read on, and can be approved once that was done, if it is long', async () => {
    const { panel, button } = await draw(LONG)
    panel.hidden = false
    await until(() => button('Read on'))
    await until(() => {
      button('Read on')?.click()
      return !button('Read on')
    })
    await until(() => button('Approve')?.ariaDisabled === 'false')
  })

  it('no longer offers to read on once all of it fits without the offer', async () => {
    const { panel, screen, button } = await draw(
      Array.from({ length: 24 }, () => 'line').join('\n'),
    )
    panel.hidden = false
    await until(() => button('Read on'))
    const root = screen.shadowRoot!
    const [main, end, footer, offer] = ['main', '.end', 'footer', '.more'].map(
      (name) => root.querySelector<HTMLElement>(name)!,
    )
    const needed = end!.getBoundingClientRect().bottom - main!.getBoundingClientRect().top
    const height = Math.ceil(needed + footer!.offsetHeight + offer!.offsetHeight / 2)
    screen.style.blockSize = `${height}px`
    await until(() => button('Approve')?.ariaDisabled === 'false')
    expect(button('Read on')).to.equal(undefined)
    const { bottom } = end!.getBoundingClientRect()
    expect(bottom, 'the end is on the screen').to.be.at.most(main!.getBoundingClientRect().bottom)
  })

  it('is as unread as before once its panel was closed and opened again', async () => {
    const { panel, screen, button } = await draw(LONG)
    const toggle = async (isHidden: boolean) => {
      panel.hidden = isHidden
      await until(() => !screen.clientHeight === isHidden)
      // The screen hears of its size before the picture after this one.
      for (let left = 2; left; left--)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      await screen.updateComplete
    }
    await toggle(false)
    await until(() => button('Read on'))
    await toggle(true)
    await toggle(false)
    await until(() => button('Read on')?.clientHeight)
    expect(button('Approve')?.ariaDisabled).to.equal('true')
  })

  it('can be approved as it is, if it is short', async () => {
    const { panel, button } = await draw('short')
    panel.hidden = false
    await until(() => button('Approve')?.ariaDisabled === 'false')
    expect(button('Read on')).to.equal(undefined)
  })
})
