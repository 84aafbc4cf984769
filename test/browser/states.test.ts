import { expect } from '@open-wc/testing'
import { emulateMedia, sendKeys, setViewport } from '@web/test-runner-commands'

import { areas } from '../../demo/states/areas.js'
import { appearance } from '../../demo/states/stand-in.js'
import { animations, focusProblems } from './states-checks.js'
import {
  drawAll,
  elementNames,
  findings,
  LOW,
  layoutFaults,
  NARROW,
  nameOf,
  PATIENCE,
  removeAll,
  speak,
  WANTED_LANGUAGES,
} from './states-support.js'
import { everything, settle } from './support.js'

describe('every screen in every state', function () {
  this.timeout(PATIENCE)
  let drawn = new Map<string, HTMLElement>()

  // Once for all: drawing takes longer than looking.
  before(async () => {
    await setViewport({ width: NARROW, height: LOW })
    drawn = await drawAll()
  })
  after(async () => {
    removeAll(drawn)
    await appearance.apply({})
    await setViewport({ width: 1000, height: 800 })
  })

  it('has a name of its own', () => {
    const names = areas.flatMap((area) => area.states.map((state) => nameOf(area, state)))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([])
  })

  it('is in the list, and so is each piece of it', async () => {
    const seen = new Set(
      [...drawn.values()].flatMap((place) => [...everything(place)].map((one) => one.localName)),
    )
    const names = await elementNames()
    expect(names).to.include('we-home')
    expect(names.filter((name) => !seen.has(name))).to.deep.equal([])
  })

  it('stands still for those who want no motion', async () => {
    expect(findings(drawn, animations)).to.not.deep.equal([])
    await emulateMedia({ reducedMotion: 'reduce' })
    const moving = findings(drawn, animations)
    await emulateMedia({ reducedMotion: 'no-preference' })
    expect(moving).to.deep.equal([])
  })

  it('has all its text twice as large for those who want that', async () => {
    const texts = [...drawn.values()]
      .flatMap((place) => [...everything(place)])
      .filter((one) => one.matches('h1, h2, p, dt, dd, button, label, li'))
    const usual = texts.map(sizeOf)
    document.documentElement.style.fontSize = '200%'
    await settle()
    const grown = texts.map(sizeOf)
    document.documentElement.style.fontSize = ''
    // Words that change with time are written anew: what is gone has no size.
    const wrong = texts.filter((one, at) => one.isConnected && grown[at] !== usual[at]! * 2)
    expect(wrong.map((one) => `${one.localName}: ${one.textContent}`)).to.deep.equal([])
  })

  for (const language of WANTED_LANGUAGES) {
    it(`shows its whole text and buttons for fingers at 320 pixels, also twice as large, in ${language}`, async () => {
      await speak(drawn, language)
      expect(await layoutFaults(drawn)).to.deep.equal([])
    })
  }

  // Last, since what had the focus may look otherwise.
  for (const language of ['en', 'ar'] as const) {
    it(`shows where the focus is, in the order in which it is read, in ${language}`, async () => {
      await speak(drawn, language)
      // From now on the browser shows it: somebody uses the keyboard, on what comes first.
      const all = [...drawn.values()].flatMap((place) => [...everything(place)])
      all.find((one) => one.matches('button'))?.focus()
      await sendKeys({ press: 'Tab' })
      expect(findings(drawn, focusProblems)).to.deep.equal([])
    })
  }
})

/** CSS pixels of the type of what says something. */
const sizeOf = (element: HTMLElement): number =>
  Number.parseFloat(getComputedStyle(element).fontSize)
