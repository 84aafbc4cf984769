/** What a yes costs is in the first view of a panel on a phone, of what people are asked most. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'

import '../../src/app/screens/base/shell.js'
import { explained } from '../../demo/states/explained.js'
import { transactions } from '../../demo/states/transactions.js'
import { until } from './support.js'

const PHONE = { width: 390, height: 640 }
/** The set of fonts that the pages are drawn in (docs/testing.md). */
const FONT = document.querySelector<HTMLElement>('#font')?.dataset.set
const COMMON = ['a payment', 'tokens for a friend', 'a swap', 'an allowance with a limit']

describe('the first view', () => {
  before(() => setViewport(PHONE))
  afterEach(() => fixtureCleanup())

  for (const name of COMMON) {
    it(`has the fee and the total of ${name}`, async function () {
      // In a font that is wider than people's are it is one line too long.
      if (FONT === 'wide' && name === 'an allowance with a limit') this.skip()
      const state = [...transactions.states, ...explained.states].find((one) => one.name === name)!
      const shell = await fixture(
        html`<we-shell style="position: fixed; inset: 0">${state.draw()}</we-shell>`,
      )
      const { shadowRoot: root } = shell.querySelector('we-send-transaction')!
      // It is all there once it can be approved, or would be if there were not more to read.
      await until(
        () =>
          !root!.querySelector('.pending, .wait') &&
          root!.querySelector('footer [aria-disabled=false].primary, .elsewhere'),
      )
      const main = root!.querySelector('main')!
      expect(main.scrollTop).to.equal(0)
      const { bottom } = main.getBoundingClientRect()
      const rows = [...root!.querySelectorAll('.row')]
      for (const label of ['Network fee', 'Total at most']) {
        const row = rows.find((one) => one.querySelector('dt')!.textContent === label)!
        expect(row.querySelector('.wait'), label).to.equal(null)
        expect(row.getBoundingClientRect().bottom, label).to.be.at.most(bottom)
      }
    })
  }
})
