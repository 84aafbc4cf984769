import { expect } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'

import { areas } from '../../src/app/states/areas.js'
import { looks } from '../../src/app/states/stand-in.js'
import { show } from '../../src/app/states/state.js'
import { axeFindings } from './states-axe.js'
import { edgeless } from './states-checks.js'
import {
  devtools,
  drawAll,
  everything,
  findings,
  LOW,
  NARROW,
  nameOf,
  PATIENCE,
  paint,
  removeAll,
} from './states-support.js'

const forceColors = (value: string) =>
  devtools('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })

describe('what axe finds in every screen in every state', function () {
  this.timeout(PATIENCE)

  before(() => setViewport({ width: NARROW, height: LOW }))
  after(async () => {
    await looks.apply({})
    await setViewport({ width: 1000, height: 800 })
  })

  for (const language of ['en', 'ar'] as const) {
    describe(`in ${language}`, () => {
      let drawn = new Map<string, HTMLElement>()
      before(async () => {
        drawn = await drawAll(language)
      })
      after(() => removeAll(drawn))

      for (const scheme of ['light', 'dark'] as const) {
        it(`is nothing in ${scheme}`, async () => {
          paint(drawn, scheme)
          expect(await axeFindings('together')).to.deep.equal([])
        })
      }

      it('is nothing in forced colours, where buttons have edges', async () => {
        await forceColors('active')
        expect(matchMedia('(forced-colors: active)').matches).to.equal(true)
        const found = [await axeFindings('forced'), findings(drawn, edgeless)]
        await forceColors('')
        expect(found).to.deep.equal([[], []])
      })
    })
  }

  it('is nothing about the document that a screen is alone in', async () => {
    const found: string[] = []
    const place = document.createElement('div')
    document.body.append(place)
    for (const area of areas.filter(({ isPieces }) => !isPieces)) {
      for (const state of area.states) {
        show(area, state, looks.look, place)
        const all = [...everything(place)] as { updateComplete?: Promise<unknown> }[]
        await Promise.all(all.map(({ updateComplete }) => updateComplete))
        for (const one of await axeFindings('alone')) found.push(`${nameOf(area, state)}: ${one}`)
      }
    }
    place.remove()
    expect(found).to.deep.equal([])
  })
})
