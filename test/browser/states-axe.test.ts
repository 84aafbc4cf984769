import { expect } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'

import { areas } from '../../demo/states/areas.js'
import { appearance } from '../../demo/states/stand-in.js'
import { show } from '../../demo/states/state.js'
import { axeFindings } from './states-axe.js'
import { edgeless } from './states-checks.js'
import {
  devtools,
  drawAll,
  findings,
  LOW,
  NARROW,
  nameOf,
  PATIENCE,
  paint,
  removeAll,
  speak,
} from './states-support.js'
import { everything, settle } from './support.js'

const forceColors = (value: string) =>
  devtools('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })

describe('what axe finds in every screen in every state', function () {
  this.timeout(PATIENCE)
  let drawn = new Map<string, HTMLElement>()

  before(async () => {
    await setViewport({ width: NARROW, height: LOW })
    drawn = await drawAll()
  })
  after(async () => {
    removeAll(drawn)
    await appearance.apply({})
    await setViewport({ width: 1000, height: 800 })
  })

  it('is nothing in light', async () => {
    expect(await axeFindings('together')).to.deep.equal([])
  })

  it('is nothing in dark', async () => {
    paint(drawn, 'dark')
    const found = await axeFindings('colours')
    paint(drawn, 'light')
    expect(found).to.deep.equal([])
  })

  it('is nothing in forced colours, where buttons have edges', async () => {
    await forceColors('active')
    expect(matchMedia('(forced-colors: active)').matches).to.equal(true)
    const found = [await axeFindings('forced'), findings(drawn, edgeless)]
    await forceColors('')
    expect(found).to.deep.equal([[], []])
  })

  it('is nothing in another language, from right to left', async () => {
    await speak(drawn, 'ar')
    expect(await axeFindings('words')).to.deep.equal([])
  })

  it('is nothing about the document that a screen is alone in', async () => {
    removeAll(drawn)
    await appearance.apply({ language: 'en', theme: 'light' })
    const found: string[] = []
    const place = document.createElement('div')
    document.body.append(place)
    for (const area of areas.filter(({ isPieces }) => !isPieces)) {
      for (const state of area.states) {
        show(area, state, appearance.look, place)
        const all = [...everything(place)] as { updateComplete?: Promise<unknown> }[]
        await Promise.all(all.map(({ updateComplete }) => updateComplete))
        // What these have drawn draws itself, too.
        await settle()
        for (const one of await axeFindings('alone')) found.push(`${nameOf(area, state)}: ${one}`)
      }
    }
    place.remove()
    expect(found).to.deep.equal([])
  })
})
