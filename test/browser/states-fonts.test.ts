import { expect } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'

import { appearance } from '../../demo/states/stand-in.js'
import type { Language } from '../../src/app/appearance/locale/languages.js'
import { FONT_SETS, type Font, type FontSet } from '../support/fonts.js'
import { areAllWanted, fontsLoaded, ownFont, writeIn } from './fonts-support.js'
import {
  devtools,
  drawAll,
  LOW,
  layoutFaults,
  NARROW,
  PATIENCE,
  removeAll,
  speak,
  WANTED_LANGUAGES,
} from './states-support.js'
import { everything } from './support.js'

/** Those with the longest words, the one from right to left, and one without spaces. */
const HARDEST = ['de', 'tr', 'ar', 'ja'] as const

interface PlatformFont {
  familyName: string
  isCustomFont: boolean
}

const nameOf = (set: FontSet): string => (set === 'machine' ? 'what the machine has' : set)

/** In one set of fonts `states.test.ts` does the same, and more. */
describe('every screen in every state, whatever it is written in', function () {
  this.timeout(PATIENCE)
  const own = ownFont()
  let drawn = new Map<string, HTMLElement>()

  before(async () => {
    await setViewport({ width: NARROW, height: LOW })
    drawn = await drawAll()
  })
  after(async () => {
    removeAll(drawn)
    await writeIn(own)
    await appearance.apply({})
    await setViewport({ width: 1000, height: 800 })
  })

  for (const language of areAllWanted() ? WANTED_LANGUAGES : HARDEST) {
    describe(`in ${language}`, () => {
      before(() => speak(drawn, language))

      for (const set of FONT_SETS.filter((one) => one !== own)) {
        it(`shows its whole text and buttons for fingers at 320 pixels, also twice as large, in ${nameOf(set)}`, async () => {
          await writeIn(set)
          expect(await layoutFaults(drawn)).to.deep.equal([])
        })
      }
    })
  }

  // Else what is measured would depend on what the machine has.
  describe('has letters that the tests bring', () => {
    const letters = new Map<Language, string[]>()

    before(async () => {
      for (const language of WANTED_LANGUAGES) {
        await speak(drawn, language)
        letters.set(language, lettersOf(drawn))
      }
      // A page with little on it is drawn faster.
      removeAll(drawn)
      await devtools('DOM.enable')
      await devtools('CSS.enable')
    })

    for (const language of WANTED_LANGUAGES) {
      it(`in ${language}`, async () => {
        await appearance.apply({ language, theme: 'light' })
        const missing: string[] = []
        for (const set of FONT_SETS.filter((one): one is Font => one !== 'machine')) {
          await writeIn(set)
          for (const letter of await machineLetters(letters.get(language)!)) {
            missing.push(`${set}: ${letter}`)
          }
        }
        expect(letters.get(language)).to.not.deep.equal([])
        expect(missing).to.deep.equal([])
      })
    }
  })
})

/** All characters that can be seen, each once. */
function lettersOf(drawn: Map<string, HTMLElement>): string[] {
  const all = new Set<string>()
  for (const element of [...drawn.values()].flatMap((place) => [...everything(place)])) {
    if (element.matches('style')) continue
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    const typed = element instanceof HTMLInputElement ? element.value + element.placeholder : ''
    const said = typed + own.map((node) => node.textContent).join('')
    for (const letter of said) if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(letter)) all.add(letter)
  }
  return [...all]
}

/** Characters that the browser draws in fonts of the machine, with these fonts' names. */
async function machineLetters(letters: string[]): Promise<string[]> {
  const shell = document.createElement('we-shell')
  const line = document.createElement('p')
  line.id = 'letters'
  shell.append(line)
  document.body.append(shell)
  const found: string[] = []
  for (const font of ['--font', '--mono']) {
    line.style.fontFamily = `var(${font})`
    const search = async (some: string[]): Promise<void> => {
      line.textContent = some.join('')
      const names = await machineFonts()
      if (names.length && some.length === 1) found.push(`${some[0]} (${font}): ${names}`)
      if (!names.length || some.length === 1) return
      const half = Math.ceil(some.length / 2)
      await search(some.slice(0, half))
      await search(some.slice(half))
    }
    await search(letters)
  }
  shell.remove()
  return found
}

/** The machine's fonts that the line of letters is drawn in. */
async function machineFonts(): Promise<string[]> {
  await fontsLoaded()
  const { root } = await devtools<{ root: { nodeId: number } }>('DOM.getDocument', { depth: 0 })
  const line = { nodeId: root.nodeId, selector: '#letters' }
  const { nodeId } = await devtools<{ nodeId: number }>('DOM.querySelector', line)
  const { fonts } = await devtools<{ fonts: PlatformFont[] }>('CSS.getPlatformFontsForNode', {
    nodeId,
  })
  return fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName)
}
